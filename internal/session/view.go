package session

import (
	"time"

	"github.com/partop/partop/internal/cluster"
	"github.com/partop/partop/internal/triage"
)

// View is what a client sees of a session at one moment. It is immutable.
type View struct {
	*cluster.Snapshot
	Findings []triage.Finding
	Clock    time.Time // now, in the time of the Readings: the wall clock when live, the recorded time when replaying
	Title    string    // what was asked for: a cluster's name, a file, an incident
	Mode     Mode
	Jobs     []Job
	Notice   string // one line of words about the session itself: reconnecting, torn tail, end of the recording
}

// Mode says where Readings come from.
type Mode struct {
	Replay   bool
	Ended    bool          // a replay has come to its end
	Saved    []string      // what saved outputs are shown, a line each; nil for anything else
	Paused   bool          // nobody is there: polling has stopped until a key is pressed
	Interval time.Duration // between refreshes, live
	Speed    float64       // of a replay, 1 is real time
	Sources  []cluster.Source
}

// JobState is where a job stands.
type JobState uint8

// A job goes from Running to one of the others and stays there.
const (
	JobRunning JobState = iota
	JobDone
	JobFailed
	JobCancelled
)

// Job is a piece of work that an operator asked for.
type Job struct {
	ID       int
	Title    string
	State    JobState
	Done, Of float64 // progress; Of 0 means not known
	Started  time.Time
	Err      string // what went wrong and what to try, when State is JobFailed
}

// Cost is the class of a job.
type Cost uint8

// Free jobs run at once, Light ones on a key press, Heavy ones after a confirmation that names the cost.
const (
	Free Cost = iota
	Light
	Heavy
)

// Request asks for a job: what to run (a probe's id) on which table and nodes (all under the lens).
type Request struct {
	Probe    string
	Table    cluster.TableID
	Lens     cluster.Lens
	Duration time.Duration
	// Confirmed says that the operator has seen the price of a heavy job and wants it.
	Confirmed bool
}

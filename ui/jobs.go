package ui

import (
	"fmt"

	"github.com/partop/partop/internal/session"
)

// tellJobs says how jobs ended since the last view. A job that failed silently would be started again and again.
func (m *Model) tellJobs(before, now []session.Job) {
	ran := make(map[int]bool, len(before))
	// Only a job that was seen running can end before our eyes: one that ended earlier was told then, perhaps to another
	// screen.
	for i := range before {
		ran[before[i].ID] = before[i].State == session.JobRunning
	}
	for i := range now {
		if j := &now[i]; ran[j.ID] && j.State != session.JobRunning {
			m.flash = m.frame.Text(jobEnd(j))
		}
	}
}

// jobEnd leaves what to try to the error: the session words it with the node and the grant that is missing.
func jobEnd(j *session.Job) string {
	switch j.State {
	case session.JobFailed:
		return fmt.Sprintf("job %d failed: %s", j.ID, j.Err)
	case session.JobCancelled:
		return fmt.Sprintf("job %d cancelled: %s", j.ID, j.Title)
	case session.JobDone, session.JobRunning:
	}
	return fmt.Sprintf("job %d done: %s", j.ID, j.Title)
}

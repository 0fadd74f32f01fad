package cluster

import (
	"fmt"
	"slices"
	"time"
)

// EventKind is what happened, one sign each on the event lane.
type EventKind uint8

// What the event lane can show. Sources that see more (repairs, GC pauses) add Readings, not kinds of drawing.
const (
	EventNote EventKind = iota
	EventRestart
	EventSchema
	EventLost
	EventBack
	EventCompaction
	EventRepair
	EventDropped
)

// Sign is one letter for the lane; Word is for lists.
func (k EventKind) Sign() string { return string("nRSxo" + "CPD")[k : k+1] }

// Word names the kind.
func (k EventKind) Word() string {
	return [...]string{"note", "restart", "schema", "not reached", "reached", "long compaction", "repair", "dropped"}[k]
}

// Event is something that happened at a time and explains a bend in a curve.
type Event struct {
	At    time.Time
	Kind  EventKind
	Node  NodeID
	Table TableID
	Text  string
}

// maxEvents bounds the lane's memory; older ones live on in the recording.
const maxEvents = 256

func (s *State) addEvent(e Event) {
	if len(s.events) >= maxEvents {
		s.events = slices.Clone(s.events[len(s.events)-maxEvents/2:])
	}
	s.events = append(s.events, e)
}

// eventsOf compares a node's Reading with the one before it.
func (s *State) eventsOf(n *NodeState, before *Cell, r *Reading) {
	switch r.Kind {
	case NodeReached:
		s.reachEvent(n, before, r)
	case NodeGossip:
		if old, now := ValueOf[GossipView](before), ValueOf[GossipView](n.Cell(r.Kind)); old != nil && now != nil {
			s.restartEvents(old, now, r.To)
		}
	case NodeCompactionTasks:
		s.repairEvent(n, before, r)
	}
}

func (s *State) reachEvent(n *NodeState, before *Cell, r *Reading) {
	switch was, is := before.Last.Known(), r.Known(); {
	case was && !is:
		s.addEvent(Event{At: r.To, Kind: EventLost, Node: n.ID, Text: r.Unknown.Reason})
	case !was && is && before.Last.Unknown != nil:
		s.addEvent(Event{At: r.To, Kind: EventBack, Node: n.ID, Text: "answers again"})
	}
}

// restartEvents reads a changed generation: it is the second at which that node's process started.
func (s *State) restartEvents(old, now *GossipView, at time.Time) {
	was := make(map[string]int64, len(old.Peers))
	for _, p := range old.Peers {
		was[p.HostID] = p.Generation
	}
	for _, p := range now.Peers {
		if g, ok := was[p.HostID]; !ok || p.Generation <= g || p.HostID == "" {
			continue
		}
		peer := s.node(NodeID(p.HostID), at)
		started := time.Unix(p.Generation, 0).UTC()
		if !peer.Restarted.Before(started) {
			continue // another node told us already
		}
		peer.Restarted = started
		s.addEvent(Event{At: at, Kind: EventRestart, Node: peer.ID, Text: "started " + started.Format("15:04:05Z")})
	}
}

// repairEvent marks the start of a validation, the part of a repair that costs reads.
func (s *State) repairEvent(n *NodeState, before *Cell, r *Reading) {
	was, is := ValueOf[CompactionTasks](before), ValueOf[CompactionTasks](n.Cell(r.Kind))
	if is == nil || before.Last.To.IsZero() {
		return
	}
	for _, t := range is.Tasks {
		if t.Kind != "validation" && t.Kind != "Validation" {
			continue
		}
		if was == nil || !slices.ContainsFunc(was.Tasks, func(o CompactionTask) bool { return o.ID == t.ID }) {
			s.addEvent(Event{At: r.To, Kind: EventRepair, Node: n.ID, Table: t.Table, Text: "validation of " + t.Table.String()})
		}
	}
}

// schemaChange names what differs, in a line.
func schemaChange(before, now *Schema) string {
	was := make(map[TableID]string, len(before.Tables))
	for i := range before.Tables {
		was[before.Tables[i].Table] = before.Tables[i].ID
	}
	for i := range now.Tables {
		t := &now.Tables[i]
		id, ok := was[t.Table]
		delete(was, t.Table)
		if !ok {
			return fmt.Sprintf("table %s created", t.Table)
		}
		if id != t.ID {
			return fmt.Sprintf("table %s dropped and created again", t.Table)
		}
	}
	for t := range was {
		return fmt.Sprintf("table %s dropped", t)
	}
	return "schema changed"
}

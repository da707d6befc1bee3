package kit

import (
	"reflect"
	"strings"
	"testing"

	"github.com/bot-arena/bot-arena/bots/go/kit/arenapb"
)

// notingBot has the texts of notes by turn id. It attaches its text to the turn; if it has none, it writes a note on a
// turn that the arena did not send.
type notingBot map[uint32]string

func (b notingBot) Choose(turn *Turn) uint32 {
	if text, ok := b[turn.TurnId]; ok {
		Note(turn, "forgotten")
		Note(turn, text)
	} else {
		Note(&Turn{}, "too late")
	}
	return turn.Legal[0]
}

// heardArena is a fakeArena that records the notes in each message from the bot.
type heardArena struct {
	fakeArena
	notes [][]string
}

func (a *heardArena) Send(message *arenapb.BotMessage) error {
	a.notes = append(a.notes, message.GetChoices().Notes)
	return nil
}

func TestNotesTravelWithTheirChoices(t *testing.T) {
	first := batch(&arenapb.Batch{Starts: starts(4), Turns: turns(0, 0, 0, 0)})
	second := batch(&arenapb.Batch{Turns: turns(0)[:1]})
	second.GetBatch().Turns[0].TurnId = 105
	arena := &heardArena{fakeArena: fakeArena{messages: []*arenapb.ArenaMessage{first, second}}}
	bot := notingBot{102: "why", 104: "\xff" + strings.Repeat("é", 300)}
	if err := play(arena, func(*MatchStart) Bot { return bot }); err != nil {
		t.Fatal(err)
	}
	expected := [][]string{{"", "why", "", "\uFFFD" + strings.Repeat("é", 199)}, nil}
	if !reflect.DeepEqual(arena.notes, expected) {
		t.Errorf("noted %q", arena.notes)
	}
	noted.Range(func(turn, text any) bool {
		if text == "too late" {
			t.Errorf("kept %q", text)
		}
		return true
	})
}

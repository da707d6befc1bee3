package kit

import (
	"strings"
	"sync"

	"github.com/bot-arena/bot-arena/bots/go/kit/arenapb"
)

// mostNote is the largest number of characters of a note that the arena stores; Note cuts off the rest.
const mostNote = 200

// noted has the note on each turn that is being answered, by *Turn. It is a sync.Map because
// goroutines other than the one that runs Choose may call Note, too.
var noted sync.Map

// Note attaches a note, one line of text, to the choice of this turn, for people who read the finished match.
//
// A later note on the same turn replaces an earlier one, and only the first 200 characters of a note are kept. No other
// bot sees the note. Outside of Choose, Note does nothing.
func Note(turn *Turn, text string) {
	if _, asked := noted.Load(turn); !asked {
		return
	}
	runes := []rune(strings.ToValidUTF8(text, "\uFFFD"))
	noted.Store(turn, string(runes[:min(len(runes), mostNote)]))
}

// letNote begins the answer to a turn: from now on, a note on this turn is kept.
func letNote(turn *Turn) { noted.Store(turn, "") }

// addNote adds the note on turn to choices, whose last choice must be the one for turn. Later notes on turn are
// ignored.
//
// The protocol demands as many notes as choices, or none. So choices gets no notes before its first note that is not
// empty; earlier choices then get empty notes.
func addNote(choices *arenapb.Choices, turn *Turn) {
	note, _ := noted.LoadAndDelete(turn)
	text, _ := note.(string)
	if text == "" && len(choices.Notes) == 0 {
		return
	}
	choices.Notes = append(choices.Notes, make([]string, len(choices.TurnIds)-1-len(choices.Notes))...)
	choices.Notes = append(choices.Notes, text)
}

package kit

import (
	"strings"
	"sync"

	"github.com/bot-arena/bot-arena/bots/go/kit/arenapb"
)

// mostNote is how many characters of a note the arena keeps.
const mostNote = 200

// noted holds the notes on turns that are being answered.
var noted sync.Map

// Note notes a line on the choice of this turn, for readers of the finished match. The last note of a turn counts, and
// only its first 200 characters. No other bot sees it. Outside of Choose it does nothing.
func Note(turn *Turn, text string) {
	if _, asked := noted.Load(turn); !asked {
		return
	}
	runes := []rune(strings.ToValidUTF8(text, "\uFFFD"))
	noted.Store(turn, string(runes[:min(len(runes), mostNote)]))
}

// letNote says that a turn is being answered, so that notes on it count.
func letNote(turn *Turn) { noted.Store(turn, "") }

// addNote adds the note on the turn that was answered last to its choice.
func addNote(choices *arenapb.Choices, turn *Turn) {
	note, _ := noted.LoadAndDelete(turn)
	text, _ := note.(string)
	if text == "" && len(choices.Notes) == 0 {
		return
	}
	choices.Notes = append(choices.Notes, make([]string, len(choices.TurnIds)-1-len(choices.Notes))...)
	choices.Notes = append(choices.Notes, text)
}

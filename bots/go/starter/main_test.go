package main

import (
	"encoding/hex"
	"os"
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"

	"github.com/bot-arena/bot-arena/bots/go/kit"
)

// turns is a file of recorded turns. Its lines are "start HEX", for a match, and "turn HEX".
const turns = "../../cases/verraeter.txt"

func TestChoosesALegalAction(t *testing.T) {
	text, err := os.ReadFile(turns)
	if err != nil {
		t.Fatal(err)
	}
	var bot kit.Bot
	asked := 0
	for i, line := range strings.Split(string(text), "\n") {
		kind, code, _ := strings.Cut(line, " ")
		switch kind {
		case "start":
			bot = newBot(decode(t, code, &kit.MatchStart{}))
		case "turn":
			turn := decode(t, code, &kit.Turn{})
			if action := bot.Choose(turn); !slices.Contains(turn.Legal, action) {
				t.Errorf("%s:%d: chose %d, legal are %v", turns, i+1, action, turn.Legal)
			}
			asked++
		}
	}
	if asked == 0 {
		t.Errorf("%s has no turns", turns)
	}
}

// decode reads code, a protobuf message in hexadecimal, into message, and returns message.
func decode[M proto.Message](t *testing.T, code string, message M) M {
	t.Helper()
	data, err := hex.DecodeString(code)
	if err != nil {
		t.Fatal(err)
	}
	if err := proto.Unmarshal(data, message); err != nil {
		t.Fatal(err)
	}
	return message
}

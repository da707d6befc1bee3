package main

import (
	"encoding/hex"
	"os"
	"strconv"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"

	"github.com/bot-arena/bot-arena/bots/go/kit"
)

// cases is a file of recorded turns, each with the action that greedy must choose. Its lines are "start HEX", for a
// match, and "turn HEX ACTION".
const cases = "../../cases/greedy.txt"

func TestChoosesAsGreedyInEveryLanguage(t *testing.T) {
	text, err := os.ReadFile(cases)
	if err != nil {
		t.Fatal(err)
	}
	var bot kit.Bot
	asked := 0
	for i, line := range strings.Split(string(text), "\n") {
		words := strings.Fields(line)
		switch {
		case len(words) == 2 && words[0] == "start":
			bot = newGreedy(decode(t, words[1], &kit.MatchStart{}))
		case len(words) == 3 && words[0] == "turn":
			action := bot.Choose(decode(t, words[1], &kit.Turn{}))
			if got := strconv.FormatUint(uint64(action), 10); got != words[2] {
				t.Errorf("%s:%d: chose %s instead of %s", cases, i+1, got, words[2])
			}
			asked++
		}
	}
	if asked == 0 {
		t.Errorf("%s has no turns", cases)
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

package kit

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/bot-arena/bot-arena/bots/go/kit/arenapb"
)

// fakeArena sends the given messages to the bot. It logs what happens, with the milliseconds since started; the bot may
// log, too.
type fakeArena struct {
	messages []*arenapb.ArenaMessage
	started  time.Time
	log      []string
}

func (a *fakeArena) Recv() (*arenapb.ArenaMessage, error) {
	if len(a.messages) == 0 {
		return nil, io.EOF
	}
	message := a.messages[0]
	a.messages = a.messages[1:]
	return message, nil
}

func (a *fakeArena) Send(message *arenapb.BotMessage) error {
	choices := message.GetChoices()
	a.note("choices %v %v", choices.TurnIds, choices.Actions)
	return nil
}

func (a *fakeArena) CloseSend() error {
	a.note("left")
	return nil
}

func (a *fakeArena) note(format string, values ...any) {
	text := fmt.Sprintf(format, values...)
	a.log = append(a.log, fmt.Sprintf("%d %s", time.Since(a.started).Milliseconds(), text))
}

// slowBot takes its first legal action; the number of the action is its thinking time in milliseconds.
type slowBot struct {
	arena *fakeArena
	match uint32
}

func (b slowBot) Choose(turn *Turn) uint32 {
	if turn.Match != b.match {
		panic("a turn of another match")
	}
	time.Sleep(time.Duration(turn.Legal[0]) * time.Millisecond)
	return turn.Legal[0]
}

func (b slowBot) End(end *MatchEnd) { b.arena.note("end of match %d for %d", end.Match, b.match) }

// after plays the messages with a slowBot per match, in the fake time of synctest, and returns the log of fakeArena.
func after(t *testing.T, messages ...*arenapb.ArenaMessage) []string {
	t.Helper()
	arena := &fakeArena{messages: messages}
	synctest.Test(t, func(t *testing.T) {
		arena.started = time.Now()
		err := play(arena, func(start *MatchStart) Bot { return slowBot{arena, start.Match} })
		if err != nil {
			t.Error(err)
		}
	})
	return arena.log
}

func batch(batch *arenapb.Batch) *arenapb.ArenaMessage {
	return &arenapb.ArenaMessage{Message: &arenapb.ArenaMessage_Batch{Batch: batch}}
}

func goodbye() *arenapb.ArenaMessage {
	return &arenapb.ArenaMessage{Message: &arenapb.ArenaMessage_Goodbye{Goodbye: &arenapb.Goodbye{}}}
}

func starts(n uint32) (starts []*MatchStart) {
	for match := range n {
		starts = append(starts, &MatchStart{Match: match + 1, Id: fmt.Sprintf("5f%d", match+1)})
	}
	return starts
}

// turns returns a turn for each of the matches 1, 2 and so on, with the ids 101, 102 and so on. slowBot thinks about
// each turn for the given milliseconds.
func turns(milliseconds ...uint32) (turns []*Turn) {
	for i, ms := range milliseconds {
		turns = append(turns, &Turn{TurnId: uint32(101 + i), Match: uint32(1 + i), Legal: []uint32{ms}})
	}
	return turns
}

func expect(t *testing.T, got []string, want ...string) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("happened:\n%s\nexpected:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestQuickChoicesLeaveTogetherInTheOrderOfTheBatch(t *testing.T) {
	expect(t, after(t, batch(&arenapb.Batch{Starts: starts(3), Turns: turns(1, 0, 2)})),
		"3 choices [101 102 103] [1 0 2]")
}

func TestChoicesLeaveWhenFiveMillisecondsHavePassed(t *testing.T) {
	expect(t, after(t, batch(&arenapb.Batch{Starts: starts(6), Turns: turns(2, 3, 4, 90, 0, 1)})),
		"5 choices [101 102] [2 3]",
		"99 choices [103 104] [4 90]",
		"100 choices [105 106] [0 1]")
}

func TestNothingIsSentTwiceIfTheLastChoiceIsSlow(t *testing.T) {
	expect(t, after(t, batch(&arenapb.Batch{Starts: starts(1), Turns: turns(7)})), "7 choices [101] [7]")
}

func TestBatchWithoutTurnsIsNotAnswered(t *testing.T) {
	expect(t, after(t, batch(&arenapb.Batch{Starts: starts(2)}), goodbye()), "0 left")
}

func TestMatchEndsAfterItsLastTurn(t *testing.T) {
	ends := []*MatchEnd{{Match: 2}}
	expect(t, after(t, batch(&arenapb.Batch{Starts: starts(2), Turns: turns(1), Ends: ends}), goodbye()),
		"1 choices [101] [1]", "1 end of match 2 for 2", "1 left")
}

func TestMatchIsDroppedAtItsEnd(t *testing.T) {
	p := player{newBot: func(*MatchStart) Bot { return slowBot{arena: &fakeArena{}} }, matches: map[uint32]*match{}}
	if err := p.take(&arenapb.Batch{Starts: starts(3), Ends: []*MatchEnd{{Match: 2}}}); err != nil {
		t.Fatal(err)
	}
	if len(p.matches) != 2 || p.matches[2] != nil {
		t.Errorf("still has %v", p.matches)
	}
}

func TestUnknownMessageIsIgnored(t *testing.T) {
	unknown := &arenapb.ArenaMessage{}
	if err := proto.Unmarshal([]byte{0xfa, 0x01, 0x01, 0x00}, unknown); err != nil {
		t.Fatal(err)
	}
	welcome := &arenapb.ArenaMessage{Message: &arenapb.ArenaMessage_Welcome{Welcome: &arenapb.Welcome{}}}
	expect(t, after(t, welcome, unknown, batch(&arenapb.Batch{Starts: starts(1), Turns: turns(1)})),
		"1 choices [101] [1]")
}

func TestPanicNamesMatchByItsIdAndTurnByItsNumberInTheMatch(t *testing.T) {
	turns := []*Turn{{TurnId: 101, Match: 1, Legal: []uint32{0}}, {TurnId: 102, Match: 2, Legal: []uint32{0}}, {TurnId: 103, Match: 1}}
	arena := &fakeArena{messages: []*arenapb.ArenaMessage{batch(&arenapb.Batch{Starts: starts(2), Turns: turns})}}
	err := play(arena, func(start *MatchStart) Bot { return slowBot{arena, start.Match} })
	expected := "The bot failed in match 5f1, turn 2: panic: runtime error: index out of range"
	if err == nil || !strings.Contains(err.Error(), expected) {
		t.Errorf("said: %v", err)
	}
}

func TestPanicAtTheStartOrTheEndNamesTheMatch(t *testing.T) {
	arena := &fakeArena{messages: []*arenapb.ArenaMessage{batch(&arenapb.Batch{Starts: starts(1)})}}
	err := play(arena, func(*MatchStart) Bot { panic("no plan") })
	if err == nil || !strings.Contains(err.Error(), "The bot failed at the start of match 5f1: panic: no plan") {
		t.Errorf("said: %v", err)
	}
	ends := batch(&arenapb.Batch{Starts: starts(1), Ends: []*MatchEnd{{Match: 1}}})
	err = play(&fakeArena{messages: []*arenapb.ArenaMessage{ends}}, func(*MatchStart) Bot { return slowBot{} })
	if err == nil || !strings.Contains(err.Error(), "The bot failed at the end of match 5f1: panic: ") {
		t.Errorf("said: %v", err)
	}
}

func TestFailedSendLeavesTheReasonToReceive(t *testing.T) {
	if err := send(brokenArena{}, &arenapb.BotMessage{}); err != nil {
		t.Errorf("said: %v", err)
	}
	if err := play(brokenArena{}, nil); err == nil || err.Error() != "The arena ended the conversation: broken" {
		t.Errorf("said: %v", err)
	}
}

type brokenArena struct{ stream }

func (brokenArena) Send(*arenapb.BotMessage) error { return io.EOF }

func (brokenArena) Recv() (*arenapb.ArenaMessage, error) { return nil, errors.New("broken") }

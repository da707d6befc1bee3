package kit

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"time"

	"github.com/bot-arena/bot-arena/bots/go/kit/arenapb"
)

// flushAfter is how long choices may wait for others, so that a long thought about one turn does not delay the answers
// to others.
const flushAfter = 5 * time.Millisecond

// stream is the part of arenapb.ArenaService_PlayClient that play needs.
type stream interface {
	Send(*arenapb.BotMessage) error
	Recv() (*arenapb.ArenaMessage, error)
	CloseSend() error
}

// play answers batches until the arena says goodbye.
func play(arena stream, newBot func(*MatchStart) Bot) error {
	p := player{arena: arena, newBot: newBot, matches: map[uint32]*match{}}
	for {
		message, err := arena.Recv()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return ended(err)
		}
		switch message := message.Message.(type) {
		case *arenapb.ArenaMessage_Batch:
			if err := p.take(message.Batch); err != nil {
				return err
			}
		case *arenapb.ArenaMessage_Goodbye:
			return arena.CloseSend()
		}
	}
}

// What the bot was asked to do, in the words of the message if it panics.
const (
	starting = "at the start"
	choosing = "in a turn"
	ending   = "at the end"
)

type player struct {
	arena   stream
	newBot  func(*MatchStart) Bot
	matches map[uint32]*match // by their numbers on the stream

	// What the bot is doing, for the message if it panics.
	doing string
	with  *match
}

// match is one match on the stream; its turns are those the bot has had so far.
type match struct {
	id    string
	turns int
	bot   Bot
}

func (p *player) take(batch *arenapb.Batch) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			// The arena shows the last lines, so the cause comes after the stack.
			err = fmt.Errorf("%s\nThe bot failed %s: panic: %v", debug.Stack(), p.where(), cause)
		}
	}()
	for _, start := range batch.Starts {
		m := &match{id: start.Id}
		p.doing, p.with = starting, m
		m.bot = p.newBot(start)
		p.matches[start.Match] = m
	}
	if err := p.answer(batch.Turns); err != nil {
		return err
	}
	for _, end := range batch.Ends {
		m := p.matches[end.Match]
		delete(p.matches, end.Match)
		p.doing, p.with = ending, m
		if bot, ok := m.bot.(Ender); ok {
			bot.End(end)
		}
	}
	return nil
}

// answer answers in the order of the batch, because the arena's clock runs for the first turn that is not answered yet.
func (p *player) answer(turns []*Turn) error {
	choices := &arenapb.Choices{}
	flushed := time.Now()
	for _, turn := range turns {
		m := p.matches[turn.Match]
		m.turns++
		p.doing, p.with = choosing, m
		letNote(turn)
		choices.Actions = append(choices.Actions, m.bot.Choose(turn))
		choices.TurnIds = append(choices.TurnIds, turn.TurnId)
		addNote(choices, turn)
		if now := time.Now(); now.Sub(flushed) >= flushAfter {
			if err := p.flush(choices); err != nil {
				return err
			}
			choices, flushed = &arenapb.Choices{}, now
		}
	}
	if len(choices.TurnIds) == 0 {
		return nil
	}
	return p.flush(choices)
}

// flush lets the choices leave before the bot goes on thinking. On a single processor the goroutine of gRPC that writes
// to the socket runs only when this one yields: once to take the message, and once more because it yields before it
// writes.
func (p *player) flush(choices *arenapb.Choices) error {
	err := send(p.arena, &arenapb.BotMessage{Message: &arenapb.BotMessage_Choices{Choices: choices}})
	runtime.Gosched()
	runtime.Gosched()
	return err
}

func (p *player) where() string {
	if p.doing == choosing {
		return fmt.Sprintf("in match %s, turn %d", p.with.id, p.with.turns)
	}
	return fmt.Sprintf("%s of match %s", p.doing, p.with.id)
}

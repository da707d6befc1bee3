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

// flushAfter is how long the kit collects choices before it sends them. The first choice made after this time is sent
// at once, together with the collected ones, so that none of them waits for the rest of the batch.
const flushAfter = 5 * time.Millisecond

// stream is the part of arenapb.ArenaService_PlayClient that play needs.
type stream interface {
	Send(*arenapb.BotMessage) error
	Recv() (*arenapb.ArenaMessage, error)
	CloseSend() error
}

// play answers the arena's batches until the arena says goodbye or ends the stream. It returns an error if the arena
// ends the stream with an error, or if the bot panics.
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

// The values of player.doing. If the bot panics, player.where puts starting and ending into the error message.
const (
	starting = "at the start"
	choosing = "in a turn"
	ending   = "at the end"
)

type player struct {
	arena   stream
	newBot  func(*MatchStart) Bot
	matches map[uint32]*match // by their numbers on the stream

	// The call to the bot that is running, and its match, for the error message if the bot panics.
	doing string
	with  *match
}

// match is one match on the stream. turns is the number of turns that the bot has had so far.
type match struct {
	id    string
	turns int
	bot   Bot
}

func (p *player) take(batch *arenapb.Batch) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			// The arena shows the last lines of the bot's output, so the cause comes after the stack.
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

// answer answers the turns in the order of the batch, because the arena's clock runs for the first turn that is not
// answered yet.
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

// flush sends the choices, and lets gRPC write them to the socket before the bot continues. On a single processor, the
// gRPC goroutine that writes to the socket runs only when this goroutine yields. flush yields twice, because the gRPC
// goroutine first takes the message, and then yields itself before it writes.
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

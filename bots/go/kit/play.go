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

// flushAfter is how long choices may wait for others, so that thinking long about one turn keeps no answer back.
const flushAfter = 5 * time.Millisecond

// stream is what play needs of arenapb.ArenaService_PlayClient.
type stream interface {
	Send(*arenapb.BotMessage) error
	Recv() (*arenapb.ArenaMessage, error)
	CloseSend() error
}

// play answers batches until the arena says goodbye.
func play(arena stream, newBot func(*MatchStart) Bot) error {
	p := player{arena: arena, newBot: newBot, bots: map[uint32]Bot{}}
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

type player struct {
	arena  stream
	newBot func(*MatchStart) Bot
	bots   map[uint32]Bot // by match

	// What the bot is doing, to name it if it panics; outside of a turn, turn is 0.
	match, turn uint32
}

func (p *player) take(batch *arenapb.Batch) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			// The arena shows the last lines: the cause stands below the stack.
			err = fmt.Errorf("%s\n%s: panic: %v", debug.Stack(), p.where(), cause)
		}
	}()
	for _, start := range batch.Starts {
		p.match, p.turn = start.Match, 0
		p.bots[start.Match] = p.newBot(start)
	}
	if err := p.answer(batch.Turns); err != nil {
		return err
	}
	for _, end := range batch.Ends {
		p.match, p.turn = end.Match, 0
		bot := p.bots[end.Match]
		delete(p.bots, end.Match)
		if bot, ok := bot.(Ender); ok {
			bot.End(end)
		}
	}
	return nil
}

// answer keeps to the order of the batch, because the arena's clock runs for the first turn that is not answered.
func (p *player) answer(turns []*Turn) error {
	choices := &arenapb.Choices{}
	flushed := time.Now()
	for _, turn := range turns {
		p.match, p.turn = turn.Match, turn.TurnId
		choices.Actions = append(choices.Actions, p.bots[turn.Match].Choose(turn))
		choices.TurnIds = append(choices.TurnIds, turn.TurnId)
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

// flush lets the choices leave before the bot thinks on. On a single processor the goroutine of gRPC that writes to the
// socket runs only when this one yields: once to take the message, and once more because it yields before it writes.
func (p *player) flush(choices *arenapb.Choices) error {
	err := send(p.arena, &arenapb.BotMessage{Message: &arenapb.BotMessage_Choices{Choices: choices}})
	runtime.Gosched()
	runtime.Gosched()
	return err
}

func (p *player) where() string {
	if p.turn == 0 {
		return fmt.Sprintf("match %d", p.match)
	}
	return fmt.Sprintf("match %d, turn %d", p.match, p.turn)
}

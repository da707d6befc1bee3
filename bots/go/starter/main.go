// Command starter is a bot: change Choose.
package main

import (
	"math/rand/v2"

	"github.com/bot-arena/bot-arena/bots/go/kit"
)

// bot is one match; the program may be in many at once, so what belongs to a match is kept here.
type bot struct {
	start *kit.MatchStart // seats, own seat, edition, set-up
	rng   *rand.Rand      // the only source of chance, so that a match can be replayed exactly
}

func newBot(start *kit.MatchStart) kit.Bot {
	return &bot{start: start, rng: rand.New(rand.NewPCG(start.Seed, 0))}
}

func (b *bot) Choose(turn *kit.Turn) uint32 {
	view := turn.GetVerraeter()
	if view.Phase == 0 {
		return turn.Legal[0]
	}
	// Your ideas go here: look at view, and return one of turn.Legal.
	return turn.Legal[b.rng.IntN(len(turn.Legal))]
}

func main() {
	kit.Run(newBot)
}

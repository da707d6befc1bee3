// Command starter is a bot for Verräter; change its method Choose.
package main

import (
	"math/rand/v2"

	"github.com/bot-arena/bot-arena/bots/go/kit"
)

// bot is your bot in one match. The program may play many matches at once, so store all data of a match here.
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

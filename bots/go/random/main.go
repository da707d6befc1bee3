// Random is a bot that chooses uniformly at random among the legal actions of any game.
package main

import (
	"math/rand/v2"

	"github.com/bot-arena/bot-arena/bots/go/kit"
)

type random struct{ rng *rand.Rand }

func newRandom(start *kit.MatchStart) kit.Bot {
	return random{rand.New(rand.NewPCG(start.Seed, 0))}
}

func (r random) Choose(turn *kit.Turn) uint32 {
	return turn.Legal[r.rng.IntN(len(turn.Legal))]
}

func main() {
	kit.Run(newRandom, kit.MaxMatches(4096))
}

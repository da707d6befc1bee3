// Greedy rates every legal action by the points it should bring, and takes the best; of equally good ones, the lowest.
//
// It draws no random numbers, remembers nothing and calculates in whole hundredths of a point.
// bots/python/greedy/README.md states the algorithm, with the same names.
package main

import "github.com/bot-arena/bot-arena/bots/go/kit"

type greedy struct{ start *kit.MatchStart }

func newGreedy(start *kit.MatchStart) kit.Bot { return greedy{start} }

func (g greedy) Choose(turn *kit.Turn) uint32 {
	f := read(g.start, turn)
	best, highest := turn.Legal[0], f.rate(turn.Legal[0])
	for _, action := range turn.Legal[1:] {
		if rating := f.rate(action); rating > highest {
			best, highest = action, rating
		}
	}
	return best
}

func main() {
	kit.Run(newGreedy, kit.MaxMatches(4096))
}

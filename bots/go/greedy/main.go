// Greedy rates every legal action by the points it should bring, and takes the best; of equals the lowest.
//
// It draws no random numbers, remembers nothing and reckons in whole hundredths of a point. The algorithm is stated in
// bots/python/greedy/README.md; names are the same there.
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

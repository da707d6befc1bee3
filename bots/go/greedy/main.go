// Greedy is a bot for Verräter that takes the action that should bring the most points. If several actions are equally
// good, it takes the one with the lowest number.
//
// It draws no random numbers, remembers nothing and calculates in whole hundredths of a point, so the same view gives
// the same action in any language. bots/python/greedy/README.md defines the ratings of actions; houseWith, for example,
// is called house_with there.
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

// Package kit runs a bot: it connects to the arena, introduces the bot, keeps one object per match, and answers the
// turns of each batch.
//
//	type first struct{}
//
//	func newFirst(start *kit.MatchStart) kit.Bot { return first{} }
//
//	func (first) Choose(turn *kit.Turn) uint32 { return turn.Legal[0] }
//
//	func main() { kit.Run(newFirst) }
package kit

import (
	"fmt"
	"os"

	"github.com/bot-arena/bot-arena/bots/go/kit/arenapb"
)

// The messages a bot receives; all others, and the views of the games, are in package arenapb.
type (
	// MatchStart holds what never changes in a match: the game, its edition, the bot's seat, a seed, the set-up.
	MatchStart = arenapb.MatchStart
	// Turn asks for an action; the view is in the field of the game, for example turn.GetVerraeter().
	Turn = arenapb.Turn
	// MatchEnd holds the scores and ranks, by seat.
	MatchEnd = arenapb.MatchEnd
)

// Bot is a bot's side of one match: made when the match starts, and asked for every choice.
type Bot interface {
	// Choose returns one of turn.Legal.
	Choose(turn *Turn) uint32
}

// Ender is a Bot that wants to be told how the match ended.
type Ender interface {
	Bot
	// End is called once, after the last turn of the match.
	End(end *MatchEnd)
}

// Option changes how Run introduces the bot.
type Option func(*options)

type options struct {
	maxMatches uint32
	names      bool
}

// MaxMatches sets how many matches the bot can be in at the same time; 64 by default. Each match has its own object, so
// only a bot that keeps something in global variables needs 1.
func MaxMatches(n uint32) Option {
	return func(o *options) { o.maxMatches = n }
}

// Names asks for turns that have the names of their legal actions, in Turn.Names, in the order of Turn.Legal.
func Names() Option {
	return func(o *options) { o.names = true }
}

// Run plays until the arena says goodbye; then the program should end. newBot is called at the start of every match.
//
// It ends the program with status 1 and a sentence if the arena cannot be reached or refuses the bot, and if the bot
// panics.
func Run(newBot func(start *MatchStart) Bot, opts ...Option) {
	o := options{maxMatches: 64}
	for _, opt := range opts {
		opt(&o)
	}
	if err := run(newBot, o); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

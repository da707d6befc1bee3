// Package kit runs a bot: it connects to the arena, introduces the bot, keeps one object per match, and answers the
// turns that the arena sends together, in a batch.
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

// The messages that a bot receives. All other messages of the protocol, such as the views of the games, are in package
// arenapb.
type (
	// MatchStart has the data that never change during a match: the game, its edition, the bot's seat, a seed, and the
	// set-up.
	MatchStart = arenapb.MatchStart
	// Turn asks the bot for an action. The bot's view of the game is in the field named after the game, for example
	// turn.GetVerraeter(). If the game describes its views in rows, RowsOf returns them instead.
	Turn = arenapb.Turn
	// MatchEnd has the final scores and ranks, by seat.
	MatchEnd = arenapb.MatchEnd
)

// Bot is a bot in one match. The kit gets a new Bot from newBot at the start of each match, and calls it for every
// choice.
type Bot interface {
	// Choose returns the bot's choice, which must be one of the actions in turn.Legal.
	Choose(turn *Turn) uint32
}

// Ender is a Bot that receives the result of its match. A Bot need not be an Ender.
type Ender interface {
	Bot
	// End receives the scores and ranks. The kit calls it once, after the last turn of the match.
	End(end *MatchEnd)
}

// Option changes a setting with which Run introduces the bot to the arena; MaxMatches and Names return options.
type Option func(*options)

type options struct {
	maxMatches uint32
	names      bool
}

// MaxMatches sets how many matches the bot can play at the same time; 64 by default. Each match has its own Bot, so
// only a bot that keeps data in global variables needs 1.
func MaxMatches(n uint32) Option {
	return func(o *options) { o.maxMatches = n }
}

// Names asks the arena to send the names of the legal actions with each turn. They are in Turn.Names, in the order of
// Turn.Legal.
func Names() Option {
	return func(o *options) { o.names = true }
}

// Run plays matches with the bot until the arena says goodbye; the program should end when Run returns. Run calls
// newBot at the start of every match.
//
// If the arena cannot be reached or refuses the bot, or if the bot panics, Run prints an error message to standard
// error and ends the program with status 1.
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

package main

import (
	"github.com/bot-arena/bot-arena/bots/go/kit"
	"github.com/bot-arena/bot-arena/bots/go/kit/arenapb"
)

const (
	noRole     = arenapb.Role_ROLE_UNSPECIFIED
	traitor    = arenapb.Role_ROLE_TRAITOR
	diplomat2  = arenapb.Role_ROLE_DIPLOMAT_2
	diplomat5  = arenapb.Role_ROLE_DIPLOMAT_5
	builder    = arenapb.Role_ROLE_BUILDER
	strategist = arenapb.Role_ROLE_STRATEGIST
	farmer     = arenapb.Role_ROLE_FARMER

	estate      = arenapb.Building_BUILDING_ESTATE
	tradingPost = arenapb.Building_BUILDING_TRADING_POST
)

// Phases of a round.
const (
	conflict = 1
	draft    = 2
	supply   = 3
	draw     = 10
)

const (
	places    = 12
	mostDrawn = 3

	// both is the sum of the numbers of both houses, and also of a building's two sides; this sum minus one of them is
	// the other.
	both = 3
)

// By card value, from the lowest. digits has one more than the number of cards with each value; these are the bases of
// the digits in an action's number.
var (
	values = [6]int{2, 3, 4, 5, 6, 8}
	digits = [6]int{6, 6, 6, 6, 3, 2}
)

// facts has the facts of a turn that the ratings of actions depend on.
type facts struct {
	landscape    []arenapb.Landscape
	base         []uint32
	winnerPoints []uint32
	phase        uint32
	roundsLeft   int // rounds after this one
	conflict     int
	pick         arenapb.Role
	circle       []arenapb.House          // by place: the house that owns it
	kind         [places]arenapb.Building // by place: the seat's own building; 0 if there is none
	ownHouse     arenapb.House
	hand         int // cards in the seat's own hand
	others       []other
}

// other has the facts about another seat that the ratings of actions depend on.
type other struct {
	house  arenapb.House
	played int // points of the cards it has played this round
	cards  int // number of cards it may still play this round
}

func read(start *kit.MatchStart, turn *kit.Turn) *facts {
	setup, view := start.GetVerraeter(), turn.GetVerraeter()
	f := &facts{
		landscape:    setup.CircleLandscape,
		base:         setup.Base,
		winnerPoints: setup.WinnerPoints,
		phase:        view.Phase,
		roundsLeft:   12 - int(start.Seats) - int(view.Round),
		conflict:     int(view.GetConflict()),
		pick:         view.Pick,
		circle:       view.CircleHouse,
		ownHouse:     view.House[turn.Seat],
		hand:         int(view.HandSizes[turn.Seat]),
	}
	for place, kind := range view.BuildingKind {
		if view.BuildingSeat[place] == turn.Seat {
			f.kind[place] = kind
		}
	}
	before := uint32(0)
	if view.Phase == supply {
		before = (turn.Seat + start.Seats - view.Start) % start.Seats
	}
	f.others = make([]other, 0, start.Seats-1)
	for step := range start.Seats {
		seat := (view.Start + step) % start.Seats
		if seat == turn.Seat {
			continue
		}
		o := other{house: view.House[seat]}
		for i, value := range values {
			o.played += value * int(view.Played[6*int(seat)+i])
		}
		if step >= before {
			o.cards = int(view.HandSizes[seat])
		}
		f.others = append(f.others, o)
	}
	return f
}

func (f *facts) posts() int {
	posts := 0
	for _, kind := range f.kind {
		if kind == tradingPost {
			posts++
		}
	}
	return posts
}

func (f *facts) houseWith(role arenapb.Role) arenapb.House {
	if role == traitor {
		return both - f.ownHouse
	}
	return f.ownHouse
}

func (f *facts) drawsWith(role arenapb.Role) int {
	if role == farmer {
		return mostDrawn
	}
	draws := 0
	if role == diplomat2 {
		draws = 1
	}
	house := f.houseWith(role)
	for place, kind := range f.kind {
		if kind == estate && f.circle[place] == house {
			draws++
		}
	}
	return min(draws, mostDrawn)
}

// cardsIn returns the number of cards that an action plays or discards, and their points.
func cardsIn(action uint32) (size, points int) {
	code := int(action)
	for i, digit := range digits {
		count := code % digit
		code /= digit
		size += count
		points += count * values[i]
	}
	return size, points
}

package main

import "github.com/bot-arena/bot-arena/bots/go/kit/arenapb"

// The number at which each kind of action starts. The actions that play or discard cards start at 0.
const (
	fight        = 8000
	pick         = 8100
	buildNothing = 8200
	placeEstate  = 8300
	placePost    = 8400
	flip         = 8500
	move         = 8600
	moveAndFlip  = 8800
)

const (
	handLimit  = 5
	bonusCards = 3
)

// The value of things, in hundredths of a point; found in matches between bots with different values.
const (
	cardDrawn       = 45
	pointPlayed     = 15
	postACard       = 70
	estateARound    = 20
	idleEstateRound = 5
	neighbourARound = 2
)

// What greedy expects of the cards that other seats may still play, in conflict points. The doubt is the lead that
// makes the win certain.
const (
	pointsACard = 2
	doubtACard  = 2
	leastDoubt  = 6
)

var (
	// roleWorths has the fixed value of each role, in hundredths of a point. A role's effects on the conflict, the
	// cards and the buildings are rated separately. farmer, the last role, makes the array long enough for all roles.
	roleWorths = [...]int{traitor: 250, strategist: 260, farmer: 0}
	// rolePoints has the conflict points that each role brings.
	rolePoints = [...]int{diplomat2: 2, diplomat5: 5, farmer: 0}
)

// rate returns the points that the action should bring, in hundredths. For discards, it returns the expected gain in the
// points of the cards in hand, in tenths. Only ratings of the same turn can be compared.
func (f *facts) rate(action uint32) int {
	switch f.phase {
	case conflict:
		return f.conflictWorth(int(action)-fight, noRole, 0)
	case draft:
		return f.roleWorth(arenapb.Role(action - pick))
	case supply:
		size, points := cardsIn(action)
		return f.conflictWorth(f.conflict, f.pick, points) - f.costOfPlaying(size, points)
	case draw:
		size, points := cardsIn(action)
		// Each discarded card makes room for another, which has 3.9 points on average.
		return 39*size - 10*points
	default:
		return f.buildingWorth(int(action))
	}
}

// conflictWorth returns the chance, in percent, that the seat's side wins the conflict, times the points that the seat
// then scores. The conflict is between the places border and border + 1.
func (f *facts) conflictWorth(border int, role arenapb.Role, points int) int {
	house := f.houseWith(role)
	ours, theirs := border, (border+1)%places
	if f.circle[ours] != house {
		ours, theirs = theirs, ours
	}
	lead := int(f.base[f.landscape[ours]-1]) - int(f.base[f.landscape[theirs]-1])
	lead += points + rolePoints[role]
	doubt := leastDoubt
	friends := 0
	for _, other := range f.others {
		strength := other.played + pointsACard*other.cards
		doubt += doubtACard * other.cards
		if other.house == house {
			friends++
			lead += strength
		} else {
			lead -= strength
		}
	}
	percent := 100 * min(max(lead+doubt, 0), 2*doubt) / (2 * doubt)
	return percent * int(f.winnerPoints[4*(int(f.landscape[theirs])-1)+friends])
}

// roleWorth returns the expected value of a role: its fixed value, plus its value in the conflict, plus the value of
// the cards drawn later. It assumes that half of the hand is played. For the Builder, its best action is added.
func (f *facts) roleWorth(role arenapb.Role) int {
	played := (f.hand + 1) / 2
	kept := f.hand - played
	worth := roleWorths[role] + f.conflictWorth(f.conflict, role, 4*played)
	worth += min(f.drawsWith(role), handLimit-kept) * f.cardWorth(kept)
	if role == builder {
		worth += f.bestBuildingAct()
	}
	return worth
}

func (f *facts) cardWorth(kept int) int {
	switch {
	case f.roundsLeft > 0:
		return cardDrawn
	case kept < bonusCards:
		return 100 * f.posts()
	default:
		return 0
	}
}

// costOfPlaying returns the cost of playing these cards. Before the last round, this is the value of their strength in
// later rounds. In the last round, it is the points that the trading posts miss because fewer than three cards are in
// the hand after drawing. Each card point then costs a hundredth more, so that weaker cards are played if all else is
// equal.
func (f *facts) costOfPlaying(size, points int) int {
	if f.roundsLeft > 0 {
		return pointPlayed * points
	}
	kept := f.hand - size + f.drawsWith(f.pick)
	return points + 100*f.posts()*(bonusCards-min(kept, bonusCards))
}

// buildingWorth returns the value of the affected building after the action minus its value before. Placing an estate
// in the set-up is rated in the same way.
func (f *facts) buildingWorth(action int) int {
	switch {
	case action == buildNothing:
		return 0
	case action < placePost:
		return f.worthAt(action-placeEstate, estate)
	case action < flip:
		return f.worthAt(action-placePost, tradingPost)
	case action < move:
		place := action - flip
		return f.gain(place, place, both-f.kind[place])
	case action < moveAndFlip:
		origin, target := (action-move)/places, (action-move)%places
		return f.gain(origin, target, f.kind[origin])
	default:
		origin, target := (action-moveAndFlip)/places, (action-moveAndFlip)%places
		return f.gain(origin, target, both-f.kind[origin])
	}
}

// gain returns the value that the building at origin would have at target with the side after, minus its value now. If
// only the side changes, target is origin.
func (f *facts) gain(origin, target int, after arenapb.Building) int {
	return f.worthAt(target, after) - f.worthAt(origin, f.kind[origin])
}

// bestBuildingAct returns the value of the Builder's best action, at least 0: a new estate, or the worst estate turned
// into a trading post. For a new estate it assumes the same value at every place.
func (f *facts) bestBuildingAct() int {
	estates, worst := 0, 0
	for place, kind := range f.kind {
		if kind != estate {
			continue
		}
		if worth := f.worthAt(place, estate); estates == 0 || worth < worst {
			worst = worth
		}
		estates++
	}
	best := 0
	if estates+f.posts() < 3 {
		best = f.roundsLeft * estateARound
	}
	if estates > 0 && f.posts() < 2 {
		best = max(best, f.postWorth()-worst)
	}
	return best
}

// worthAt returns the value of a building of this kind at a place. An estate brings cards as long as the landscape at
// its place belongs to the seat's own house. The house is likely to keep this landscape longer if the neighbouring
// landscapes belong to the house, too.
func (f *facts) worthAt(place int, kind arenapb.Building) int {
	if kind == tradingPost {
		return f.postWorth()
	}
	house := f.circle[place]
	alike := 0
	for _, step := range [...]int{1, places - 1} {
		if f.circle[(place+step)%places] == house {
			alike++
		}
	}
	if house == f.ownHouse {
		return f.roundsLeft * (estateARound + neighbourARound*alike)
	}
	return f.roundsLeft * (idleEstateRound - neighbourARound*alike)
}

func (f *facts) postWorth() int {
	if f.roundsLeft > 0 {
		return postACard * bonusCards
	}
	return postACard * min(f.hand, bonusCards)
}

package main

import "github.com/bot-arena/bot-arena/bots/go/kit/arenapb"

// Where the actions of each kind begin; laying down cards begins at 0.
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

// What things are worth, in hundredths of a point.
const (
	cardDrawn       = 45
	pointPlayed     = 15
	postACard       = 70
	estateARound    = 20
	idleEstateRound = 5
	neighbourARound = 2
)

// What greedy expects of seats that have not played yet, in conflict points.
const (
	pointsACard = 2
	doubtACard  = 2
	leastDoubt  = 6
)

var (
	// roleWorths is what a role is worth in addition to what it does for the conflict, the cards and the buildings.
	roleWorths = [...]int{traitor: 250, strategist: 260, farmer: 0}
	// rolePoints are the conflict points a role brings.
	rolePoints = [...]int{diplomat2: 2, diplomat5: 5, farmer: 0}
)

// rate returns what the action should bring; a rating only means something compared with others of the same turn.
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
		return 39*size - 10*points // a drawn card brings 3.9 points on average
	default:
		return f.buildingWorth(int(action))
	}
}

// conflictWorth is the chance, in percent, that the seat's own side wins, times the points it then scores.
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

// roleWorth is what the role should bring: the conflict with half of the hand played, the cards drawn after it, and the
// role's own worth.
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

// costOfPlaying is what the cards played would have been worth in hand: strength in later rounds; after the last round,
// what the trading posts pay for them.
func (f *facts) costOfPlaying(size, points int) int {
	if f.roundsLeft > 0 {
		return pointPlayed * points
	}
	kept := f.hand - size + f.drawsWith(f.pick)
	return points + 100*f.posts()*(bonusCards-min(kept, bonusCards))
}

// buildingWorth is what the building is worth after the act, less what it was worth before; placing an estate in the
// set-up counts as an act, too.
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

// gain is how much more the building at origin is worth as this kind at target.
func (f *facts) gain(origin, target int, after arenapb.Building) int {
	return f.worthAt(target, after) - f.worthAt(origin, f.kind[origin])
}

// bestBuildingAct is what the Builder should bring, before its place is chosen: a new estate, or the worst estate
// turned over.
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

// worthAt is what a building is worth at a place. An estate brings cards while its place belongs to the seat's own
// house, longest if the neighbours belong to that house, too.
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

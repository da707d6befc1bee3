//! Rates actions: estimates the points that an action should bring, in hundredths.

use bot_arena_kit::protocol::{Building, Role, VerraeterView};
use bot_arena_kit::{MatchStart, Turn};

const TRAITOR: i32 = Role::Traitor as i32;
const DIPLOMAT_2: i32 = Role::Diplomat2 as i32;
const BUILDER: i32 = Role::Builder as i32;
const FARMER: i32 = Role::Farmer as i32;

const ESTATE: i32 = Building::Estate as i32;
const TRADING_POST: i32 = Building::TradingPost as i32;

const CONFLICT: u32 = 1;
const DRAFT: u32 = 2;
const SUPPLY: u32 = 3;
const DRAW: u32 = 10;

const FIGHT: u32 = 8000;
const PICK: u32 = 8100;
const BUILD_NOTHING: u32 = 8200;
const PLACE_ESTATE: u32 = 8300;
const PLACE_POST: u32 = 8400;
const FLIP: u32 = 8500;
const MOVE: u32 = 8600;
const MOVE_AND_FLIP: u32 = 8800;

const PLACES: usize = 12;
/// The sum of the numbers of both houses, and also of a building's two sides; this sum minus one of
/// them is the other.
const BOTH: i32 = 3;
const VALUES: [i32; 6] = [2, 3, 4, 5, 6, 8];
/// For each card value, one more than the number of cards with this value; these are the bases of
/// the digits in an action's number.
const DIGITS: [u32; 6] = [6, 6, 6, 6, 3, 2];

const HAND_LIMIT: i32 = 5;
const MOST_DRAWN: i32 = 3;
const BONUS_CARDS: i32 = 3;

// The value of things, in hundredths of a point; found in matches between bots with different
// values.
const CARD_DRAWN: i32 = 45;
const POINT_PLAYED: i32 = 15;
const POST_A_CARD: i32 = 70;
const ESTATE_A_ROUND: i32 = 20;
const IDLE_ESTATE_A_ROUND: i32 = 5;
const NEIGHBOUR_A_ROUND: i32 = 2;
/// The fixed value of each role, by role. Its effects on the conflict, the cards and the buildings
/// are rated separately.
const ROLE_WORTH: [i32; 7] = [0, 250, 0, 0, 0, 260, 0];
/// The conflict points that each role brings, by role.
const ROLE_POINTS: [i32; 7] = [0, 0, 2, 5, 0, 0, 0];

// What greedy expects of the cards that other seats may still play, in conflict points. The doubt is
// the lead that makes the win certain.
const POINTS_A_CARD: i32 = 2;
const DOUBT_A_CARD: i32 = 2;
const LEAST_DOUBT: i32 = 6;

/// The facts of a turn that the ratings of actions depend on.
pub struct Facts<'a> {
    landscape: &'a [i32],
    base: &'a [u32],
    winner_points: &'a [u32],
    phase: u32,
    /// Number of rounds after this one.
    rounds_left: i32,
    conflict: usize,
    pick: i32,
    /// By place: the house that owns it.
    circle: &'a [i32],
    /// By place: the seat's own building, `ESTATE` or `TRADING_POST`; 0 if there is none.
    kind: [i32; PLACES],
    own_house: i32,
    /// Number of cards in the seat's own hand.
    hand: i32,
    others: Vec<Other>,
}

/// The facts about another seat that the ratings of actions depend on.
struct Other {
    house: i32,
    /// Points of the cards it has played this round.
    played: i32,
    /// Number of cards it may still play this round.
    cards: i32,
}

pub fn read<'a>(start: &'a MatchStart, turn: &Turn, view: &'a VerraeterView) -> Facts<'a> {
    let setup = start.verraeter().expect("greedy plays Verräter");
    let seats = start.seats;
    let own = turn.seat as usize;
    let before = match view.phase {
        SUPPLY => (turn.seat + seats - view.start) % seats,
        _ => 0,
    };
    let mut others = Vec::new();
    for step in 0..seats {
        let seat = ((view.start + step) % seats) as usize;
        if seat != own {
            let counts = &view.played[6 * seat..][..6];
            others.push(Other {
                house: view.house[seat],
                played: (counts.iter().zip(VALUES))
                    .map(|(count, value)| *count as i32 * value)
                    .sum(),
                cards: if step < before {
                    0
                } else {
                    view.hand_sizes[seat] as i32
                },
            });
        }
    }
    let mut kind = [0; PLACES];
    for (place, building) in kind.iter_mut().enumerate() {
        if view.building_seat[place] == turn.seat {
            *building = view.building_kind[place];
        }
    }
    Facts {
        landscape: &setup.circle_landscape,
        base: &setup.base,
        winner_points: &setup.winner_points,
        phase: view.phase,
        rounds_left: 12 - seats as i32 - view.round as i32,
        conflict: view.conflict() as usize,
        pick: view.pick,
        circle: &view.circle_house,
        kind,
        own_house: view.house[own],
        hand: view.hand_sizes[own] as i32,
        others,
    }
}

/// Returns the points that the action should bring, in hundredths. For discards, it returns the
/// expected gain in the points of the cards in hand, in tenths. Only ratings of the same turn can be
/// compared.
pub fn rate(facts: &Facts, action: u32) -> i32 {
    match facts.phase {
        CONFLICT => conflict_worth(facts, (action - FIGHT) as usize, 0, 0),
        DRAFT => role_worth(facts, (action - PICK) as i32),
        SUPPLY => {
            let (size, points) = cards_in(action);
            conflict_worth(facts, facts.conflict, facts.pick, points)
                - cost_of_playing(facts, size, points)
        }
        DRAW => {
            let (size, points) = cards_in(action);
            // Each discarded card makes room for another, which has 3.9 points on average.
            39 * size - 10 * points
        }
        _ => building_worth(facts, action),
    }
}

/// Returns the chance, in percent, that the seat's side wins the conflict, times the points that the
/// seat then scores. The conflict is between the places `border` and `border` + 1.
fn conflict_worth(facts: &Facts, border: usize, role: i32, points: i32) -> i32 {
    let house = house_with(facts, role);
    let (mut ours, mut theirs) = (border, (border + 1) % PLACES);
    if facts.circle[ours] != house {
        (ours, theirs) = (theirs, ours);
    }
    let base = |place: usize| facts.base[facts.landscape[place] as usize - 1] as i32;
    let mut lead = base(ours) - base(theirs) + points + ROLE_POINTS[role as usize];
    let mut doubt = LEAST_DOUBT;
    let mut friends = 0;
    for other in &facts.others {
        let strength = other.played + POINTS_A_CARD * other.cards;
        doubt += DOUBT_A_CARD * other.cards;
        if other.house == house {
            friends += 1;
            lead += strength;
        } else {
            lead -= strength;
        }
    }
    let percent = 100 * (lead + doubt).clamp(0, 2 * doubt) / (2 * doubt);
    let conquered = facts.landscape[theirs] as usize - 1;
    percent * facts.winner_points[4 * conquered + friends] as i32
}

/// Returns the expected value of a role: its fixed value, plus its value in the conflict, plus the
/// value of the cards drawn later. It assumes that half of the hand is played. For the Builder, its
/// best action is added.
fn role_worth(facts: &Facts, role: i32) -> i32 {
    let played = (facts.hand + 1) / 2;
    let kept = facts.hand - played;
    let drawn = draws_with(facts, role).min(HAND_LIMIT - kept);
    let worth = ROLE_WORTH[role as usize]
        + conflict_worth(facts, facts.conflict, role, 4 * played)
        + drawn * card_worth(facts, kept);
    match role {
        BUILDER => worth + best_building_act(facts),
        _ => worth,
    }
}

fn card_worth(facts: &Facts, kept: i32) -> i32 {
    if facts.rounds_left > 0 {
        CARD_DRAWN
    } else if kept < BONUS_CARDS {
        100 * posts(facts)
    } else {
        0
    }
}

/// Returns the cost of playing these cards. Before the last round, this is the value of their
/// strength in later rounds. In the last round, it is the points that the trading posts miss
/// because fewer than three cards are in the hand after drawing. Each card point then costs a
/// hundredth more, so that weaker cards are played if all else is equal.
fn cost_of_playing(facts: &Facts, size: i32, points: i32) -> i32 {
    if facts.rounds_left > 0 {
        return POINT_PLAYED * points;
    }
    let kept = facts.hand - size + draws_with(facts, facts.pick);
    points + 100 * posts(facts) * (BONUS_CARDS - kept.min(BONUS_CARDS))
}

/// Returns the value of the affected building after the action minus its value before. Placing an
/// estate in the set-up is rated in the same way.
fn building_worth(facts: &Facts, action: u32) -> i32 {
    let pair = |code: u32| (code as usize / PLACES, code as usize % PLACES);
    let place = |code: u32| (code as usize, code as usize);
    let ((origin, target), flips) = match action {
        BUILD_NOTHING => return 0,
        PLACE_ESTATE..PLACE_POST => {
            return worth_at(facts, (action - PLACE_ESTATE) as usize, ESTATE);
        }
        PLACE_POST..FLIP => {
            return worth_at(facts, (action - PLACE_POST) as usize, TRADING_POST);
        }
        FLIP..MOVE => (place(action - FLIP), true),
        MOVE..MOVE_AND_FLIP => (pair(action - MOVE), false),
        _ => (pair(action - MOVE_AND_FLIP), true),
    };
    let before = facts.kind[origin];
    let after = if flips { BOTH - before } else { before };
    worth_at(facts, target, after) - worth_at(facts, origin, before)
}

/// Returns the value of the Builder's best action, at least 0: a new estate, or the worst estate
/// turned into a trading post. For a new estate it assumes the same value at every place.
fn best_building_act(facts: &Facts) -> i32 {
    let estates = || (0..PLACES).filter(|place| facts.kind[*place] == ESTATE);
    let best = match estates().count() as i32 + posts(facts) {
        0..3 => facts.rounds_left * ESTATE_A_ROUND,
        _ => 0,
    };
    let worst = estates().map(|place| worth_at(facts, place, ESTATE)).min();
    match worst {
        Some(worst) if posts(facts) < 2 => best.max(post_worth(facts) - worst),
        _ => best,
    }
}

/// Returns the value of a building of this kind at a place. An estate brings cards as long as the
/// landscape at its place belongs to the seat's own house. The house is likely to keep this landscape
/// longer if the neighbouring landscapes belong to the house, too.
fn worth_at(facts: &Facts, place: usize, kind: i32) -> i32 {
    if kind == TRADING_POST {
        return post_worth(facts);
    }
    let house = facts.circle[place];
    let neighbours = [(place + 1) % PLACES, (place + PLACES - 1) % PLACES];
    let alike = neighbours
        .iter()
        .filter(|neighbour| facts.circle[**neighbour] == house)
        .count() as i32;
    let a_round = if house == facts.own_house {
        ESTATE_A_ROUND + NEIGHBOUR_A_ROUND * alike
    } else {
        IDLE_ESTATE_A_ROUND - NEIGHBOUR_A_ROUND * alike
    };
    facts.rounds_left * a_round
}

fn post_worth(facts: &Facts) -> i32 {
    let cards = if facts.rounds_left > 0 {
        BONUS_CARDS
    } else {
        facts.hand.min(BONUS_CARDS)
    };
    POST_A_CARD * cards
}

fn posts(facts: &Facts) -> i32 {
    let posts = facts.kind.iter().filter(|kind| **kind == TRADING_POST);
    posts.count() as i32
}

fn house_with(facts: &Facts, role: i32) -> i32 {
    match role {
        TRAITOR => BOTH - facts.own_house,
        _ => facts.own_house,
    }
}

fn draws_with(facts: &Facts, role: i32) -> i32 {
    if role == FARMER {
        return MOST_DRAWN;
    }
    let house = house_with(facts, role);
    let estates = (0..PLACES)
        .filter(|place| facts.kind[*place] == ESTATE && facts.circle[*place] == house)
        .count() as i32;
    MOST_DRAWN.min(estates + i32::from(role == DIPLOMAT_2))
}

/// Returns the number of cards that an action plays or discards, and their points.
fn cards_in(mut code: u32) -> (i32, i32) {
    let (mut size, mut points) = (0, 0);
    for (digit, value) in DIGITS.into_iter().zip(VALUES) {
        let count = (code % digit) as i32;
        code /= digit;
        size += count;
        points += count * value;
    }
    (size, points)
}

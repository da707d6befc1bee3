/**
 * A bot for Verräter that takes the action that should bring the most points. If several actions are equally good, it
 * takes the one with the lowest number.
 *
 * It draws no random numbers, remembers nothing and calculates in whole hundredths of a point, so the same view gives
 * the same action in any language. The file bots/python/greedy/README.md defines the ratings of actions; houseWith, for
 * example, is called house_with there.
 */

import { type Bot, Building, type MatchStart, Role, type Turn } from "@bot-arena/kit";

const [CONFLICT, DRAFT, SUPPLY, DRAW] = [1, 2, 3, 10];
const [FIGHT, PICK, BUILD_NOTHING, PLACE_ESTATE, PLACE_POST] = [8000, 8100, 8200, 8300, 8400];
const [FLIP, MOVE, MOVE_AND_FLIP] = [8500, 8600, 8800];
const PLACES = 12;
/**
 * The sum of the numbers of both houses, and also of a building's two sides; this sum minus one of them is the other.
 */
const BOTH = 3;
const VALUES = [2, 3, 4, 5, 6, 8];
/**
 * For each card value, one more than the number of cards with this value; these are the bases of the digits in an
 * action's number.
 */
const DIGITS = [6, 6, 6, 6, 3, 2];

const [HAND_LIMIT, MOST_DRAWN, BONUS_CARDS] = [5, 3, 3];

// The value of things, in hundredths of a point; found in matches between bots with different values.
const [CARD_DRAWN, POINT_PLAYED, POST_A_CARD] = [45, 15, 70];
const [ESTATE_A_ROUND, IDLE_ESTATE_A_ROUND, NEIGHBOUR_A_ROUND] = [20, 5, 2];
/**
 * The fixed value of each role, by role, in hundredths of a point. Its effects on the conflict, the cards and the
 * buildings are rated separately.
 */
const ROLE_WORTH = [0, 250, 0, 0, 0, 260, 0];
/** The conflict points that each role brings, by role. */
const ROLE_POINTS = [0, 0, 2, 5, 0, 0, 0];

// Expected conflict points of the cards that other seats may still play. The doubt is the lead that makes a win
// certain.
const [POINTS_A_CARD, DOUBT_A_CARD, LEAST_DOUBT] = [2, 2, 6];

/** The facts about another seat that the ratings of actions depend on. */
interface Other {
  house: number;
  /** Points of the cards it has played this round. */
  played: number;
  /** Number of cards it may still play this round. */
  cards: number;
}

/** The facts of a turn that the ratings of actions depend on. */
interface Facts {
  landscape: readonly number[];
  base: readonly number[];
  winnerPoints: readonly number[];
  phase: number;
  /** Number of rounds after this one. */
  roundsLeft: number;
  conflict: number;
  pick: number;
  /** By place: the house that owns it. */
  circle: readonly number[];
  /** By place: the seat's own building, 1 estate or 2 trading post; 0 if there is none. */
  kind: readonly number[];
  ownHouse: number;
  /** Number of cards in the seat's own hand. */
  hand: number;
  others: readonly Other[];
}

export class Greedy implements Bot {
  readonly #start: MatchStart;

  constructor(start: MatchStart) {
    this.#start = start;
  }

  choose(turn: Turn): number {
    const facts = read(this.#start, turn);
    let best = { action: 0, rating: Number.NEGATIVE_INFINITY };
    for (const action of turn.legal) {
      const rating = rate(facts, action);
      if (rating > best.rating) best = { action, rating };
    }
    return best.action;
  }
}

function read(start: MatchStart, turn: Turn): Facts {
  if (start.setup.case !== "verraeter" || turn.view.case !== "verraeter") throw new Error("This is not Verräter.");
  const { seats } = start;
  const setup = start.setup.value;
  const view = turn.view.value;
  const before = view.phase === SUPPLY ? (turn.seat + seats - view.start) % seats : 0;
  const others: Other[] = [];
  for (let step = 0; step < seats; step++) {
    const seat = (view.start + step) % seats;
    if (seat === turn.seat) continue;
    others.push({
      house: view.house[seat],
      played: sum(VALUES.map((value, i) => value * view.played[6 * seat + i])),
      cards: step < before ? 0 : view.handSizes[seat],
    });
  }
  return {
    landscape: setup.circleLandscape,
    base: setup.base,
    winnerPoints: setup.winnerPoints,
    phase: view.phase,
    roundsLeft: 12 - seats - view.round,
    conflict: view.conflict ?? 0,
    pick: view.pick,
    circle: view.circleHouse,
    kind: view.buildingKind.map((kind, place) => (view.buildingSeat[place] === turn.seat ? kind : 0)),
    ownHouse: view.house[turn.seat],
    hand: view.handSizes[turn.seat],
    others,
  };
}

/**
 * Returns the points that the action should bring, in hundredths. For discards, it returns the expected gain in the
 * points of the cards in hand, in tenths. Only ratings of the same turn can be compared.
 */
function rate(facts: Facts, action: number): number {
  switch (facts.phase) {
    case CONFLICT:
      return conflictWorth(facts, action - FIGHT, Role.UNSPECIFIED, 0);
    case DRAFT:
      return roleWorth(facts, action - PICK);
    case SUPPLY: {
      const { size, points } = cardsIn(action);
      return conflictWorth(facts, facts.conflict, facts.pick, points) - costOfPlaying(facts, size, points);
    }
    case DRAW: {
      const { size, points } = cardsIn(action);
      // Each discarded card makes room for another, which has 3.9 points on average.
      return 39 * size - 10 * points;
    }
    default:
      return buildingWorth(facts, action);
  }
}

/**
 * Returns the chance, in percent, that the seat's side wins the conflict, times the points that the seat then scores.
 * The conflict is between the places `border` and `border` + 1.
 */
function conflictWorth(facts: Facts, border: number, role: number, points: number): number {
  const house = houseWith(facts, role);
  const next = (border + 1) % PLACES;
  const [ours, theirs] = facts.circle[border] === house ? [border, next] : [next, border];
  let lead = facts.base[facts.landscape[ours] - 1] - facts.base[facts.landscape[theirs] - 1];
  lead += points + ROLE_POINTS[role];
  let doubt = LEAST_DOUBT;
  let friends = 0;
  for (const other of facts.others) {
    const strength = other.played + POINTS_A_CARD * other.cards;
    doubt += DOUBT_A_CARD * other.cards;
    if (other.house === house) {
      friends += 1;
      lead += strength;
    } else {
      lead -= strength;
    }
  }
  const percent = quotient(100 * Math.min(Math.max(lead + doubt, 0), 2 * doubt), 2 * doubt);
  return percent * facts.winnerPoints[4 * (facts.landscape[theirs] - 1) + friends];
}

/**
 * Returns the expected value of a role: its fixed value, plus its value in the conflict, plus the value of the cards
 * drawn later. It assumes that half of the hand is played. For the Builder, its best action is added.
 */
function roleWorth(facts: Facts, role: number): number {
  const played = quotient(facts.hand + 1, 2);
  const kept = facts.hand - played;
  const conflict = conflictWorth(facts, facts.conflict, role, 4 * played);
  const cards = Math.min(drawsWith(facts, role), HAND_LIMIT - kept) * cardWorth(facts, kept);
  return ROLE_WORTH[role] + conflict + cards + (role === Role.BUILDER ? bestBuildingAct(facts) : 0);
}

function cardWorth(facts: Facts, kept: number): number {
  if (facts.roundsLeft > 0) return CARD_DRAWN;
  return kept < BONUS_CARDS ? 100 * posts(facts) : 0;
}

/**
 * Returns the cost of playing these cards. Before the last round, this is the value of their strength in later rounds.
 * In the last round, it is the points that the trading posts miss because fewer than three cards are in the hand after
 * drawing. Each card point then costs a hundredth more, so that weaker cards are played if all else is equal.
 */
function costOfPlaying(facts: Facts, size: number, points: number): number {
  if (facts.roundsLeft > 0) return POINT_PLAYED * points;
  const kept = facts.hand - size + drawsWith(facts, facts.pick);
  return points + 100 * posts(facts) * (BONUS_CARDS - Math.min(kept, BONUS_CARDS));
}

/**
 * Returns the value of the affected building after the action minus its value before. Placing an estate in the set-up
 * is rated in the same way.
 */
function buildingWorth(facts: Facts, action: number): number {
  if (action === BUILD_NOTHING) return 0;
  if (action < PLACE_POST) return worthAt(facts, action - PLACE_ESTATE, Building.ESTATE);
  if (action < FLIP) return worthAt(facts, action - PLACE_POST, Building.TRADING_POST);
  if (action < MOVE) return gain(facts, action - FLIP, action - FLIP, true);
  const flips = action >= MOVE_AND_FLIP;
  const move = action - (flips ? MOVE_AND_FLIP : MOVE);
  return gain(facts, quotient(move, PLACES), move % PLACES, flips);
}

/**
 * Returns the value that the building at `origin` would have at `target`, minus its value now. `flips` is whether the
 * building is also turned over. If it is only turned over, `target` is `origin`.
 */
function gain(facts: Facts, origin: number, target: number, flips: boolean): number {
  const before = facts.kind[origin];
  return worthAt(facts, target, flips ? BOTH - before : before) - worthAt(facts, origin, before);
}

/**
 * Returns the value of the Builder's best action, at least 0: a new estate, or the worst estate turned into a trading
 * post. For a new estate it assumes the same value at every place.
 */
function bestBuildingAct(facts: Facts): number {
  const estates = [...facts.kind.keys()].filter((place) => facts.kind[place] === Building.ESTATE);
  const best = estates.length + posts(facts) < 3 ? facts.roundsLeft * ESTATE_A_ROUND : 0;
  if (estates.length === 0 || posts(facts) >= 2) return best;
  const worst = Math.min(...estates.map((place) => worthAt(facts, place, Building.ESTATE)));
  return Math.max(best, postWorth(facts) - worst);
}

/**
 * Returns the value of a building of this kind at a place. An estate brings cards as long as the landscape at its place
 * belongs to the seat's own house. The house is likely to keep this landscape longer if the neighbouring landscapes
 * belong to the house, too.
 */
function worthAt(facts: Facts, place: number, kind: number): number {
  if (kind === Building.TRADING_POST) return postWorth(facts);
  const house = facts.circle[place];
  const alike = [1, PLACES - 1].filter((step) => facts.circle[(place + step) % PLACES] === house).length;
  if (house === facts.ownHouse) return facts.roundsLeft * (ESTATE_A_ROUND + NEIGHBOUR_A_ROUND * alike);
  return facts.roundsLeft * (IDLE_ESTATE_A_ROUND - NEIGHBOUR_A_ROUND * alike);
}

function postWorth(facts: Facts): number {
  return POST_A_CARD * (facts.roundsLeft > 0 ? BONUS_CARDS : Math.min(facts.hand, BONUS_CARDS));
}

function posts(facts: Facts): number {
  return facts.kind.filter((kind) => kind === Building.TRADING_POST).length;
}

function houseWith(facts: Facts, role: number): number {
  return role === Role.TRAITOR ? BOTH - facts.ownHouse : facts.ownHouse;
}

function drawsWith(facts: Facts, role: number): number {
  if (role === Role.FARMER) return MOST_DRAWN;
  const house = houseWith(facts, role);
  const estates = facts.kind.filter((kind, place) => kind === Building.ESTATE && facts.circle[place] === house).length;
  return Math.min(estates + (role === Role.DIPLOMAT_2 ? 1 : 0), MOST_DRAWN);
}

/** Returns the number of cards that an action plays or discards, and their points. */
function cardsIn(action: number): { size: number; points: number } {
  let [rest, size, points] = [action, 0, 0];
  for (const [i, digit] of DIGITS.entries()) {
    const count = rest % digit;
    rest = quotient(rest, digit);
    size += count;
    points += count * VALUES[i];
  }
  return { size, points };
}

function quotient(dividend: number, divisor: number): number {
  return Math.floor(dividend / divisor);
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

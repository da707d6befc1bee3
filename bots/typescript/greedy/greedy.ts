/**
 * Rates every legal action by the points it should bring, and takes the best; of equally good ones, the lowest.
 *
 * It draws no random numbers, remembers nothing and calculates in whole hundredths of a point, so the same view gives
 * the same action in any language. The README of the greedy bot in Python states the algorithm.
 */

import { type Bot, Building, type MatchStart, Role, type Turn } from "@bot-arena/kit";

const [CONFLICT, DRAFT, SUPPLY, DRAW] = [1, 2, 3, 10];
const [FIGHT, PICK, BUILD_NOTHING, PLACE_ESTATE, PLACE_POST] = [8000, 8100, 8200, 8300, 8400];
const [FLIP, MOVE, MOVE_AND_FLIP] = [8500, 8600, 8800];
const PLACES = 12;
/** This minus a house is the other house; this minus a building's side is the other side. */
const BOTH = 3;
const VALUES = [2, 3, 4, 5, 6, 8];
/** By card value: one more than the number of cards that have it. */
const DIGITS = [6, 6, 6, 6, 3, 2];

const [HAND_LIMIT, MOST_DRAWN, BONUS_CARDS] = [5, 3, 3];

// What things are worth, in hundredths of a point; found in matches between bots with different values.
const [CARD_DRAWN, POINT_PLAYED, POST_A_CARD] = [45, 15, 70];
const [ESTATE_A_ROUND, IDLE_ESTATE_A_ROUND, NEIGHBOUR_A_ROUND] = [20, 5, 2];
/** By role: its worth in addition to what it does for the conflict, the cards and the buildings. */
const ROLE_WORTH = [0, 250, 0, 0, 0, 260, 0];
/** By role: the conflict points it brings. */
const ROLE_POINTS = [0, 0, 2, 5, 0, 0, 0];

// What greedy expects of seats that have not played yet, in conflict points.
const [POINTS_A_CARD, DOUBT_A_CARD, LEAST_DOUBT] = [2, 2, 6];

/** What the ratings need to know about another seat. */
interface Other {
  house: number;
  /** Points it has played this round. */
  played: number;
  /** Cards it may still play. */
  cards: number;
}

/** What the ratings need to know about a turn. */
interface Facts {
  landscape: readonly number[];
  base: readonly number[];
  winnerPoints: readonly number[];
  phase: number;
  /** The rounds after this one. */
  roundsLeft: number;
  conflict: number;
  pick: number;
  /** By place: the house that owns it. */
  circle: readonly number[];
  /** By place: the seat's own building; 0 if there is none. */
  kind: readonly number[];
  ownHouse: number;
  /** Cards in the seat's own hand. */
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

/** What the action should bring; a rating only means something compared with others of the same turn. */
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
      return 39 * size - 10 * points; // a drawn card brings 3.9 points on average
    }
    default:
      return buildingWorth(facts, action);
  }
}

/** The chance, in percent, that the seat's own side wins, times the points it then scores. */
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
 * What the role should bring: the conflict with half of the hand played, the cards drawn after it, and the role's own
 * worth.
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
 * What the cards played would have been worth in hand: strength in later rounds; after the last round, what the trading
 * posts pay for them.
 */
function costOfPlaying(facts: Facts, size: number, points: number): number {
  if (facts.roundsLeft > 0) return POINT_PLAYED * points;
  const kept = facts.hand - size + drawsWith(facts, facts.pick);
  return points + 100 * posts(facts) * (BONUS_CARDS - Math.min(kept, BONUS_CARDS));
}

/**
 * What the building is worth after the act, less what it was worth before; placing an estate in the set-up counts as an
 * act, too.
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

/** What the building is worth at the target, turned over or not, less what it is worth now. */
function gain(facts: Facts, origin: number, target: number, flips: boolean): number {
  const before = facts.kind[origin];
  return worthAt(facts, target, flips ? BOTH - before : before) - worthAt(facts, origin, before);
}

/** What the Builder should bring, before its place is chosen: a new estate, or the worst estate turned over. */
function bestBuildingAct(facts: Facts): number {
  const estates = [...facts.kind.keys()].filter((place) => facts.kind[place] === Building.ESTATE);
  const best = estates.length + posts(facts) < 3 ? facts.roundsLeft * ESTATE_A_ROUND : 0;
  if (estates.length === 0 || posts(facts) >= 2) return best;
  const worst = Math.min(...estates.map((place) => worthAt(facts, place, Building.ESTATE)));
  return Math.max(best, postWorth(facts) - worst);
}

/**
 * What a building is worth at a place. An estate brings cards while its place belongs to the seat's own house, longest
 * if the neighbours belong to that house, too.
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

/** The number of cards laid down, and their points. */
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

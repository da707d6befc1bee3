import { type Bot, type MatchStart, Random, Rows, type Turn } from "@bot-arena/kit";

/**
 * Your bot in one match of Connect Four. The program may play many matches at once, so store all data of a match in
 * `this`.
 */
export class MyBot implements Bot {
  readonly #start: MatchStart;
  readonly #random: Random;

  constructor(start: MatchStart) {
    this.#start = start; // seats, own seat, edition, rows
    this.#random = new Random(start.seed); // the only source of chance, so that a match can be replayed exactly
  }

  choose(turn: Turn): number {
    const rows = new Rows(this.#start, turn);
    if (rows.ints("board").every((value) => value < 0)) return turn.legal[0]; // every place is empty
    // Your ideas go here: look at `rows`, and return one of `turn.legal`.
    return this.#random.pick(turn.legal);
  }
}

import { type Bot, type MatchStart, Random, type Turn } from "@bot-arena/kit";

/** Your bot in one match. The program may play many matches at once, so store all data of a match in `this`. */
export class MyBot implements Bot {
  readonly #random: Random;

  constructor(start: MatchStart) {
    this.#random = new Random(start.seed); // the only source of chance, so that a match can be replayed exactly
  }

  choose(turn: Turn): number {
    if (turn.view.case !== "verraeter") throw new Error("This bot plays Verräter.");
    const view = turn.view.value;
    if (view.phase === 0) return turn.legal[0];
    // Your ideas go here: look at `view`, and return one of `turn.legal`.
    return this.#random.pick(turn.legal);
  }
}

/** A bot for any game that chooses uniformly at random among the legal actions. */

import { type Bot, type MatchStart, Random, run, type Turn } from "@bot-arena/kit";

class RandomBot implements Bot {
  readonly #random: Random;

  constructor(start: MatchStart) {
    this.#random = new Random(start.seed);
  }

  choose(turn: Turn): number {
    return this.#random.pick(turn.legal);
  }
}

await run(RandomBot, { maxMatches: 4096 });

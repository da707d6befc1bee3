const INCREMENT = 0x9e3779b97f4a7c15n;

/**
 * A generator of random numbers (SplitMix64). Its seed has 64 bits and is usually `start.seed` of a match. The same
 * seed gives the same numbers in every run.
 */
export class Random {
  #state: bigint;

  constructor(seed: bigint) {
    this.#state = seed;
  }

  /** Returns an integer from 0 up to, but not including, `n`; each has the same probability. */
  below(n: number): number {
    return Number((this.#next() * BigInt(n)) >> 64n);
  }

  /** Returns one of the items, each with the same probability; `undefined` if there are no items. */
  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)];
  }

  #next(): bigint {
    this.#state = BigInt.asUintN(64, this.#state + INCREMENT);
    let mixed = this.#state;
    mixed = BigInt.asUintN(64, (mixed ^ (mixed >> 30n)) * 0xbf58476d1ce4e5b9n);
    mixed = BigInt.asUintN(64, (mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn);
    return mixed ^ (mixed >> 31n);
  }
}

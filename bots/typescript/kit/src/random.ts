const INCREMENT = 0x9e3779b97f4a7c15n;

/** Random numbers that depend on a 64-bit seed alone (SplitMix64): seeded by a match, the same in every run. */
export class Random {
  #state: bigint;

  constructor(seed: bigint) {
    this.#state = seed;
  }

  /** A whole number from 0 up to, but not including, `n`. */
  below(n: number): number {
    return Number((this.#next() * BigInt(n)) >> 64n);
  }

  /** One of the items, each as likely as any other. */
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

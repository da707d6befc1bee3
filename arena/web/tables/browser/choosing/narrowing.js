/**
 * Finds the legal actions that fit the picks so far. This code knows no game: for it, an action is the list of its
 * targets. A target may be in the list more than once, such as for two cards of one value.
 */

/** @typedef {import("../../../../match/browser/document.js").Choice} Choice */

/** A legal action with its targets. @typedef {{ choice: Choice, targets: string[] }} Option */

/**
 * A picked thing: among the things with the name `target`, the one with the index `copy`.
 * @typedef {{ target: string, copy: number }} Pick
 */

export class Narrowing {
  /** @param {Option[]} options */
  constructor(options) {
    this.options = options;
    /** The picks, in the order in which the person made them. @type {Pick[]} */
    this.picks = [];
    /** The action chosen as a whole, by its button. @type {Option | null} */
    this.named = null;
  }

  /**
   * Picks a thing, or undoes its pick. A new pick undoes earlier picks that no legal action has together with it.
   * @param {string} target
   * @param {number} copy
   */
  toggle(target, copy) {
    this.named = null;
    const others = this.picks.filter((pick) => pick.target !== target || pick.copy !== copy);
    if (others.length < this.picks.length) {
      this.picks = others;
      return;
    }
    /** @type {Pick[]} */
    const kept = [];
    for (const pick of others) if (this.fitting([...kept.map(name), pick.target, target]).length) kept.push(pick);
    this.picks = [...kept, { target, copy }];
  }

  /** Chooses an action as a whole: picks all its targets. @param {Option} option */
  name(option) {
    this.named = option;
    this.picks = copies(option.targets);
  }

  clear() {
    this.named = null;
    this.picks = [];
  }

  /** The actions that have all picks among their targets. */
  get remaining() {
    return this.fitting(this.picks.map(name));
  }

  /** The actions whose targets are exactly the picks. */
  get exact() {
    return this.remaining.filter((option) => option.targets.length === this.picks.length);
  }

  /**
   * The action to be confirmed: the one chosen as a whole, or else the only one that remains, or else the only one
   * whose targets are exactly the picks; null if there is none.
   */
  get proposed() {
    if (this.named) return this.named;
    const [remaining, exact] = [this.remaining, this.exact];
    if (remaining.length === 1) return remaining[0] ?? null;
    return this.picks.length && exact.length === 1 ? (exact[0] ?? null) : null;
  }

  /** Returns whether an action has all picks and one more thing with this name. @param {string} target */
  goesOn(target) {
    return this.fitting([...this.picks.map(name), target]).length > 0;
  }

  /** Returns whether any action has this target. @param {string} target */
  isAbout(target) {
    return this.options.some((option) => option.targets.includes(target));
  }

  /** Returns the actions that have all these targets. @param {string[]} wanted */
  fitting(wanted) {
    return this.options.filter((option) => within(wanted, option.targets));
  }
}

/** @param {Pick} pick */
function name(pick) {
  return pick.target;
}

/**
 * Returns targets as picks. If a name occurs twice, its first two things are picked.
 * @param {string[]} targets
 * @returns {Pick[]}
 */
export function copies(targets) {
  /** @type {Map<string, number>} */
  const seen = new Map();
  return targets.map((target) => {
    const copy = seen.get(target) ?? 0;
    seen.set(target, copy + 1);
    return { target, copy };
  });
}

/**
 * Returns whether `there` contains each entry of `wanted` at least as often as `wanted` does.
 * @param {string[]} wanted
 * @param {string[]} there
 */
function within(wanted, there) {
  const left = [...there];
  return wanted.every((one) => {
    const at = left.indexOf(one);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

/**
 * Finds the legal actions that fit the picks so far. It knows no game: an action is the list of its targets, and a target
 * may be in it more than once, such as two cards of one value.
 */

/** @typedef {import("../../../../match/browser/document.js").Choice} Choice */

/** @typedef {{ choice: Choice, targets: string[] }} Option */

/** A picked thing: of those with the name `target` the one numbered `copy`, from 0. @typedef {{ target: string, copy: number }} Pick */

export class Narrowing {
  /** @param {Option[]} options */
  constructor(options) {
    this.options = options;
    /** The picks, in their order. @type {Pick[]} */
    this.picks = [];
    /** The action chosen as a whole, by its button. @type {Option | null} */
    this.named = null;
  }

  /** Picks a thing, or undoes that; earlier picks that do not fit with it are undone. @param {string} target @param {number} copy */
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

  /** Picks all targets of an action. @param {Option} option */
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

  /** The action that the picks mean now, if it is just one. */
  get proposed() {
    if (this.named) return this.named;
    const [remaining, exact] = [this.remaining, this.exact];
    if (remaining.length === 1) return remaining[0] ?? null;
    return this.picks.length && exact.length === 1 ? (exact[0] ?? null) : null;
  }

  /** Whether another thing with this name fits with the picks. @param {string} target */
  goesOn(target) {
    return this.fitting([...this.picks.map(name), target]).length > 0;
  }

  /** Whether any action has this target. @param {string} target */
  isAbout(target) {
    return this.options.some((option) => option.targets.includes(target));
  }

  /** @param {string[]} wanted */
  fitting(wanted) {
    return this.options.filter((option) => within(wanted, option.targets));
  }
}

/** @param {Pick} pick */
function name(pick) {
  return pick.target;
}

/** Targets as picks: the first of the things with a name, then the second. @param {string[]} targets @returns {Pick[]} */
export function copies(targets) {
  /** @type {Map<string, number>} */
  const seen = new Map();
  return targets.map((target) => {
    const copy = seen.get(target) ?? 0;
    seen.set(target, copy + 1);
    return { target, copy };
  });
}

/** Whether `there` has everything in `wanted`, each at least as often. @param {string[]} wanted @param {string[]} there */
function within(wanted, there) {
  const left = [...there];
  return wanted.every((one) => {
    const at = left.indexOf(one);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

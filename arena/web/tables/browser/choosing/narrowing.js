/**
 * Which of the legal actions fit what was picked so far. It knows no game: an action is the list of the targets it is
 * about, and a target may stand in it more than once, as two cards of one value do.
 */

/** @typedef {import("../../../../match/browser/document.js").Choice} Choice */

/** @typedef {{ choice: Choice, targets: string[] }} Option */

/** One of the things with this name; `copy` tells which, from 0. @typedef {{ target: string, copy: number }} Pick */

export class Narrowing {
  /** @param {Option[]} options */
  constructor(options) {
    this.options = options;
    /** In the order of the picking. @type {Pick[]} */
    this.picks = [];
    /** What was named whole, by a button. @type {Option | null} */
    this.named = null;
  }

  /** Picks a thing, or lays it back; what was picked before and does not go with it is laid back. @param {string} target @param {number} copy */
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

  /** Picks all that an action is about. @param {Option} option */
  name(option) {
    this.named = option;
    this.picks = copies(option.targets);
  }

  clear() {
    this.named = null;
    this.picks = [];
  }

  /** The actions that are about all that was picked. */
  get remaining() {
    return this.fitting(this.picks.map(name));
  }

  /** Those that are about nothing else. */
  get exact() {
    return this.remaining.filter((option) => option.targets.length === this.picks.length);
  }

  /** What is chosen now, if it is one action. */
  get proposed() {
    if (this.named) return this.named;
    const [remaining, exact] = [this.remaining, this.exact];
    if (remaining.length === 1) return remaining[0] ?? null;
    return this.picks.length && exact.length === 1 ? (exact[0] ?? null) : null;
  }

  /** Whether something with this name can be picked beside what is picked. @param {string} target */
  goesOn(target) {
    return this.fitting([...this.picks.map(name), target]).length > 0;
  }

  /** Whether any action is about it. @param {string} target */
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

/** Whether all that is wanted is there, each as often. @param {string[]} wanted @param {string[]} there */
function within(wanted, there) {
  const left = [...there];
  return wanted.every((one) => {
    const at = left.indexOf(one);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

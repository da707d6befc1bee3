/** A match in sentences: what was done at each moment, what followed, and what went wrong. */

import { harmless } from "./document.js";
import { knowledge } from "./moments.js";

/** @typedef {import("./document.js").Replay} Replay */
/** @typedef {import("./document.js").Fault} Fault */
/** @typedef {import("./moments.js").Moment} Moment */
/** @typedef {import("../../games/browser/contract.js").GameBoard} GameBoard */
/** @typedef {import("../../games/browser/contract.js").Mark} Mark */
/** @typedef {import("../../games/browser/texts.js").Texts} Texts */

export class Narration {
  /**
   * @param {Replay} replay
   * @param {Moment[]} moments
   * @param {GameBoard} board
   * @param {string[]} names
   * @param {Texts} texts
   */
  constructor(replay, moments, board, names, texts) {
    this.replay = replay;
    this.moments = moments;
    this.board = board;
    this.names = names;
    this.texts = texts;
    this.known = knowledge(replay);
    /** By moment, the marks of its board. @type {Mark[][]} */
    this.marked = [];
  }

  /** Takes in frames and moments that were added. */
  grow() {
    this.known = knowledge(this.replay);
  }

  /** What a seat did at a moment, as it is known at the frame `now`; empty if none did anything. @param {number} at @param {number} now */
  deed(at, now) {
    const moment = this.moments[at];
    if (!moment?.taken) return "";
    const one = this.known.get(moment.taken.number);
    const taken = one && now >= one.from ? one.whole : moment.taken;
    return this.board.deed(taken.parts, taken.seat, this.before(at));
  }

  /** Whether a part of what was done is not known at the frame `now`. @param {number} at @param {number} now */
  hidden(at, now) {
    const taken = this.moments[at]?.taken;
    const one = taken && this.known.get(taken.number);
    return !!one && (now >= one.from ? one.whole : one.taken).action === null;
  }

  /** Sentences on what happened by itself at a moment. @param {number} at */
  events(at) {
    const moment = this.moments[at];
    if (!moment || at === 0) return [];
    const { taken } = moment;
    return this.board.events(this.before(at), moment.board, taken && { ...taken.parts, by: taken.seat });
  }

  /** @param {number} at @returns {Mark[]} */
  marks(at) {
    const moment = this.moments[at];
    if (!moment) return [];
    const marks = (this.marked[at] ??= at ? this.board.marks(this.before(at), moment.board) : []);
    return [...marks, ...this.faults(at).map((fault) => ({ kind: "fault", label: this.fault(fault) }))];
  }

  /** What bots did wrong in the position of this moment. @param {number} at */
  faults(at) {
    const moment = this.moments[at];
    return moment && !moment.stage ? this.replay.spec.faults.filter((fault) => fault.action_count === moment.frame.number) : [];
  }

  /** @param {Fault} fault */
  fault(fault) {
    return this.texts.t("fault", { who: this.names[fault.seat] ?? "", kind: this.texts.t(`fault.${fault.kind}`) });
  }

  /** The whole text for a moment. @param {number} at */
  sentence(at) {
    const moment = this.moments[at];
    if (!moment) return "";
    const standIn = moment.taken?.stand_in ? [this.texts.t("stand.in")] : [];
    const said = [this.deed(at, moment.frame.number), ...standIn, ...this.events(at), ...this.faults(at).map((fault) => this.fault(fault))];
    return said.filter(Boolean).join(" ") || (at ? this.texts.t("nothing") : this.beginning());
  }

  /** The sentence that the match begins, with the actions that the deal has drawn. */
  beginning() {
    const drawn = (this.replay.opening ?? []).map(harmless);
    return [this.texts.t("beginning"), ...(drawn.length ? [this.texts.t("opening", { actions: drawn.join(", ") })] : [])].join(" ");
  }

  /** The board of the last moment up to `at` with a mark to stay at; null if there is none. @param {number} at */
  decided(at) {
    for (let from = at; from > 0; from--) if (this.stays(from)) return this.moments[from]?.board ?? null;
    return null;
  }

  /** Whether a player's page stays at this moment until the player goes on. @param {number} at */
  stays(at) {
    return this.marks(at).some((mark) => mark.stay);
  }

  /** @param {number} at */
  before(at) {
    return (this.moments[at - 1] ?? this.moments[0])?.board ?? { round: 0, phase: "", seats: [] };
  }
}

/** Tells a match in sentences: the action before each moment, what happened by itself, and faults of bots. */

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
    /** By moment, the marks of its board; filled in when they are first needed. @type {Mark[][]} */
    this.marked = [];
  }

  /** Updates what is known of actions, after frames were added to the replay. */
  grow() {
    this.known = knowledge(this.replay);
  }

  /**
   * Returns a sentence about the action of a moment, as these eyes know it at the frame `now`; empty if no seat acted.
   * @param {number} at the moment
   * @param {number} now the number of a frame
   */
  deed(at, now) {
    const moment = this.moments[at];
    if (!moment?.taken) return "";
    const one = this.known.get(moment.taken.number);
    const taken = one && now >= one.from ? one.whole : moment.taken;
    return this.board.deed(taken.parts, taken.seat, this.before(at));
  }

  /**
   * Returns whether a part of the moment's action is not known at the frame `now`.
   * @param {number} at the moment
   * @param {number} now the number of a frame
   */
  hidden(at, now) {
    const taken = this.moments[at]?.taken;
    const one = taken && this.known.get(taken.number);
    return !!one && (now >= one.from ? one.whole : one.taken).action === null;
  }

  /** Returns sentences about what happened by itself at a moment. @param {number} at */
  events(at) {
    const moment = this.moments[at];
    if (!moment || at === 0) return [];
    const { taken } = moment;
    return this.board.events(this.before(at), moment.board, taken && { ...taken.parts, by: taken.seat });
  }

  /** Returns the marks of a moment: those of its board, and its faults. @param {number} at @returns {Mark[]} */
  marks(at) {
    const moment = this.moments[at];
    if (!moment) return [];
    const marks = (this.marked[at] ??= at ? this.board.marks(this.before(at), moment.board) : []);
    return [...marks, ...this.faults(at).map((fault) => ({ kind: "fault", label: this.fault(fault) }))];
  }

  /** Returns the faults that happened in the position of this moment. @param {number} at */
  faults(at) {
    const moment = this.moments[at];
    return moment && !moment.stage ? this.replay.spec.faults.filter((fault) => fault.action_count === moment.frame.number) : [];
  }

  /** Returns a fault as a sentence. @param {Fault} fault */
  fault(fault) {
    return this.texts.t("fault", { who: this.names[fault.seat] ?? "", kind: this.texts.t(`fault.${fault.kind}`) });
  }

  /** Returns the whole text of a moment. @param {number} at */
  sentence(at) {
    const moment = this.moments[at];
    if (!moment) return "";
    const standIn = moment.taken?.stand_in ? [this.texts.t("stand.in")] : [];
    const said = [this.deed(at, moment.frame.number), ...standIn, ...this.events(at), ...this.faults(at).map((fault) => this.fault(fault))];
    return said.filter(Boolean).join(" ") || (at ? this.texts.t("nothing") : this.beginning());
  }

  /** Returns the text of the first moment: that the match begins, and which first actions the deal drew. */
  beginning() {
    const drawn = (this.replay.opening ?? []).map(harmless);
    return [this.texts.t("beginning"), ...(drawn.length ? [this.texts.t("opening", { actions: drawn.join(", ") })] : [])].join(" ");
  }

  /**
   * Returns the board of the last moment, up to `at`, that has a mark with `stay`; null if there is none.
   * @param {number} at
   */
  decided(at) {
    for (let from = at; from > 0; from--) if (this.stays(from)) return this.moments[from]?.board ?? null;
    return null;
  }

  /** Returns whether a player's page stays at this moment until the player goes on. @param {number} at */
  stays(at) {
    return this.marks(at).some((mark) => mark.stay);
  }

  /** Returns the board of the moment before; for the first moment, its own board. @param {number} at */
  before(at) {
    return (this.moments[at - 1] ?? this.moments[0])?.board ?? { round: 0, phase: "", seats: [] };
  }
}

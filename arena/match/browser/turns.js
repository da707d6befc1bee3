/**
 * The turning points of a match: buttons that show these moments, and what bots would have chosen at the decisions
 * before them.
 */

import { html, say } from "../../games/browser/drawing.js";
import { points } from "./curve.js";
import { step } from "./moments.js";

/** @typedef {import("./asking/asking.js").Asking} Asking */
/** @typedef {import("./narration.js").Narration} Narration */
/** @typedef {import("./document.js").Frame} Frame */

/**
 * A turning point: at the moment `at`, the seat gained `gain` points on the best of the other seats.
 * @typedef {{ at: number, seat: number, gain: number }} Swing
 */

/** The most turning points of a match. */
const SWINGS = 3;

/**
 * Returns the turning points with the largest gains, in the order of the match.
 * @param {Narration} narration
 * @returns {Swing[]}
 */
export function swings(narration) {
  const scores = points(narration);
  const all = scores.flatMap((now, at) => {
    const before = scores[at - 1];
    if (!before) return [];
    const gains = now.map((_, seat) => ahead(now, seat) - ahead(before, seat));
    const gain = Math.max(...gains);
    return gain > 0 ? [{ at, seat: gains.indexOf(gain), gain }] : [];
  });
  const most = all.sort((one, other) => other.gain - one.gain || one.at - other.at).slice(0, SWINGS);
  return most.sort((one, other) => one.at - other.at);
}

/** Returns a turning point in words. @param {Swing} swing @param {Narration} narration */
export function called({ at, seat, gain }, { moments, names, texts }) {
  return texts.t("swing", { who: names[seat] ?? "", count: gain, round: moments[at]?.board.round ?? 0 });
}

export class Turns {
  /**
   * @param {Narration} narration
   * @param {Swing[]} found
   * @param {{ go: (at: number) => void, address: (name: string) => string }} ways `go` shows a moment; `address`
   *   returns the address of a step
   */
  constructor(narration, found, ways) {
    const { texts, moments, replay } = narration;
    this.narration = narration;
    this.ways = ways;
    /**
     * By turning point: the last frame before it with more than one legal action, and the element for bots' answers
     * there.
     * @type {Array<{ frame: Frame | undefined, told: HTMLElement }>}
     */
    this.decisions = found.map(({ at }) => ({ frame: replay.frames.slice(0, moments[at]?.frame.number).findLast(({ legal }) => (legal?.length ?? 0) > 1), told: html("div", { class: "would", "aria-live": "polite" }) }));
    const items = found.map((swing, number) => {
      const moment = moments[swing.at];
      const button = html("button", { type: "button", "data-step": moment && step(moment) }, called(swing, narration));
      button.addEventListener("click", () => ways.go(swing.at));
      return html("li", {}, button, this.decisions[number]?.told);
    });
    this.button = html("button", { type: "button", class: "ask-turns", hidden: true });
    this.element = html("section", { class: "turns", hidden: !found.length, "aria-label": texts.t("swings") }, html("h2", {}, texts.t("swings")), html("ol", {}, ...items), this.button);
  }

  /** Makes the button ask bots about the decisions. @param {Asking} asking */
  offer(asking) {
    this.button.addEventListener("click", () => this.ask(asking));
  }

  /**
   * Asks about the decisions one after the other, because the server lets only a few questions wait for bots.
   * @param {Asking} asking
   */
  async ask(asking) {
    for (const { frame } of this.decisions) if (frame) await asking.ask(frame);
  }

  /** Shows the answers of bots. @param {Asking} asking */
  show(asking) {
    const { texts, board, moments, replay } = this.narration;
    say(this.button, asking.question());
    this.button.hidden = !asking.wanted().length || !this.decisions.some((one) => one.frame);
    for (const { frame, told } of this.decisions) {
      if (!frame) continue;
      const at = moments.findIndex((moment) => moment.frame === frame && !moment.stage);
      const taken = replay.frames[frame.number + 1]?.taken?.action;
      const lines = asking.at(frame).map((answer) => {
        const link = html("a", { href: this.ways.address(`${frame.number}`) }, texts.t("swing.step", { step: frame.number }));
        link.addEventListener("click", (event) => {
          event.preventDefault();
          this.ways.go(at);
        });
        return html("p", {}, link, " ", asking.sentence(answer, board, frame), asking.same(answer, taken ?? null));
      });
      told.replaceChildren(...lines);
    }
  }
}

/**
 * Returns by how many points a seat is ahead of the best of the other seats; negative if it is behind.
 * @param {number[]} scores
 * @param {number} seat
 */
function ahead(scores, seat) {
  return (scores[seat] ?? 0) - Math.max(...scores.filter((_, other) => other !== seat));
}

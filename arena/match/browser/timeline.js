/**
 * The timeline: a slider over all moments, with marks above it and lines below it. The game decides most marks, such
 * as those of rounds; the viewer adds marks for turning points of the match and faults of bots.
 */

import { html } from "../../games/browser/drawing.js";
import { Curve } from "./curve.js";
import { Shares } from "./shares.js";
import { called, swings } from "./turns.js";

/** @typedef {import("./narration.js").Narration} Narration */
/** @typedef {import("../../games/browser/texts.js").Texts} Texts */

/** The sign of each kind of mark. @type {Record<string, string>} */
const SIGNS = { round: "|", conflict: "⚔", fault: "✕", attack: "♟", end: "■", swing: "★" };

/** The width of a round's number, as a share of the timeline. A round nearer to the last numbered one has no number. */
const NUMBER = 0.03;

export class Timeline {
  /**
   * @param {Narration} narration
   * @param {Texts} texts
   * @param {(at: number) => void} go shows the moment with this index
   */
  constructor(narration, texts, go) {
    const last = narration.moments.length - 1;
    /** @type {Array<{ at: number, kind: string, label: string, tight?: boolean }>} */
    this.marks = narration.moments.flatMap((_, at) => narration.marks(at).map((mark) => ({ at, ...mark })));
    this.swings = swings(narration);
    this.marks.push(...this.swings.map((swing) => ({ at: swing.at, kind: "swing", label: called(swing, narration) })));
    this.marks.sort((one, other) => one.at - other.at);
    let numbered = -Infinity;
    for (const mark of this.marks.filter(({ kind }) => kind === "round")) {
      mark.tight = (mark.at - numbered) / last < NUMBER;
      if (!mark.tight) numbered = mark.at;
    }
    this.curve = new Curve(narration);
    this.shares = new Shares(narration);
    this.slider = html("input", { type: "range", min: 0, max: last, step: 1, value: 0, "aria-label": texts.t("timeline") });
    this.slider.addEventListener("input", () => go(Number(this.slider.value)));
    this.element = html(
      "div",
      { class: `timeline${this.marks.filter((mark) => mark.kind === "round").length > 10 ? " dense" : ""}` },
      html("div", { class: "marks", "aria-hidden": true }, ...this.marks.map((mark) => this.mark(mark, last, go))),
      this.slider,
      this.curve.element,
      this.shares.bands,
    );
  }

  /** @param {{ at: number, kind: string, label: string, tight?: boolean }} mark @param {number} last @param {(at: number) => void} go */
  mark(mark, last, go) {
    const sign = html("span", { class: `mark ${mark.kind}${mark.tight ? " tight" : ""}`, title: mark.label }, mark.kind === "round" ? mark.label.replace(/\D+/g, "") : (SIGNS[mark.kind] ?? "•"));
    sign.style.setProperty("--at", String(last ? mark.at / last : 0));
    sign.addEventListener("click", () => go(mark.at));
    return sign;
  }

  /** @param {number} at @param {string} sentence */
  show(at, sentence) {
    this.slider.value = String(at);
    this.curve.show(at);
    this.shares.show(at);
    this.slider.setAttribute("aria-valuetext", sentence);
  }

  /**
   * Returns the moment of the next mark after a moment, or of the last one before it; undefined if there is none.
   * @param {number} at the moment
   * @param {1 | -1} way 1: after it; -1: before it
   * @param {string} [kind] the kind of mark; by default any
   */
  beside(at, way, kind) {
    const found = this.marks.filter((mark) => (way > 0 ? mark.at > at : mark.at < at) && (!kind || mark.kind === kind));
    return (way > 0 ? found[0] : found.at(-1))?.at;
  }
}

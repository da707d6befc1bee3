/** Draws the score of each seat over a match, as lines below the timeline. */

import { svg } from "../../games/browser/drawing.js";

/** @typedef {import("./narration.js").Narration} Narration */

export class Curve {
  /** @param {Narration} narration */
  constructor(narration) {
    const scores = points(narration);
    const all = scores.flat();
    const [least, most] = [Math.min(0, ...all), Math.max(1, ...all)];
    this.last = Math.max(1, scores.length - 1);
    const line = (/** @type {number} */ seat) => scores.map((now, at) => `${((100 * at) / this.last).toFixed(2)},${(100 - (100 * ((now[seat] ?? 0) - least)) / (most - least)).toFixed(2)}`);
    const lines = (scores[0] ?? []).map((_, seat) => svg("polyline", { class: `seat-${seat}`, points: line(seat).join(" ") }));
    this.cursor = svg("line", { class: "cursor", y1: 0, y2: 100 });
    const flat = scores.every((now) => now.join() === scores[0]?.join());
    this.element = svg("svg", { class: `curve${flat ? " flat" : ""}`, viewBox: "0 0 100 100", preserveAspectRatio: "none", "aria-hidden": true, focusable: "false" }, ...lines, this.cursor);
  }

  /** @param {number} at */
  show(at) {
    const x = String((100 * at) / this.last);
    this.cursor.setAttribute("x1", x);
    this.cursor.setAttribute("x2", x);
  }
}

/** Returns the scores by moment and seat; a score that is not known counts as 0. @param {Narration} narration */
export function points(narration) {
  return narration.moments.map(({ board }) => board.seats.map((seat) => Number(seat.score) || 0));
}

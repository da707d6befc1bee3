/** The points of each seat over a match as lines below the timeline, and the moments that turned it. */

import { html, svg } from "../../games/browser/drawing.js";
import { step } from "./moments.js";

/** @typedef {import("./telling.js").Telling} Telling */

/** A moment at which a seat gained so many points on the best of the others. @typedef {{ at: number, seat: number, gain: number }} Swing */

const SWINGS = 3;

/** The moments that turned the match most, in their order. @param {Telling} telling @returns {Swing[]} */
export function swings(telling) {
  const scores = points(telling);
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

/** What a swing is called. @param {Swing} swing @param {Telling} telling */
export function called({ at, seat, gain }, { moments, names, texts }) {
  return texts.t("swing", { who: names[seat] ?? "", count: gain, round: moments[at]?.board.round ?? 0 });
}

export class Curve {
  /** @param {Telling} telling @param {(at: number) => void} go */
  constructor(telling, go) {
    const { texts } = telling;
    const scores = points(telling);
    const all = scores.flat();
    const [least, most] = [Math.min(0, ...all), Math.max(1, ...all)];
    this.last = Math.max(1, scores.length - 1);
    const line = (/** @type {number} */ seat) => scores.map((now, at) => `${((100 * at) / this.last).toFixed(2)},${(100 - (100 * ((now[seat] ?? 0) - least)) / (most - least)).toFixed(2)}`);
    const lines = (scores[0] ?? []).map((_, seat) => svg("polyline", { class: `seat-${seat}`, points: line(seat).join(" ") }));
    this.cursor = svg("line", { class: "cursor", y1: 0, y2: 100 });
    const found = swings(telling);
    this.element = svg("svg", { class: "curve", viewBox: "0 0 100 100", preserveAspectRatio: "none", "aria-hidden": true, focusable: "false" }, ...lines, this.cursor);
    if (!found.length) this.element.classList.add("flat");
    const items = found.map((swing) => {
      const moment = telling.moments[swing.at];
      const button = html("button", { type: "button", "data-step": moment && step(moment) }, called(swing, telling));
      button.addEventListener("click", () => go(swing.at));
      return html("li", {}, button);
    });
    this.turns = html("section", { class: "turns", hidden: !found.length, "aria-label": texts.t("swings") }, html("h2", {}, texts.t("swings")), html("ol", {}, ...items));
  }

  /** @param {number} at */
  show(at) {
    const x = String((100 * at) / this.last);
    this.cursor.setAttribute("x1", x);
    this.cursor.setAttribute("x2", x);
  }
}

/** By moment and seat. @param {Telling} telling */
function points(telling) {
  return telling.moments.map(({ board }) => board.seats.map((seat) => Number(seat.score) || 0));
}

/** How far a seat is ahead of the best of the others. @param {number[]} scores @param {number} seat */
function ahead(scores, seat) {
  return (scores[seat] ?? 0) - Math.max(...scores.filter((_, other) => other !== seat));
}

/**
 * Shows each seat's estimated share of the wins: how often it would win if all seats played on at random. There are
 * bands below the timeline, and figures for the shown moment.
 */

import { html, svg } from "../../games/browser/drawing.js";

/** @typedef {import("./narration.js").Narration} Narration */

/** The number of a frame, and the share of each seat there. @typedef {[number, number[]]} Point */

/** The time between two requests while the server computes the estimates, in milliseconds. */
const AGAIN_MS = 3000;

/**
 * Requests the estimates again and again until the server has computed them. Returns [] if there are none, or if they
 * are no longer wanted.
 * @param {string} address
 * @param {() => boolean} wanted returns whether they are still wanted
 * @returns {Promise<Point[]>}
 */
export async function estimates(address, wanted) {
  while (wanted()) {
    const answer = await fetch(address);
    if (answer.status !== 202) return answer.ok ? (await answer.json()).points : [];
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
  return [];
}

export class Shares {
  /** @param {Narration} narration */
  constructor(narration) {
    const { texts } = narration;
    this.narration = narration;
    /** The shares, from 0 to 1, by moment and seat. @type {number[][]} */
    this.shares = [];
    this.at = 0;
    this.percent = new Intl.NumberFormat(texts.language, { style: "percent" });
    this.cursor = svg("line", { class: "cursor", y1: 0, y2: 100 });
    this.bands = svg("svg", { class: "curve bands", viewBox: "0 0 100 100", preserveAspectRatio: "none", "aria-hidden": true, focusable: "false" });
    this.figures = html("ul", {});
    this.element = html("section", { class: "shares", hidden: true, "aria-label": texts.t("shares") }, html("h2", {}, texts.t("shares")), this.figures, html("p", { class: "note" }, texts.t("shares.how")));
    this.bands.style.display = "none";
  }

  /** Draws the estimates; draws nothing if there are none. @param {Point[]} points */
  fill(points) {
    const { moments, names } = this.narration;
    if (!points.length) return;
    this.shares = moments.map(({ frame }) => points.findLast(([step]) => step <= frame.number)?.[1] ?? []);
    const last = Math.max(1, moments.length - 1);
    const below = (/** @type {number} */ seats) => this.shares.map((now, at) => `${((100 * at) / last).toFixed(2)},${(100 * now.slice(0, seats).reduce((sum, share) => sum + share, 0)).toFixed(2)}`);
    const bands = names.map((_, seat) => svg("polygon", { class: `seat-${seat}`, points: [...below(seat), ...below(seat + 1).reverse()].join(" ") }));
    this.bands.replaceChildren(...bands, this.cursor);
    this.bands.style.display = "";
    this.element.hidden = false;
    this.show(this.at);
  }

  /** @param {number} at */
  show(at) {
    const { names, texts } = this.narration;
    this.at = at;
    const now = this.shares[at];
    if (!now) return;
    const x = String((100 * at) / Math.max(1, this.shares.length - 1));
    this.cursor.setAttribute("x1", x);
    this.cursor.setAttribute("x2", x);
    this.figures.replaceChildren(
      ...now.map((share, seat) => html("li", { class: `seat-${seat}` }, html("span", { class: "number", "aria-hidden": true }, texts.seat(seat)), html("bdi", {}, names[seat]), html("strong", {}, this.percent.format(share)))),
    );
  }
}

/**
 * Shows how long each bot has thought so far, as bars and as lines over the match. Shows nothing if the league does not
 * keep the time of each choice (`keep_times`).
 */

import { html, svg } from "../../games/browser/drawing.js";

/** @typedef {import("./document.js").Replay} Replay */
/** @typedef {import("../../games/browser/texts.js").Texts} Texts */

const US_PER_MS = 1000;

export class Clocks {
  /** @param {Replay} replay @param {string[]} names @param {Texts} texts */
  constructor(replay, names, texts) {
    this.names = names;
    this.texts = texts;
    /** By frame and seat: the time that the seat has used so far, in microseconds. @type {number[][]} */
    this.used = [];
    let kept = false;
    for (const { taken } of replay.frames) {
      const last = [...(this.used.at(-1) ?? names.map(() => 0))];
      if (taken && taken.time_us !== null) {
        kept = true;
        last[taken.seat] = (last[taken.seat] ?? 0) + taken.time_us;
      }
      this.used.push(last);
    }
    this.last = replay.frames.map(({ taken }) => taken?.time_us ?? null);
    this.most = Math.max(1, ...(this.used.at(-1) ?? []));
    this.bars = html("ul", {});
    this.cursor = svg("line", { class: "cursor", y1: 0, y2: 100 });
    this.element = html("section", { class: "clocks", hidden: !kept, "aria-label": texts.t("clocks") }, html("h2", {}, texts.t("clocks")), kept && this.chart(), this.bars);
  }

  /** Draws a line for each seat. It is hidden from screen readers, because the bars give the same times as numbers. */
  chart() {
    const frames = Math.max(1, this.used.length - 1);
    const lines = this.names.map((_, seat) => {
      const points = this.used.map((used, at) => `${((100 * at) / frames).toFixed(2)},${(100 - (100 * (used[seat] ?? 0)) / this.most).toFixed(2)}`);
      return svg("polyline", { class: `seat-${seat}`, points: points.join(" ") });
    });
    return svg("svg", { viewBox: "0 0 100 100", preserveAspectRatio: "none", "aria-hidden": true, focusable: "false" }, ...lines, this.cursor);
  }

  /** @param {number} frame */
  show(frame) {
    const at = (100 * frame) / Math.max(1, this.used.length - 1);
    this.cursor.setAttribute("x1", String(at));
    this.cursor.setAttribute("x2", String(at));
    this.bars.replaceChildren(
      ...this.names.map((name, seat) => {
        const used = this.used[frame]?.[seat] ?? 0;
        const told = this.texts.t("clock", { ms: this.ms(used) });
        const bar = html("span", { class: "used" });
        bar.style.setProperty("--share", String(used / this.most));
        return html("li", { class: `seat-${seat}` }, html("span", {}, `${this.texts.seat(seat)} `, html("bdi", {}, name)), html("span", { class: "value" }, told), bar);
      }),
    );
  }

  /** Returns how long the action before a frame took, as text; empty if its time is not kept. @param {number} frame */
  took(frame) {
    const time = this.last[frame];
    return time === null || time === undefined ? "" : this.texts.t("took", { ms: this.ms(time) });
  }

  /** @param {number} us */
  ms(us) {
    return new Intl.NumberFormat(this.texts.language, { maximumSignificantDigits: 3 }).format(us / US_PER_MS);
  }
}

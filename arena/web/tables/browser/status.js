/** The line above the board: whose turn it is, the round, the time left, and the state of the connection. */

import { html, say } from "../../../games/browser/drawing.js";

/** @typedef {import("./connection.js").State} State */
/** @typedef {import("../../../games/browser/texts.js").Texts} Texts */

/** If less time than this is left, the clock is shown as short. */
const SHORT_MS = 30_000;

export class Status {
  /** @param {Texts} texts */
  constructor(texts) {
    this.texts = texts;
    this.round = html("p", { class: "round" });
    this.turn = html("p", { class: "turn", role: "status" });
    this.clock = html("p", { class: "clock", hidden: true });
    this.line = html("p", { class: "live", role: "status" });
    this.element = html("header", { class: "status" }, this.turn, this.round, this.clock, this.line);
    this.said = "";
    this.timer = 0;
  }

  /** @param {{ round: string, turn: string, yours: boolean }} now */
  show(now) {
    say(this.round, now.round);
    if (this.said !== now.turn) say(this.turn, now.turn);
    this.said = now.turn;
    this.element.classList.toggle("yours", now.yours);
  }

  /**
   * Shows the time left, and counts it down.
   * @param {number | null} leftMs null: hides the clock, because there is none or the player owes no choice
   */
  count(leftMs) {
    this.stop();
    this.clock.hidden = leftMs === null;
    if (leftMs === null) return;
    const end = performance.now() + leftMs;
    const tick = () => {
      const left = Math.max(0, end - performance.now());
      const seconds = Math.floor(left / 1000);
      const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
      this.clock.textContent = this.texts.t("time.left", { time });
      this.clock.classList.toggle("short", left < SHORT_MS);
      if (left) this.timer = window.setTimeout(tick, (left % 1000) + 20);
    };
    tick();
  }

  stop() {
    clearTimeout(this.timer);
  }

  /** @param {State} state */
  say(state) {
    if (this.line.dataset["now"] === state) return;
    this.line.dataset["now"] = state;
    this.line.textContent = this.texts.t(`line.${state}`);
  }
}

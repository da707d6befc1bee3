/**
 * The menu of eyes. The eyes decide what a replay shows: everything, only what every seat knew (the open table), or
 * what one seat knew.
 */

import { html } from "../../games/browser/drawing.js";

/** @typedef {import("../../games/browser/texts.js").Texts} Texts */

export class Eyes {
  /**
   * @param {string[]} names
   * @param {string} now
   * @param {Texts} texts
   * @param {(eyes: string) => void} look
   */
  constructor(names, now, texts, look) {
    /** @type {Array<[string, string]>} */
    const all = [["all", texts.t("eyes.all")], ["table", texts.t("eyes.table")], ...names.map((name, seat) => /** @type {[string, string]} */ ([`${seat}`, texts.t("eyes.seat", { seat: texts.seat(seat), who: name })]))];
    this.select = html("select", { name: "eyes" }, ...all.map(([eyes, name]) => html("option", { value: eyes, selected: eyes === now }, name)));
    this.select.addEventListener("change", () => look(this.select.value));
    this.look = look;
    this.element = html("label", { class: "eyes" }, texts.t("eyes"), this.select);
  }

  /** Switches to the next eyes. */
  next() {
    this.select.selectedIndex = (this.select.selectedIndex + 1) % this.select.options.length;
    this.look(this.select.value);
  }
}

/**
 * Returns the eyes that an address names; "all" if it names none.
 * @param {string | null} asked the query parameter `eyes`
 */
export function eyesOf(asked) {
  return asked && /^(all|table|\d)$/.test(asked) ? asked : "all";
}

/**
 * The buttons with which people step through a running match. Those in the bar go on to the next marked moment or to
 * the present one; those beside the log go one moment back or forward.
 */

import { html } from "../../../games/browser/drawing.js";

/** @typedef {import("../../../games/browser/texts.js").Texts} Texts */

export class Onward {
  /** @param {Texts} texts @param {{ step: (by: number) => void, on: () => void, now: () => void }} asked */
  constructor(texts, asked) {
    this.texts = texts;
    this.on = button(texts, "go.on", asked.on);
    this.now = button(texts, "go.now", asked.now);
    this.back = button(texts, "go.back", () => asked.step(-1));
    this.forward = button(texts, "go.forward", () => asked.step(1));
    this.on.classList.add("confirm");
    this.note = html("p", { class: "behind", role: "status" });
    this.element = html("div", { class: "onward", hidden: true }, this.note, html("div", { class: "answers" }, this.on, this.now));
    this.steps = html("div", { class: "steps" }, this.back, this.forward);
  }

  /** @param {{ behind: boolean, staying: boolean, yours: boolean, first: boolean, watching: boolean }} now */
  show(now) {
    this.element.hidden = !now.behind;
    const note = !now.behind ? "" : this.texts.t(now.yours ? "behind.yours" : !now.staying ? "behind" : now.watching ? "behind.watching" : "behind.staying");
    if (this.note.textContent !== note) this.note.textContent = note;
    this.on.hidden = !now.staying;
    this.now.hidden = !now.behind || now.staying;
    this.back.setAttribute("aria-disabled", String(now.first));
    this.forward.setAttribute("aria-disabled", String(!now.behind));
  }
}

/** @param {Texts} texts @param {string} name @param {() => void} act */
function button(texts, name, act) {
  const made = html("button", { type: "button", class: name.replace(".", "-") }, texts.t(name));
  made.addEventListener("click", () => made.getAttribute("aria-disabled") !== "true" && act());
  return made;
}

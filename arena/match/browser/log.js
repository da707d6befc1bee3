/**
 * The log: a line in words for each moment, with a link to it. If these eyes know only a part of an action at the shown
 * moment, the line tells only this part. The key Tab stops only at the line of the shown moment; the arrow keys move
 * the focus to other lines.
 */

import { html, say } from "../../games/browser/drawing.js";
import { harmless } from "./document.js";
import { step } from "./moments.js";

/** @typedef {import("./narration.js").Narration} Narration */
/**
 * The times of actions. `took` returns how long the action before a frame took, as text; empty if that is not known.
 * `number` is the frame's number.
 * @typedef {{ took: (number: number) => string }} Clocks
 */
/** @typedef {import("../../games/browser/texts.js").Texts} Texts */

export class Log {
  /**
   * @param {Narration} narration
   * @param {Clocks} clocks
   * @param {Texts} texts
   * @param {(at: number) => void} go shows the moment with this index
   * @param {(step: string) => string} address returns the address of a step
   */
  constructor(narration, clocks, texts, go, address) {
    this.narration = narration;
    this.clocks = clocks;
    this.texts = texts;
    this.now = 0;
    this.frame = 0;
    /**
     * By moment, for each line whose text may change: the element with the text, and the present text.
     * @type {Map<number, { told: HTMLElement, said: string }>}
     */
    this.entries = new Map();
    this.go = go;
    this.address = address;
    /** @type {HTMLElement[]} */
    this.links = [];
    this.lines = html("ol", { class: "lines", "aria-label": texts.t("log") });
    this.lines.addEventListener("keydown", (event) => this.key(event));
    this.element = html("section", { class: "log", "aria-label": texts.t("log") }, html("h2", {}, texts.t("log")), this.lines);
    this.grow();
  }

  /** Adds lines for the moments that have no line yet. */
  grow() {
    const more = this.narration.moments.slice(this.links.length).map((_, at) => this.entry(this.links.length + at));
    this.links.push(...more);
    this.lines.append(...more);
  }

  /** Makes the line of a moment. @param {number} at */
  entry(at) {
    const { narration, texts } = this;
    const moment = narration.moments[at];
    const taken = moment?.taken;
    const name = moment ? step(moment) : "";
    const said = at ? narration.deed(at, 0) : narration.beginning();
    const told = html("span", { class: "deed" }, said);
    const link = html("a", { href: this.address(name), tabindex: -1 }, html("span", { class: "number" }, name), said !== "" && told);
    const line = html("li", { class: `line${taken ? ` seat-${taken.seat}` : " by-itself"}${taken?.stand_in ? " stand-in" : ""}` }, link);
    if (taken?.stand_in) link.append(html("span", { class: "badge" }, texts.t("stand.in.short")));
    if (taken && this.clocks.took(taken.number)) link.append(html("span", { class: "took" }, this.clocks.took(taken.number)));
    if (taken?.note) link.append(html("span", { class: "event" }, "“", html("bdi", {}, harmless(taken.note)), "”"));
    for (const event of narration.events(at)) link.append(html("span", { class: "event" }, event));
    for (const fault of narration.faults(at)) line.append(html("span", { class: "fault" }, narration.fault(fault)));
    link.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      this.go(at);
    });
    for (const mark of at ? narration.marks(at) : []) if (mark.kind === "round") line.dataset["round"] = mark.label;
    if (narration.hidden(at, 0)) this.entries.set(at, { told, said });
    return line;
  }

  /** Marks the line of the shown moment, and tells each action as it is known there. @param {number} at */
  show(at) {
    const before = this.links[this.now]?.querySelector("a");
    before?.removeAttribute("aria-current");
    before?.setAttribute("tabindex", "-1");
    this.links[this.now]?.classList.remove("now");
    this.now = at;
    const line = this.links[at];
    line?.classList.add("now");
    const link = line?.querySelector("a");
    link?.setAttribute("aria-current", "step");
    link?.setAttribute("tabindex", "0");
    const number = this.narration.moments[at]?.frame.number ?? 0;
    for (const [entry, line] of this.entries) {
      const deed = this.narration.deed(entry, number);
      if (line.said !== deed) say(line.told, deed);
      line.said = deed;
      line.told.classList.toggle("hidden-part", this.narration.hidden(entry, number));
    }
    if (line && !this.frame) this.frame = requestAnimationFrame(() => this.scroll());
  }

  /** Moves the focus to the line above or below. @param {KeyboardEvent} event */
  key(event) {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const at = this.links.findIndex((line) => line.contains(document.activeElement));
    if (!by || at < 0) return;
    event.preventDefault();
    this.links[at + by]?.querySelector("a")?.focus();
  }

  /**
   * Scrolls the log, never the page, so that the line of the shown moment is in view. Reading positions forces a
   * layout, so `show` requests this at most once for each frame of the screen.
   */
  scroll() {
    this.frame = 0;
    const { lines } = this;
    const line = this.links[this.now];
    if (!line) return;
    const top = line.offsetTop; // relative to the list, which the style sheet positions
    if (top < lines.scrollTop || top + line.offsetHeight > lines.scrollTop + lines.clientHeight) lines.scrollTop = top - lines.clientHeight / 3;
  }
}

/** In training: what bots would choose on one's own open turn, and a way back to an earlier decision, as a new match. */

import { html } from "../../../../games/browser/drawing.js";
import { loadTexts } from "../../../../games/browser/texts.js";
import { load } from "../../../../match/browser/asking/asking.js";
import { post } from "../connection.js";

/** @typedef {import("../../../../match/browser/asking/asking.js").Asking} Asking */
/** @typedef {import("../../../../match/browser/document.js").Frame} Frame */
/** @typedef {import("../people.js").Table} Table */
/** @typedef {import("../../../../games/browser/contract.js").GameBoard} GameBoard */
/** @typedef {import("../../../../games/browser/texts.js").Texts} Texts */

export class Training {
  /**
   * @param {string} table the address of what belongs to the table
   * @param {string} language
   * @param {() => void} changed called when there is something else to show
   */
  constructor(table, language, changed) {
    this.table = table;
    this.language = language;
    this.changed = changed;
    this.begun = false;
    /** @type {Asking | null} */
    this.asking = null;
    /** The step that can be gone on from. @type {number | null} */
    this.earlier = null;
    this.button = html("button", { type: "button", class: "go-from-here" });
    this.note = html("p", { class: "note" });
    this.refused = html("p", { class: "complaint", role: "alert" });
    this.back = html("section", { class: "taking-back" }, html("h2", {}), this.note, this.button, this.refused);
    this.element = html("div", { class: "training", hidden: true });
    this.button.addEventListener("click", () => this.goBack());
  }

  /** Who sits is known; nothing is offered at a table that is no training, nor to onlookers. @param {Table} table */
  async seated(table) {
    if (this.begun || !table.training || table.you === null) return;
    this.begun = true;
    try {
      if (!this.texts) await this.offer();
      this.asking = await load(new URL("asked", this.table).href, this.language, () => this.changed());
    } catch {
      this.begun = false; // the server is away: once it is back it tells who sits
      return;
    }
    if (this.asking) this.element.prepend(this.asking.element);
    this.changed();
  }

  /** Offers the way back. */
  async offer() {
    const texts = await loadTexts(this.language, import.meta.url);
    this.texts = texts;
    this.back.setAttribute("aria-label", texts.t("back"));
    this.back.firstElementChild?.replaceChildren(texts.t("back"));
    this.button.textContent = texts.t("back.from.here");
    this.element.append(this.back);
    this.element.hidden = false;
    this.changed();
  }

  /**
   * @param {Frame | null} open the own turn that is open and shown
   * @param {number | null} earlier the step of an own decision that lies behind, and is shown
   * @param {GameBoard} board
   * @param {HTMLElement} form the buttons of what may be chosen
   */
  show(open, earlier, board, form) {
    const { asking, texts } = this;
    if (!texts) return;
    this.earlier = earlier;
    const note = texts.t(earlier === null ? "back.how" : "back.note");
    if (this.note.textContent !== note) this.note.textContent = note;
    this.button.setAttribute("aria-disabled", String(earlier === null));
    if (!asking) return;
    asking.show(open, board, null);
    for (const one of form.querySelectorAll("button[data-action]")) {
      const item = one.parentElement;
      for (const badge of item?.querySelectorAll(".badge.bot") ?? []) badge.remove();
      item?.append(...asking.of(Number(one.getAttribute("data-action"))).map((who) => html("span", { class: "badge bot" }, html("bdi", {}, who))));
    }
  }

  /** Opens a table that goes on from the step that is shown, and goes there. */
  async goBack() {
    if (this.earlier === null || !this.texts) return;
    const { told, refused } = await post(new URL("branches", this.table).href, { step: this.earlier }, this.texts);
    this.refused.textContent = refused;
    if (!refused) location.assign(new URL(`../${told.id}`, this.table).href);
  }
}

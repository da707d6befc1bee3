/** The tools of training tables: ask bots about the open turn, and play a new match from an earlier decision. */

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
   * @param {string} table the address of the table; the addresses `asked` and `branches` are below it
   * @param {string} language
   * @param {() => void} changed called when there is something new to show
   */
  constructor(table, language, changed) {
    this.table = table;
    this.language = language;
    this.changed = changed;
    this.begun = false;
    /** @type {Asking | null} */
    this.asking = null;
    /** The step of the shown decision, from which a match can go on; null if none is shown. @type {number | null} */
    this.earlier = null;
    this.button = html("button", { type: "button", class: "go-from-here" });
    this.note = html("p", { class: "note" });
    this.refused = html("p", { class: "complaint", role: "alert" });
    this.back = html("section", { class: "taking-back" }, html("h2", {}), this.note, this.button, this.refused);
    this.element = html("div", { class: "training", hidden: true });
    this.button.addEventListener("click", () => this.goBack());
  }

  /**
   * Adds the tools when the page first learns who sits at the table. Adds nothing if the table is not for training, or
   * for an onlooker.
   * @param {Table} table
   */
  async seated(table) {
    if (this.begun || !table.training || table.you === null) return;
    this.begun = true;
    try {
      if (!this.texts) await this.offer();
      this.asking = await load(new URL("asked", this.table).href, this.language, () => this.changed());
    } catch {
      this.begun = false; // the server cannot be reached; its next event `table` calls this again
      return;
    }
    if (this.asking) this.element.prepend(this.asking.element);
    this.changed();
  }

  /** Adds the button that opens a new match from an earlier decision. */
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
   * @param {Frame | null} open the frame of the player's open turn; null if it is not shown
   * @param {number | null} earlier the step of an earlier decision of the player; null if none is shown
   * @param {GameBoard} board
   * @param {HTMLElement} form the buttons of the legal actions
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

  /** Opens a new table whose match goes on from the shown decision, and goes to its page. */
  async goBack() {
    if (this.earlier === null || !this.texts) return;
    const { told, refused } = await post(new URL("branches", this.table).href, { step: this.earlier }, this.texts);
    this.refused.textContent = refused;
    if (!refused) location.assign(new URL(`../${told.id}`, this.table).href);
  }
}

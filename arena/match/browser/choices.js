/** Lists the legal actions in a position, and marks the one that was taken. */

import { html } from "../../games/browser/drawing.js";

/** @typedef {import("./document.js").Frame} Frame */
/** @typedef {import("./document.js").Choice} Choice */
/** @typedef {import("../../games/browser/contract.js").GameBoard} GameBoard */
/** @typedef {import("../../games/browser/texts.js").Texts} Texts */

/** The most actions in the list; a last line says how many more there are. */
const SHOWN = 60;

export class Choices {
  /** @param {GameBoard} board @param {string[]} names @param {Texts} texts */
  constructor(board, names, texts) {
    this.board = board;
    this.names = names;
    this.texts = texts;
    this.element = html("section", { class: "choices", "aria-label": texts.t("choices") });
  }

  /**
   * @param {Frame} frame
   * @param {number | null} chosen the action that was taken here; null if none was or it is not known
   * @param {(action: number) => string[]} wanted returns the names of the bots that would choose an action
   */
  show(frame, chosen, wanted = () => []) {
    const { t } = { t: this.texts.t.bind(this.texts) };
    if (frame.actor === null) return this.element.replaceChildren();
    const who = this.names[frame.actor] ?? "";
    if (!frame.legal) return this.element.replaceChildren(html("h2", {}, t("choices.of", { who })), html("p", {}, t("choices.hidden")));
    const weight = (/** @type {Choice} */ { action }) => (action === chosen ? 2 : wanted(action).length ? 1 : 0);
    const legal = [...frame.legal].sort((one, other) => weight(other) - weight(one));
    const more = legal.length - SHOWN;
    this.element.replaceChildren(
      html("h2", {}, t("choices.of", { who }), " ", html("span", { class: "count" }, t("choices.count", { count: legal.length }))),
      html("ul", { tabindex: 0, "aria-label": t("choices.of", { who }) }, ...legal.slice(0, SHOWN).map((choice) => this.line(choice, frame, chosen, wanted(choice.action))), more > 0 && html("li", {}, t("choices.more", { count: more }))),
    );
  }

  /** @param {Choice} choice @param {Frame} frame @param {number | null} chosen @param {string[]} wanted */
  line(choice, frame, chosen, wanted) {
    const taken = choice.action === chosen;
    const words = this.board.choice(choice.parts, frame.board);
    return html(
      "li",
      { class: taken ? "chosen" : wanted.length ? "advised" : null },
      taken && html("span", { class: "badge" }, this.texts.t("choices.taken")),
      ...wanted.map((who) => html("span", { class: "badge bot" }, html("bdi", {}, who))),
      html("span", {}, words),
      " ",
      words !== choice.notation && html("code", {}, choice.notation),
    );
  }
}

/** What lies beside the city: the row, the markets, the decks, the dice, and what is announced. */

import { html } from "../../browser/drawing.js";
import { row } from "./cards.js";
import { icon } from "./symbols.js";

/** @typedef {import("../../browser/contract.js").Scene} Scene */
/** @typedef {import("../../browser/texts.js").Texts} Texts */
/** @typedef {import("./cards.js").Cards} Cards */

/** @param {Cards} cards @param {Scene} scene @param {Texts} texts */
export function markets(cards, scene, texts) {
  /** @type {any} */
  const board = scene.board;
  const t = texts.t.bind(texts);
  const lying = (/** @type {string[]} */ ids) => ids.map((id) => cards.building(id, scene));
  const open = board.row.map((/** @type {any} */ one) => html("span", { class: "open-card" }, cards.building(one.card, scene, { long: true }), one.stones > 0 && html("span", { class: "stones" }, icon("stone"), t("stones", { count: one.stones }))));
  const { black_die: black, white_die: white } = board.black_master;
  return html(
    "div",
    { class: "markets" },
    row(t("row"), open),
    row(t("pawnshop"), lying(board.pawnshop)),
    row(t("market"), lying(board.market)),
    row(t("discard"), lying(board.discard)),
    row(t("decks"), [t("deck", { count: board.deck.length }), " · ", t("influence.deck", { count: board.influence_deck.length }), " · ", t("token.stack", { count: board.token_stack.length })]),
    row(t("black.master"), [
      t("black.score", { count: board.black_master.score }),
      ...(black === null ? [] : [html("span", { class: "die black" }, t("black.die", { value: black }))]),
      ...(white === null ? [] : [html("span", { class: "die white" }, t("white.die", { value: white }))]),
    ]),
  );
}

/** Draws the cards and things beside the city: the row, the markets, the discard pile, the supplies, and the dice. */

import { html } from "../../browser/drawing.js";
import { row, state } from "./cards.js";
import { counted, icon } from "./symbols.js";

/** @typedef {import("../../browser/contract.js").Scene} Scene */
/** @typedef {import("../../browser/texts.js").Texts} Texts */
/** @typedef {import("./cards.js").Cards} Cards */

/**
 * Draws everything beside the city.
 * @param {any} setup
 * @param {Cards} cards
 * @param {Scene} scene
 * @param {Texts} texts
 */
export function markets(setup, cards, scene, texts) {
  /** @type {any} */
  const board = scene.board;
  const t = texts.t.bind(texts);
  const lying = (/** @type {string[]} */ ids) => ids.map((id) => cards.building(id, scene));
  const open = board.row.map((/** @type {any} */ one) => html("span", { class: "open-card" }, cards.building(one.card, scene, { long: true }), one.stones > 0 && counted("stone", one.stones, t("stones", { count: one.stones }))));
  const looked = board.deck.filter((/** @type {string | null} */ id) => id !== null && [...scene.open, ...scene.taken].includes(`card:${id}`));
  const { black_die: black, white_die: white } = board.black_master;
  return html(
    "div",
    { class: "markets" },
    looked.length > 0 && row(t("looked.at"), looked.map((/** @type {string} */ id) => cards.building(id, scene, { long: true }))),
    row(t("row"), open),
    row(t("pawnshop"), lying(board.pawnshop), "market:pawnshop", scene),
    row(t("market"), lying(board.market), "market:market", scene),
    row(t("discard"), lying(board.discard)),
    row(t("supply"), supply(setup, scene, texts)),
    row(t("black.master"), [
      t("black.score", { count: board.black_master.score }),
      html("span", { class: `die black${state(scene, "die:black")}`, "data-target": "die:black", "data-piece": "die:black", "data-face": black }, black === null ? t("black.die.unrolled") : t("black.die", { value: black })),
      ...(white === null ? [] : [html("span", { class: "die white", "data-piece": "die:white", "data-face": white }, t("white.die", { value: white }))]),
    ]),
  );
}

/**
 * Draws the things for sale, with their prices in stones, and with the number that is left of cards and black tokens.
 * The price is that for the person's own seat; without one, for the seat that must choose, else for the active seat.
 * @param {any} setup
 * @param {Scene} scene
 * @param {Texts} texts
 */
function supply(setup, scene, texts) {
  const t = texts.t.bind(texts);
  /** @type {any} */
  const board = scene.board;
  const seat = board.seats[scene.seat ?? scene.actor ?? board.active];
  /** @type {Array<[string, Node | string, number | undefined]>} */
  const things = [
    ["towers", icon("tower"), setup.prices.tower],
    ["white", html("span", { class: "token white", "aria-hidden": true }), setup.white_prices[seat.white_tokens]],
    ["black", html("span", { class: "token black", "aria-hidden": true }), setup.black_prices[seat.black_tokens.length]],
    ["cards", html("span", { class: "card back", "aria-hidden": true }), setup.prices.building_card],
    ["influence", html("span", { class: "card influence back", "aria-hidden": true }), setup.prices.influence_card],
  ];
  /** @type {Record<string, number>} */
  const left = { black: board.token_stack.length, cards: board.deck.length, influence: board.influence_deck.length };
  return things.map(([name, sign, price]) =>
    html(
      "span",
      { class: `supply${state(scene, `supply:${name}`)}`, "data-target": `supply:${name}` },
      sign,
      t(`supply.${name}`, { count: left[name] ?? 0 }),
      price !== undefined && counted("stone", price, t("stones", { count: price })),
    ),
  );
}

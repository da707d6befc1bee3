/** Draws the castle card of each seat, with everything that the seat has. */

import { html, swiped } from "../../browser/drawing.js";
import { row, state } from "./cards.js";
import { counted } from "./symbols.js";

/** @typedef {import("../../browser/contract.js").Scene} Scene */
/** @typedef {import("../../browser/texts.js").Texts} Texts */
/** @typedef {import("./cards.js").Cards} Cards */

/**
 * Draws the castle cards of all seats.
 * @param {string[]} names by seat
 * @param {Cards} cards
 * @param {Scene} scene
 * @param {Texts} texts
 */
export function castles(names, cards, scene, texts) {
  const t = texts.t.bind(texts);
  return html("ol", { class: "seats", start: 0, tabindex: swiped(), "aria-label": t("castles") }, ...order(scene).map((at) => castle(names[at] ?? "", at, cards, scene, texts)));
}

/** Returns the seats in turn order, the person's own seat first. @param {Scene} scene */
function order(scene) {
  const all = scene.board.seats.map((_, at) => at);
  const first = scene.seat ?? 0;
  return [...all.slice(first), ...all.slice(0, first)];
}

/** @param {string} name @param {number} at @param {Cards} cards @param {Scene} scene @param {Texts} texts */
function castle(name, at, cards, scene, texts) {
  const t = texts.t.bind(texts);
  /** @type {any} */
  const seat = scene.board.seats[at];
  const { board } = scene;
  const powers = Object.entries(board["grand_powers"]).filter(([, owner]) => owner === at).map(([power]) => html("span", { class: `power ${power}` }, t(`power.${power}`)));
  const signs = [board["start"] === at && t("start.player"), board.round > 0 && board["active"] === at && t("active"), scene.actor === at && t("acting"), seat.expelled && t("expelled")].filter((one) => one !== false);
  return html(
    "li",
    { class: `seat seat-${at}${scene.actor === at ? " acting" : ""}${scene.seat === at ? " own" : ""}${state(scene, `seat:${at}`)}`, value: at, "data-target": `seat:${at}` },
    html(
      "div",
      { class: "plate" },
      html("span", { class: "number", role: "img", "aria-label": t("seat", { seat: texts.seat(at) }) }, texts.seat(at)),
      html("bdi", { class: "bot" }, name),
      html("span", { class: "signs" }, ...signs.map((sign) => html("span", { class: "sign" }, sign)), ...powers),
      html("span", { class: "score", title: t("points") }, seat.score, html("span", { class: "unseen" }, ` ${t("points")}`)),
    ),
    row(t("income"), [
      ...Object.entries(seat.income).map(([colour, income]) => html("span", { class: `cube ${colour}` }, `${cards.titles[colour].slice(0, 1)} ${income}`)),
      html("span", { class: "stock" }, counted("stone", seat.stones, t("stones", { count: seat.stones })), counted("knight", seat.knights, t("knights", { count: seat.knights }))),
    ]),
    row(t("hand"), [
      ...seat.hand.map((/** @type {string | null} */ id) => cards.building(id, scene)),
      ...seat.influence.map((/** @type {string | null} */ kind) => cards.influence(kind, at, scene)),
      html("span", { class: `tokens${state(scene, `tokens:${at}`)}`, "aria-label": t("tokens"), role: "group", "data-target": `tokens:${at}` }, ...tokens(seat, at, scene, texts)),
    ]),
  );
}

/** @param {any} seat @param {number} at @param {Scene} scene @param {Texts} texts */
function tokens(seat, at, scene, texts) {
  const t = texts.t.bind(texts);
  const black = seat.black_tokens.map((/** @type {number | null} */ value, /** @type {number} */ place) =>
    html("span", { class: `token black${state(scene, `token:${at}:${place}`)}`, "data-target": `token:${at}:${place}`, role: "img", "aria-label": value === null ? t("black.token.closed") : t("black.token", { value }) }, value ?? "?"),
  );
  return [html("span", { class: "token white", role: "img", "aria-label": t("white.tokens", { count: seat.white_tokens }) }, seat.white_tokens), ...black];
}

/** Draws the seats, each with its name plate and its things, and the piles beside the circle. */

import { html, swiped } from "../../browser/drawing.js";
import { icon } from "./symbols.js";

/** @typedef {import("../../browser/contract.js").Scene} Scene */
/** @typedef {import("../../browser/texts.js").Texts} Texts */

/**
 * Draws the seats.
 * @param {any} setup
 * @param {string[]} names by seat
 * @param {Scene} scene
 * @param {Texts} texts
 */
export function seats(setup, names, scene, texts) {
  const { t } = bound(texts);
  return html(
    "ol",
    { class: "seats", start: 0, tabindex: swiped(), "aria-label": t("seats") },
    ...order(scene).map(({ seat, at }) =>
      html(
        "li",
        { class: `seat seat-${at}${scene.actor === at ? " acting" : ""}${scene.seat === at ? " own" : ""}`, value: at, "data-target": `seat:${at}` },
        html(
          "div",
          { class: "plate" },
          html("span", { class: "number", "aria-label": t("seat", { seat: texts.seat(at) }), role: "img" }, texts.seat(at)),
          html("bdi", { class: "bot" }, names[at]),
          gain(scene, at, texts),
          html("span", { class: "score", title: t("points") }, seat.score, html("span", { class: "unseen" }, ` ${t("points")}`)),
        ),
        html(
          "p",
          { class: "signs" },
          html("span", { class: `house ${seat["house"]}`, "data-piece": `house:${at}`, "data-face": seat["house"] }, icon(seat["house"]), t(`house.${seat["house"]}`)),
          ...signs(scene, at, texts),
          html("span", { class: "reserve", role: "img", "aria-label": t("reserve", { count: seat["reserve"] }) }, ...Array.from({ length: seat["reserve"] }, () => html("span", { class: "token", "data-piece": `building:${at}`, "data-face": "estate" }, icon("estate", texts.seat(at))))),
          scene.seat === at && sides(scene, at, texts),
        ),
        row(t("role"), roles(scene, at, texts)),
        row(t("hand"), supply(seat["hand"], `${at}`, scene, texts), seat["hand"].includes(null) ? ` ${t("hand.size", { count: seat["hand"].length })}` : ""),
        row(t("played"), supply(seat["played"], "", scene, texts), sum(seat["played"])),
      ),
    ),
  );
}

/** Returns the seats in turn order, the person's own seat first. @param {Scene} scene */
function order(scene) {
  const all = scene.board.seats.map((seat, at) => ({ seat, at }));
  const first = scene.seat ?? 0;
  return [...all.slice(first), ...all.slice(0, first)];
}

/**
 * Draws the points that a seat scored since the board `before`; in the phase resolution, including those that the
 * decided conflict is about to bring. Returns false if there are none, or no board `before`.
 * @param {Scene} scene
 * @param {number} at
 * @param {Texts} texts
 */
function gain(scene, at, texts) {
  const { board, before } = scene;
  const decided = board.phase === "resolution" ? (board["gains"] ?? []) : [];
  const scored = (board.seats[at]?.score ?? 0) - (before?.seats[at]?.score ?? 0);
  const points = decided.reduce((/** @type {number} */ sum, /** @type {any} */ one) => sum + (one.seat === at ? one.points : 0), scored);
  return before && points > 0 && html("span", { class: "gain" }, `+${texts.numbers.format(points)}`);
}

/**
 * Draws the sides of a building that may be chosen; returns false if there are none.
 * @param {Scene} scene
 * @param {number} at
 * @param {Texts} texts
 */
function sides(scene, at, texts) {
  const open = ["estate", "trading-post"].filter((kind) => scene.open.includes(`building:${kind}`));
  if (!open.length) return false;
  return html("span", { class: "sides" }, ...open.map((kind) => html("span", { class: "token side open", "data-target": `building:${kind}` }, icon(kind, texts.seat(at)), texts.t(`building.${kind}`))));
}

/** Draws the piles beside the circle. @param {any} setup @param {Scene} scene @param {Texts} texts */
export function piles(setup, scene, texts) {
  const { t } = bound(texts);
  const { board } = scene;
  const aside = board.phase !== "set-up" && board["aside"];
  return html(
    "div",
    { class: "piles" },
    row(t("draw.pile", { count: board["draw_pile"].length }), supply(board["draw_pile"], "", scene, texts)),
    row(t("discard.pile", { count: board["discard"].length }), supply(board["discard"], "", scene, texts)),
    aside && row(t("aside"), [role(aside, texts)]),
  );
}

/** @param {Scene} scene @param {number} at @param {Texts} texts */
function signs(scene, at, texts) {
  const told = [
    scene.board["start"] === at && texts.t("start.player"),
    scene.board["strategist"] === at && texts.t("strategy.card"),
    scene.before && scene.before.seats[at]?.["house"] !== scene.board.seats[at]?.["house"] && texts.t("changed"),
    scene.actor === at && texts.t("acting"),
  ];
  return told.filter(Boolean).map((one) => html("span", { class: "sign" }, one));
}

/** @param {Scene} scene @param {number} at @param {Texts} texts */
function roles(scene, at, texts) {
  const seat = scene.board.seats[at];
  if (!seat) return [];
  if (seat["role"]) return [role(seat["role"], texts)];
  if (seat["kept"]) return [html("span", { class: "card role back", role: "img", "aria-label": texts.t("closed") })];
  if (scene.actor !== at || !seat["offered"]) return [];
  return seat["offered"].map((/** @type {string} */ name) => role(name, texts, scene.open.includes(`role:${name}`)));
}

/** @param {string} name @param {Texts} texts @param {boolean} [open] */
function role(name, texts, open = false) {
  const plus = name.startsWith("diplomat") ? name.slice(-1) : undefined;
  return html("span", { class: `card role${open ? " open" : ""}`, "data-target": `role:${name}`, "data-piece": `role:${name}` }, icon(name, plus), texts.t(`role.${name}`));
}

/**
 * Draws supply cards.
 * @param {Array<number | null>} cards values; null: the card is face down
 * @param {string} seat the seat whose hand contains the cards; empty for cards outside hands
 * @param {Scene} scene
 * @param {Texts} texts
 */
function supply(cards, seat, scene, texts) {
  return cards.map((value) => {
    if (value === null) return html("span", { class: "card back", role: "img", "aria-label": texts.t("closed") });
    const target = `card:${seat}:${value}`;
    return html("span", { class: `card${seat && scene.open.includes(target) ? " open" : ""}`, "data-target": seat && target, "data-piece": `card:${value}` }, value);
  });
}

/** @param {number[]} cards */
function sum(cards) {
  return cards.length > 1 ? ` = ${cards.reduce((total, value) => total + value, 0)}` : "";
}

/** @param {string} title @param {Array<Node>} things @param {string} [end] */
function row(title, things, end = "") {
  return html("div", { class: "row" }, html("span", { class: "title" }, title), html("span", { class: "things" }, ...(things.length ? things : ["–"]), end));
}

/** @param {Texts} texts */
function bound(texts) {
  return { t: texts.t.bind(texts) };
}

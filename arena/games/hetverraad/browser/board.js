/** The table of Het Verraad: the city, the castle cards, and the markets. */

import { html } from "../../browser/drawing.js";
import { Cards } from "./cards.js";
import { castles } from "./castles.js";
import { city } from "./city.js";
import { markets } from "./markets.js";
import { Words } from "./words.js";

/** @typedef {import("../../browser/contract.js").Parts} Parts */

/** @type {import("../../browser/contract.js").Create} */
export function create(setup, names, texts) {
  const element = html("div", { class: "hetverraad" });
  const cards = new Cards(setup, texts);
  const words = new Words(setup, cards.byId, names, texts);
  return {
    element,
    draw: (scene) =>
      element.replaceChildren(
        html("div", { class: "field" }, headline(scene.board, words, texts), city(setup, cards.byId, scene, texts), markets(cards, scene, texts)),
        castles(names, cards, scene, texts),
      ),
    choice: (parts) => words.choice(parts),
    task: (_, board) => texts.t(`phase.${board.phase}`),
    group: (_, board) => texts.t(`phase.${board.phase}`),
    beside: () => "",
    deed: (parts, seat) => words.deed(parts, seat),
    events: (before, now, taken) => words.events(before, now, taken),
    marks: (before, now) => words.marks(before, now),
    told: (board) => words.told(board),
    targets,
  };
}

/** @param {any} board @param {Words} words @param {import("../../browser/texts.js").Texts} texts */
function headline(board, words, texts) {
  const now = texts.t("told.phase", { round: board.round, phase: texts.t(`phase.${board.phase}`), who: words.who(board.active) });
  const pending = board.pending && texts.t("pending", { choice: words.choice(board.pending) });
  return html("p", { class: "headline" }, now, pending && html("strong", {}, ` ${pending}`));
}

/** @param {Parts} parts @param {number} seat */
function targets(parts, seat) {
  const found = [];
  if (parts["area"]) found.push(`area:${parts["area"]}`);
  if (parts["card"]) found.push(`card:${parts["card"]}`);
  if (parts["influence"]) found.push(`influence:${parts["influence"]}`);
  if (typeof parts["seat"] === "number") found.push(`seat:${parts["seat"]}`);
  if (typeof parts["token"] === "number") found.push(`token:${seat}:${parts["token"]}`);
  return found;
}

/** The board of Het Verraad: the city, the castle cards, and the markets. */

import { html } from "../../browser/drawing.js";
import { moving } from "../../browser/motion.js";
import { Asking, targets } from "./asking.js";
import { Cards } from "./cards.js";
import { castles } from "./castles.js";
import { city } from "./city.js";
import { markets } from "./markets.js";
import { Words } from "./words.js";

/** @type {import("../../browser/contract.js").Create} */
export function create(setup, names, texts) {
  const element = html("div", { class: "hetverraad" });
  const cards = new Cards(setup, texts);
  const words = new Words(setup, cards.byId, names, texts);
  const asking = new Asking(setup, cards, words, texts);
  return {
    element,
    draw: (scene) =>
      moving(element, () =>
        element.replaceChildren(
          html("div", { class: "field" }, headline(scene.board, words, texts), city(setup, cards.byId, scene, texts), markets(setup, cards, scene, texts)),
          castles(names, cards, scene, texts),
        ),
      ),
    choice: (parts, board) => words.choice(parts, board),
    thing: (target, board) => asking.thing(target, board),
    task: (options, board) => asking.task(options, board),
    group: (parts, board) => asking.group(parts, board),
    beside: (parts, seat, board) => asking.beside(parts, seat, board),
    deed: (parts, seat, board) => words.deed(parts, seat, board),
    events: (before, now, taken) => words.events(before, now, taken),
    marks: (before, now) => words.marks(before, now),
    gains: () => [],
    told: (board) => words.told(board),
    targets,
  };
}

/** @param {any} board @param {Words} words @param {import("../../browser/texts.js").Texts} texts */
function headline(board, words, texts) {
  const pending = board.pending && texts.t("pending", { choice: words.choice(board.pending, board) });
  return html("p", { class: "headline" }, html("span", { class: "now" }, words.now(board)), pending && html("strong", {}, ` ${pending}`));
}

/** The board of Verräter: the circle, the seats, and the piles beside them. */

import { html } from "../../browser/drawing.js";
import { moving } from "../../browser/motion.js";
import { circle } from "./circle.js";
import { piles, seats } from "./seats.js";
import { Words } from "./words.js";

/** @typedef {import("../../browser/contract.js").Parts} Parts */

/** @type {import("../../browser/contract.js").Create} */
export function create(setup, names, texts) {
  const element = html("div", { class: "verraeter" });
  const words = new Words(setup, names, texts);
  return {
    element,
    draw: (scene) =>
      moving(element, () =>
        element.replaceChildren(
          html("div", { class: "field" }, circle(setup, scene, texts), piles(setup, scene, texts)),
          seats(setup, names, scene, texts),
        ),
      ),
    choice: (parts, board) => words.choice(parts, board),
    thing: (target, board) => words.thing(target, board),
    task: (options, board) => words.task(options, board),
    group: (parts, board) => words.group(parts, board),
    beside: (parts, seat, board) => words.beside(parts, seat, board),
    deed: (parts, seat, board) => words.deed(parts, seat, board),
    events: (before, now, taken) => words.events(before, now, taken),
    marks: (before, now) => words.marks(before, now),
    gains: (board) => words.gains(board),
    told: (board, decided) => words.told(board, decided),
    targets,
  };
}

/** @param {Parts} parts @param {number} seat */
function targets(parts, seat) {
  switch (parts.kind) {
    case "fight":
      return [`border:${parts["places"][0]}`];
    case "pick":
      return parts["role"] ? [`role:${parts["role"]}`] : [];
    case "play":
    case "discard":
      return parts["cards"].map((/** @type {number} */ value) => `card:${seat}:${value}`);
    case "move":
      return [`place:${parts["origin"]}`, `building:${parts["building"]}`, `place:${parts["target"]}`];
    case "build":
    case "flip":
      return [`building:${parts["building"]}`, `place:${parts["place"]}`];
    default:
      return [];
  }
}

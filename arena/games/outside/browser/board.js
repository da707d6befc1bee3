/**
 * The board of a game from outside the arena, drawn from the game's rows. Rows whose places are seats are drawn on the
 * seats' plates, other rows in the middle of the table.
 */

import { html, swiped } from "../../browser/drawing.js";
import { isolated } from "../../browser/isolates.js";
import { moving } from "../../browser/motion.js";
import { thing, values } from "./values.js";

/** @typedef {import("../../browser/contract.js").Parts} Parts */
/** @typedef {import("../../browser/contract.js").Scene} Scene */
/** @typedef {import("../../browser/texts.js").Texts} Texts */

/**
 * A row, as in `setup.rows` of the match's document (docs/replays.md).
 * @typedef {{ name: string, of: string, holds: string, across: number, marks: string[], drawn: boolean }} Row
 */

/** @type {import("../../browser/contract.js").Create} */
export function create(setup, names, texts) {
  const element = html("div", { class: "rows" });
  /** @type {Row[]} */
  const all = setup.rows;
  const rows = all.filter((row) => row.drawn);
  return {
    element,
    draw: (scene) => moving(element, () => element.replaceChildren(field(rows, names, scene, texts), plates(rows, names, scene, texts))),
    choice: (parts) => parts["text"] ?? texts.t("hidden.choice"),
    deed: (parts, seat) => texts.t(parts["text"] ? "deed" : "secret", { name: names[seat] ?? "", text: parts["text"] ?? "" }),
    events: () => [],
    targets: (parts) => parts["targets"] ?? [],
    thing: (target, board) => thing(all, target, board, names, texts),
    task: () => texts.t("task"),
    group: () => "",
    beside: () => "",
    marks: () => [],
    gains: () => [],
    told: (board) => [setup.title, ...rows.flatMap((row) => lines(row, board["rows"][row.name], names, texts))],
  };
}

/**
 * Draws the middle of the table: all rows whose places are not seats.
 * @param {Row[]} rows
 * @param {string[]} names
 * @param {Scene} scene
 * @param {Texts} texts
 */
function field(rows, names, scene, texts) {
  const own = rows.filter((row) => row.of !== "seat");
  return html(
    "div",
    { class: "field" },
    ...own.map((row) => html("section", { class: row.across ? "board" : "strip", "aria-label": title(row) }, html("span", { class: "title" }, title(row)), values(row, scene.board["rows"][row.name], 0, names, scene, texts))),
  );
}

/**
 * Draws the seats' plates, each with its part of every row whose places are seats.
 * @param {Row[]} rows
 * @param {string[]} names
 * @param {Scene} scene
 * @param {Texts} texts
 */
function plates(rows, names, scene, texts) {
  const own = rows.filter((row) => row.of === "seat");
  const first = scene.seat ?? 0;
  const order = names.map((_, at) => (at + first) % names.length);
  return html(
    "ol",
    { class: "seats", start: 0, tabindex: swiped(), "aria-label": texts.t("seats") },
    ...order.map((seat) =>
      html(
        "li",
        { class: `seat seat-${seat}${scene.actor === seat ? " acting" : ""}${scene.seat === seat ? " own" : ""}`, value: seat },
        html(
          "div",
          { class: "plate" },
          html("span", { class: "number", "aria-label": texts.t("seat", { seat: texts.seat(seat) }), role: "img" }, texts.seat(seat)),
          html("bdi", { class: "bot" }, names[seat]),
          scene.actor === seat && html("span", { class: "sign" }, texts.t("acting")),
        ),
        ...own.map((row) => {
          const [part, begin] = share(scene.board["rows"][row.name], seat, names.length);
          return html("div", { class: "row" }, html("span", { class: "title" }, title(row)), values(row, part, begin, names, scene, texts));
        }),
      ),
    ),
  );
}

/**
 * Returns the part of a row that belongs to a seat, and the index in the row where this part begins. Every seat has an
 * equal part.
 * @param {unknown[]} all
 * @param {number} seat
 * @param {number} seats
 * @returns {[unknown[], number]}
 */
function share(all, seat, seats) {
  const each = Math.floor(all.length / seats);
  return [all.slice(seat * each, (seat + 1) * each), seat * each];
}

/**
 * Returns a row as text: one line, or one for each line of a board.
 * @param {Row} row
 * @param {unknown[]} all
 * @param {string[]} names
 * @param {Texts} texts
 */
function lines(row, all, names, texts) {
  if (!row.across) return [`${title(row)}: ${said(row, all, names, texts)}`];
  return Array.from({ length: Math.ceil(all.length / row.across) }, (_, line) => `${title(row)} ${line + 1}: ${said(row, all.slice(line * row.across, (line + 1) * row.across), names, texts)}`);
}

/** @param {Row} row @param {unknown[]} all @param {string[]} names @param {Texts} texts */
function said(row, all, names, texts) {
  const shown = all.map((value) => {
    if (value === null) return texts.t("hidden");
    const number = Number(value);
    if (row.holds === "seat" && number < names.length) return number < 0 ? (row.across ? "–" : texts.t("nobody")) : row.across ? String(texts.seat(number)) : isolated(names[number] ?? "");
    return row.marks[number] ?? String(value);
  });
  return shown.join(" ") || texts.t("nothing");
}

/** Returns the title of a row, which is its name with spaces in place of underscores. @param {Row} row */
export function title(row) {
  return row.name.replaceAll("_", " ");
}

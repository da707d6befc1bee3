/** Draws the values of a row as tokens of seats, dice, cards or the game's marks; hidden values as face-down cards. */

import { html } from "../../browser/drawing.js";

/** @typedef {import("./board.js").Row} Row */
/** @typedef {import("../../browser/contract.js").Board} Board */
/** @typedef {import("../../browser/contract.js").Scene} Scene */
/** @typedef {import("../../browser/texts.js").Texts} Texts */

const PIPS = ["⚀", "⚁", "⚂", "⚃", "⚄", "⚅"];

/**
 * Draws the values in order, in lines of `row.across` values if the row is a board.
 * @param {Row} row
 * @param {unknown[]} part
 * @param {number} begin the index in the row of the first value of `part`
 * @param {string[]} names
 * @param {Scene} scene
 * @param {Texts} texts
 */
export function values(row, part, begin, names, scene, texts) {
  const places = part.map((value, at) => place(row, value, begin + at, names, scene, texts));
  const drawn = places.length ? places : [html("span", {}, "–")];
  if (!row.across) return html("span", { class: "things" }, ...drawn);
  const grid = html("div", { class: "grid" }, ...drawn);
  grid.style.setProperty("--across", String(row.across));
  grid.style.setProperty("--down", String(Math.ceil(drawn.length / row.across)));
  return grid;
}

/** @param {Row} row @param {unknown} value @param {number} at @param {string[]} names @param {Scene} scene @param {Texts} texts */
function place(row, value, at, names, scene, texts) {
  const target = `${row.name}:${at}`;
  const marked = `${scene.open.includes(target) ? " open" : ""}${scene.taken.includes(target) ? " taken" : ""}`;
  const [kind, shown, label] = drawn(row, value, names, texts);
  const moves = row.holds === "die" ? `die:${target}` : (row.holds === "card" || row.holds === "seat" || kind === "filled") && shown && `${kind}:${shown}`;
  return html("span", { class: `place ${kind}${marked}`, "data-target": target }, html("span", { role: label && "img", "aria-label": label, "data-piece": moves, "data-face": moves && shown }, shown));
}

/**
 * Returns the class and the text with which a value is drawn, and a label for screen readers if the text needs one.
 * @param {Row} row
 * @param {unknown} value
 * @param {string[]} names
 * @param {Texts} texts
 * @returns {[string, string, string?]}
 */
function drawn(row, value, names, texts) {
  if (value === null) return [`back ${row.holds}`, "", texts.t("hidden")];
  const number = Number(value);
  if (row.holds === "seat" && number < names.length) return number < 0 ? ["empty", ""] : [`token seat-${number}`, String(texts.seat(number)), names[number] ?? ""];
  const mark = row.marks[number];
  if (mark !== undefined) return ["filled", mark];
  if (row.holds === "die") return number > 0 ? ["die", PIPS[number - 1] ?? String(value), String(value)] : ["empty", ""];
  if (typeof value === "string" && value.includes("\n")) return ["lines", value];
  return [row.holds || "number", String(value)];
}

/**
 * Returns the name of a target, for people: the row, the place counted from 1, and the value there.
 * @param {Row[]} rows
 * @param {string} target
 * @param {Board} board
 * @param {string[]} names
 * @param {Texts} texts
 */
export function thing(rows, target, board, names, texts) {
  const [name, at] = target.split(":");
  const row = rows.find((one) => one.name === name);
  if (!row) return target;
  const [, shown, label] = drawn(row, board["rows"][row.name][Number(at)] ?? null, names, texts);
  const where = row.across ? `${Math.floor(Number(at) / row.across) + 1}, ${(Number(at) % row.across) + 1}` : `${Number(at) + 1}`;
  return texts.t("place", { row: row.name.replaceAll("_", " "), where, value: label || shown });
}

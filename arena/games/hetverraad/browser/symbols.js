/** Drawings of the pieces of Het Verraad, made for the arena. Each fits in a square of 24 units around (0, 0). */

import { html, svg } from "../../browser/drawing.js";

/** @type {Record<string, string>} */
const SHAPES = {
  knight: "M-9-10H9V1C9 6 4 9 0 11-4 9-9 6-9 1Z",
  tower: "M-7-11H-4V-8H-1.5V-11H1.5V-8H4V-11H7V-4H5V8H7V11H-7V8H-5V-4H-7Z",
  master: "M0-11 3-6 9-9 7-1H-7L-9-9-3-6ZM-5 1H5L8 11H-8Z",
  stone: "M-9-5 0-9 9-5V5L0 9-9 5Z",
  gate: "M-11 11V-6H11V11H6V5A6 6 0 0 0-6 5V11Z",
};

/**
 * Draws a piece, with `label` written on it.
 * @param {string} name
 * @param {{ x?: number, y?: number, size?: number, label?: string | number, class?: string, moves?: string }} [options]
 *   `moves`: the piece's name if it is animated (see motion.js)
 */
export function piece(name, options = {}) {
  const { x = 0, y = 0, size = 24, label } = options;
  return svg(
    "g",
    { class: `piece ${name} ${options.class ?? ""}`, transform: `translate(${x} ${y}) scale(${size / 24})`, "data-piece": options.moves, "data-face": options.moves && options.class },
    svg("path", { d: SHAPES[name] }),
    label !== undefined && svg("text", { y: 5, class: "label" }, label),
  );
}

/** Draws a piece as a separate picture, the size of a letter. @param {string} name @param {string | number} [label] */
export function icon(name, label) {
  return svg("svg", { class: "icon", viewBox: "-13 -13 26 26", "aria-hidden": true, focusable: "false" }, piece(name, label === undefined ? {} : { label }));
}

/**
 * Draws a number beside a sign, and says the same in words for people who point at it or use a screen reader.
 * @param {string} sign the name of a piece
 * @param {number} count
 * @param {string} words
 */
export function counted(sign, count, words) {
  return html("span", { class: "stones", title: words }, icon(sign), html("span", { "aria-hidden": true }, count), html("span", { class: "unseen" }, words));
}

/** Drawings for the cards of Verräter, made for the arena. Each fits in a square of 24 units around (0, 0). */

import { svg } from "../../browser/drawing.js";

/** For each name, two paths: a filled one, and one drawn as lines. @type {Record<string, [string, string]>} */
const SHAPES = {
  eagle: ["M0-10 2-7 1-4C4-7 8-9 11-9 11-4 9 0 5 2L7 3C5 5 3 5 2 4L3 9 0 7-3 9-2 4C-3 5-5 5-7 3L-5 2C-9 0-11-4-11-9-8-9-4-7-1-4L-2-7Z", ""],
  rose: [
    "M0-2C-5-6-4-11 0-11S5-6 0-2C2-8 7-9 9-6S7 0 1-1C8-2 10 3 8 6S1 6 0 1C1 8-3 10-6 9S-7 3-2 1C-8 3-11 0-10-4S-5-6 0-2",
    "M0-2m-2.6 1.6a2.6 2.6 0 1 0 5.2 0 2.6 2.6 0 1 0-5.2 0",
  ],
  waste: ["", "M-11 8C-8 3-4 3-1 8M-3 5C1-1 6 0 11 8M-7-2V-9M-7-5-10-8M-7-4-4-7M6-6m-3 0a3 3 0 1 0 6 0 3 3 0 1 0-6 0"],
  pasture: ["", "M-11 8H11M-8 8V1M-8 8-11 2M-8 8-5 2M0 8V-2M0 8-4-1M0 8 4-1M8 8V1M8 8 5 2M8 8 11 2M-6-6C-6-9-2-9-2-6M-6-6H-2"],
  river: ["", "M-11-6C-7-10-4-2 0-6S7-10 11-6M-11 1C-7-3-4 5 0 1S7-3 11 1M-11 8C-7 4-4 12 0 8S7 4 11 8"],
  forest: ["M-5-11-11 4H-6V9H-4V4H1ZM6-7 1 5H5V9H7V5H11Z", ""],
  village: ["M-11 1-5-6 1 1V9H-11ZM2 3 7-3 11 3V9H2Z", ""],
  city: ["M-11 9V-5H-9V-3H-7V-5H-5V1H-4V-10H-2V-8H2V-10H4V1H5V-5H7V-3H9V-5H11V9H3V5A3 3 0 0 0-3 5V9Z", ""],
  estate: ["M0-11 12-1H9V10H-9V-1H-12Z", ""],
  "trading-post": ["M-10 10V-8H-6V-11H6V-8H10V10Z", ""],
  traitor: ["", "M-10-4H8M8-4 3-9M8-4 3 1M10 6H-8M-8 6-3 1M-8 6-3 11"],
  "diplomat-2": ["M-9-10H6C9-10 9-5 6-5V8C6 11 1 11 1 8H-9C-6 7-6 4-6 2Z", ""],
  "diplomat-5": ["M-9-10H6C9-10 9-5 6-5V8C6 11 1 11 1 8H-9C-6 7-6 4-6 2Z", ""],
  builder: ["M-9-10H4L8-5 4-3H-2V11H-6V-3H-9Z", ""],
  strategist: ["M-7-11H-5V11H-7ZM-4-10 9-6-4-1Z", ""],
  farmer: ["", "M0 11V-2M-6-10V-4C-6 0 6 0 6-4V-10M0-10V-2"],
  swords: ["", "M-9-9 7 7M4 9 9 4M9-9-7 7M-4 9-9 4M8 8 11 11M-8 8-11 11"],
};

/**
 * Draws a symbol, with `label` written on it.
 * @param {string} name
 * @param {{ x?: number, y?: number, size?: number, label?: string | number, class?: string, piece?: string, face?: string }} [options]
 *   `piece` and `face`: the symbol's name and face if it is animated (see motion.js)
 */
export function symbol(name, options = {}) {
  const { x = 0, y = 0, size = 24, label } = options;
  const [filled, lined] = SHAPES[name] ?? ["", ""];
  return svg(
    "g",
    { class: `symbol ${name} ${options.class ?? ""}`, transform: `translate(${x} ${y}) scale(${size / 24})`, "data-piece": options.piece, "data-face": options.face },
    filled && svg("path", { d: filled, class: "filled" }),
    lined && svg("path", { d: lined, class: "lined" }),
    label !== undefined && svg("text", { y: 6, class: "label" }, label),
  );
}

/** Draws a symbol as a separate picture, the size of a letter. @param {string} name @param {string | number} [label] */
export function icon(name, label) {
  return svg("svg", { class: "icon", viewBox: "-13 -13 26 26", "aria-hidden": true, focusable: "false" }, symbol(name, label === undefined ? {} : { label }));
}

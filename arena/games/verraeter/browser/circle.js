/** Draws the twelve landscapes in a circle, the buildings under them, and the border of the conflict. */

import { polar, sector, svg } from "../../browser/drawing.js";
import { symbol } from "./symbols.js";
import { sums } from "./words.js";

/** @typedef {import("../../browser/contract.js").Scene} Scene */
/** @typedef {import("../../browser/texts.js").Texts} Texts */

const [INNER, OUTER, MIDDLE, BUILDING, SKY] = [168, 286, 229, 142, 288];
const STEP = 30;
/** A phase's name of more than LONG characters is compressed to the width ROOM, the space between the buildings. */
const [LONG, ROOM] = [20, 186];

/**
 * Draws the circle.
 * @param {any} setup
 * @param {Scene} scene
 * @param {Texts} texts
 */
export function circle(setup, scene, texts) {
  const { board } = scene;
  /** @type {Record<string, { base: number, winners: number[] }>} */
  const printed = Object.fromEntries(setup.landscapes.map((/** @type {any} */ one) => [one.name, one]));
  const places = board["circle"].map((/** @type {any} */ place, /** @type {number} */ at) => {
    const target = `place:${at}`;
    return svg(
      "g",
      { class: `place ${place.house}${fought(board, at) ? " fought" : ""}${state(scene, target)}`, "data-target": target, "data-piece": target, "data-face": place.house },
      svg("path", { class: "ground", d: sector(at * STEP - 14.4, at * STEP + 14.4, INNER, OUTER) }),
      svg("path", { class: "pattern", d: sector(at * STEP - 14.4, at * STEP + 14.4, INNER, OUTER) }),
      landscape(place, printed[place.landscape] ?? { base: 0, winners: [] }, at, texts),
      place.building && building(place.building, at, texts),
    );
  });
  return svg(
    "svg",
    { class: "circle", viewBox: "-310 -310 620 620", role: "img", "aria-label": texts.t("circle") },
    patterns(),
    ...places,
    ...borders(scene),
    middle(setup, scene, texts),
  );
}

/** Returns a hatch pattern for each house, so that people can tell houses apart without colours. */
function patterns() {
  return svg(
    "defs",
    {},
    svg("pattern", { id: "hatch-eagle", width: 9, height: 9, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" }, svg("path", { d: "M0 0V9", class: "hatch" })),
    svg("pattern", { id: "hatch-rose", width: 12, height: 12, patternUnits: "userSpaceOnUse" }, svg("circle", { cx: 6, cy: 6, r: 1.5, class: "hatch dot" })),
  );
}

/**
 * @param {any} place
 * @param {{ base: number, winners: number[] }} printed
 * @param {number} at
 * @param {Texts} texts
 */
function landscape(place, printed, at, texts) {
  const [x, y] = polar(at * STEP, MIDDLE);
  return svg(
    "g",
    { transform: `translate(${x} ${y})`, class: "card" },
    symbol(place.house, { x: -31, y: -22, size: 24, class: "crest" }),
    symbol(place.landscape, { x: 0, y: -24, size: 27 }),
    svg("rect", { x: 18, y: -36, width: 27, height: 27, class: "base" }),
    svg("text", { x: 31.5, y: -15.5, class: "points" }, printed.base),
    svg("text", { y: 9, class: "name" }, texts.t(`landscape.${place.landscape}`)),
    svg(
      "g",
      { class: "winners" },
      ...printed.winners.flatMap((points, column) => [
        svg("circle", { cx: 20 * column - 30, cy: 26, r: 9 }),
        svg("text", { x: 20 * column - 30, y: 30 }, points),
      ]),
    ),
  );
}

/** @param {{ seat: number, kind: string }} one @param {number} at @param {Texts} texts */
function building(one, at, texts) {
  const [x, y] = polar(at * STEP, BUILDING);
  return symbol(one.kind, { x, y, size: 38, label: texts.seat(one.seat), class: `building seat-${one.seat}`, piece: `building:${one.seat}`, face: one.kind });
}

/**
 * Draws the borders that may be chosen, and the chosen one. A click on the half of a landscape beside an open border
 * picks this border.
 * @param {Scene} scene
 */
function borders(scene) {
  const drawn = [];
  for (let at = 0; at < 12; at++) {
    const target = `border:${at}`;
    const fights = scene.board["conflict"] === at;
    const open = scene.open.includes(target);
    if (!fights && !open) continue;
    const [x, y] = polar(at * STEP + STEP / 2, SKY - 2);
    drawn.push(
      svg(
        "g",
        { class: `border${fights ? " chosen" : ""}${state(scene, target)}`, "data-target": target },
        open && svg("path", { class: "zone", d: sector(at * STEP, at * STEP + STEP, INNER, OUTER) }),
        svg("path", { class: "frame", d: sector(at * STEP - 15, at * STEP + 45, INNER - 3, OUTER + 3) }),
        svg("circle", { cx: x, cy: y, r: fights ? 21 : 13 }),
        symbol("swords", { x, y, size: fights ? 26 : 15 }),
      ),
    );
  }
  return drawn;
}

/**
 * Draws the middle of the circle: the round, the phase, both houses' conflict points, and the winner. The points and
 * the winner stay in view to the end of the round.
 * @param {any} setup
 * @param {Scene} scene
 * @param {Texts} texts
 */
function middle(setup, scene, texts) {
  const { board, decided } = scene;
  const { strengths, over } = sums(board, decided);
  const phase = texts.t(`phase.${board.phase}`);
  /** @type {Element[]} */
  const lines = [
    svg("text", { y: -84, class: "round" }, texts.t("round.of", { round: board.round, rounds: setup.rounds })),
    svg("text", { y: 92, class: "phase", ...(phase.length > LONG && { textLength: ROOM, lengthAdjust: "spacingAndGlyphs" }) }, phase),
  ];
  for (const [house, x] of /** @type {Array<[string, number]>} */ (strengths ? [["eagle", -1], ["rose", 1]] : [])) {
    const won = board["winner"] === house;
    lines.push(
      svg(
        "g",
        { class: `sum ${house}${won ? " won" : ""}`, transform: `translate(${x * (over ? 84 : 48)} -4)` },
        svg("circle", { r: over ? 31 : 42 }),
        symbol(house, { y: over ? -14 : -17, size: over ? 20 : 28, class: "crest" }),
        svg("text", { y: over ? 20 : 27, class: "strength" }, strengths[house]),
      ),
    );
  }
  if (strengths && over) lines.push(verdict(board["winner"], texts));
  return svg("g", { class: "middle" }, ...lines);
}

/** Draws the crest of the house that won, or swords after a tie. @param {string | null} winner @param {Texts} texts */
function verdict(winner, texts) {
  return svg(
    "g",
    { class: `verdict ${winner ?? "nobody"}`, "data-go-on": true },
    svg("circle", { cy: -8, r: 48, class: "ring" }),
    symbol(winner ?? "swords", { y: -8, size: winner ? 96 : 56, class: "crest" }),
    svg("text", { y: 62, class: "victory" }, texts.t(winner ? "wins" : "tie")),
  );
}

/** @param {any} board @param {number} at */
function fought(board, at) {
  return board.conflict !== null && (board.conflict === at || (board.conflict + 1) % 12 === at);
}

/** @param {Scene} scene @param {string} target */
function state(scene, target) {
  return `${scene.taken.includes(target) ? " taken" : ""}${scene.open.includes(target) ? " open" : ""}`;
}

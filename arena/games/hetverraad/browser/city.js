/** Draws the city: its areas with owners, buildings and towers, the Black Master, and the score track around it. */

import { polar, sector, svg } from "../../browser/drawing.js";
import { state } from "./cards.js";
import { piece } from "./symbols.js";

/** @typedef {import("../../browser/contract.js").Scene} Scene */
/** @typedef {import("../../browser/texts.js").Texts} Texts */

const CITY = 288;
const [TRACK, RIM] = [300, 338];
const SQUARES = 60;
const BLACK = "black master";

/**
 * Draws the city and the score track.
 * @param {any} setup
 * @param {Record<string, any>} cards by id
 * @param {Scene} scene
 * @param {Texts} texts
 */
export function city(setup, cards, scene, texts) {
  const { board } = scene;
  const areas = board["areas"].map((/** @type {any} */ one, /** @type {number} */ at) =>
    area(one, setup.areas[at], setup.plan.areas[at], setup.plan.layout[at], cards, setup, scene, texts),
  );
  const marked = (/** @type {string} */ kind) => areas.filter((/** @type {SVGElement} */ drawn) => drawn.classList.contains(kind));
  return svg(
    "svg",
    { class: "city", viewBox: "-346 -346 692 692", role: "img", "aria-label": texts.t("city") },
    patterns(),
    svg("circle", { r: setup.plan.layout[0].inner * CITY, class: "centre" }),
    ...areas,
    ...marked("open"),
    ...marked("taken"),
    ...track(setup, board, texts),
    master(setup, scene),
  );
}

/** Returns a hatch pattern for each seat, so that people can tell owners apart without colours. */
function patterns() {
  const drawn = ["M0 0V8", "M0 0H8", "M0 0V8M0 0H8", "M0 0L8 8", "M0 8L8 0M0 0L8 8"];
  return svg("defs", {}, ...drawn.map((d, seat) => svg("pattern", { id: `hatch-seat-${seat}`, width: 8, height: 8, patternUnits: "userSpaceOnUse" }, svg("path", { d, class: `seat-hatch seat-${seat}` }))));
}

/**
 * @param {any} one
 * @param {any} printed
 * @param {any} plan
 * @param {any} layout
 * @param {Record<string, any>} cards
 * @param {any} setup
 * @param {Scene} scene
 * @param {Texts} texts
 */
function area(one, printed, plan, layout, cards, setup, scene, texts) {
  const target = `area:${one.id}`;
  const outline = sector(layout.begin, layout.end, layout.inner * CITY, layout.outer * CITY);
  const owner = one.owner === null ? "neutral" : one.owner === BLACK ? "black" : `seat-${one.owner}`;
  const [x, y] = [layout.x * CITY, layout.y * CITY];
  const card = one.building && cards[one.building];
  return svg(
    "g",
    { class: `area ${owner}${state(scene, target)}`, "data-target": target },
    svg("path", { d: outline, class: "ground" }),
    typeof one.owner === "number" && svg("path", { d: outline, class: "hatch", fill: `url("#hatch-seat-${one.owner}")` }),
    plan.road && way(layout, "road", plan.river ? 0.3 : 0.5),
    plan.river && way(layout, "river", plan.road ? 0.7 : 0.5),
    printed.gate && gate(layout),
    svg(
      "g",
      { transform: `translate(${x} ${y})` },
      svg("circle", { cx: -15, cy: -17, r: 10, class: "price" }),
      svg("text", { x: -15, y: -12, class: "number" }, printed.price),
      svg("text", { y: 29, class: "id" }, one.id),
      printed.bonus > 0 && svg("text", { x: 9, y: -12, class: "bonus" }, `+${printed.bonus}`),
      one.towers > 0 && piece("tower", { x: card ? -15 : 0, y: 8, size: 34 }),
      one.owner !== null && piece("knight", { x: card ? -15 : 0, y: one.towers ? 14 : 8, size: one.towers ? 20 : 25, label: one.owner === BLACK ? "✦" : texts.seat(one.owner), class: owner, moves: target }),
      card && building(card, setup),
    ),
  );
}

/** @param {any} card @param {any} setup */
function building(card, setup) {
  const initial = setup.plan.colour_titles[card.colour].slice(0, 1);
  return svg(
    "g",
    { class: `building ${card.colour}`, transform: "translate(13 8)", "data-piece": `card:${card.id}` },
    svg("rect", { x: -14, y: -13, width: 28, height: 26, rx: 3 }),
    svg("text", { y: 6 }, `${initial}${card.value}`),
  );
}

/**
 * Draws a road or the river across an area, from its inner to its outer border.
 * @param {any} layout
 * @param {string} kind
 * @param {number} share its place between the area's first side (0) and its last (1), clockwise
 */
function way(layout, kind, share) {
  const angle = layout.begin + (layout.end - layout.begin) * share;
  const [from, to] = [polar(angle, layout.inner * CITY + 1), polar(angle, layout.outer * CITY - 1)];
  return svg("path", { d: `M${from.join(" ")}L${to.join(" ")}`, class: kind });
}

/** @param {any} layout */
function gate(layout) {
  const [x, y] = polar((layout.begin + layout.end) / 2, layout.outer * CITY + 1);
  return piece("gate", { x, y, size: 22 });
}

/** @param {any} setup @param {any} board @param {Texts} texts */
function track(setup, board, texts) {
  const size = 360 / SQUARES;
  const squares = Array.from({ length: SQUARES }, (_, points) => {
    const [x, y] = polar((points + 0.5) * size, (TRACK + RIM) / 2);
    const kind = `square${setup.red_squares.includes(points) ? " red" : ""}${points === setup.end_score ? " end" : ""}`;
    return svg(
      "g",
      { class: kind },
      svg("path", { d: sector(points * size, (points + 1) * size, TRACK, RIM) }),
      (points % 5 === 0 || points === setup.end_score) && svg("text", { x, y: y + 4 }, points),
    );
  });
  /** @type {Map<number, number>} */
  const there = new Map();
  const markers = [...board.seats.map((/** @type {any} */ seat, /** @type {number} */ at) => [`seat-${at}`, seat.score, texts.seat(at)]), ["black", board["black_master"].score, "✦"]].map(([kind, score, label]) => {
    const square = ((score % SQUARES) + SQUARES) % SQUARES;
    const above = there.get(square) ?? 0;
    there.set(square, above + 1);
    const [x, y] = polar((square + 0.5) * size, RIM - 6 - above * 15);
    return svg("g", { class: `marker ${kind}`, transform: `translate(${x} ${y})`, "data-piece": `marker:${kind}` }, svg("circle", { r: 11 }), svg("text", { y: 5 }, label));
  });
  return [...squares, ...markers];
}

/** @param {any} setup @param {Scene} scene */
function master(setup, scene) {
  /** @type {any} */
  const board = scene.board;
  const at = setup.areas.findIndex((/** @type {any} */ one) => one.id === board["black_master"].area);
  const layout = setup.plan.layout[at];
  const [x, y] = layout ? [layout.x * CITY, layout.y * CITY + 27] : [-322, 322];
  return svg("g", { class: `black-master${state(scene, "black-master")}`, transform: `translate(${x} ${y})`, "data-target": "black-master", "data-piece": "black-master" }, svg("circle", { r: 15 }), piece("master", { size: 21, y: 1 }));
}

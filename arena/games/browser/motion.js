/**
 * Animates changes of a board. A piece that is drawn in another place than before slides there, a piece with another
 * face turns over, and a new piece fades in. A piece is an element with a name as `data-piece`; several pieces may have
 * the same name. An element's `data-face` names the face that it shows.
 *
 * Rule: nothing waits for an animation, and an animation gives no information that people could not see without it.
 * People whose system asks for less motion see no animation.
 */

const HOW = { duration: 300, easing: "ease-out" };
/** The most changes that are animated at once; if there are more, none is animated. */
const MOST = 16;
/**
 * A piece that is drawn less than this distance from where it was counts as not moved. NEAR is for pieces outside
 * drawings, in pixels; these pieces also shift when a line of the page becomes longer or shorter. NEAR_IN_DRAWING is
 * for pieces in a drawing, in its units.
 */
const [NEAR, NEAR_IN_DRAWING] = [40, 2];
const CALM = matchMedia("(prefers-reduced-motion: reduce)");

/** A piece, with its middle on the screen and, if it is in a drawing, its position there. @typedef {{ element: Element, name: string, face: string | null, x: number, y: number, drawing: { x: number, y: number } | null }} Piece */

/** The earlier pieces of each board that was redrawn since the last screen frame. @type {Map<Element, Piece[]>} */
const drawn = new Map();

/** Redraws a board with `draw`, and animates its changes. @param {Element} board @param {() => void} draw */
export function moving(board, draw) {
  if (!CALM.matches && !drawn.has(board)) {
    drawn.set(board, pieces(board));
    requestAnimationFrame(() => move(board));
  }
  draw();
}

/** Returns the pieces that are displayed. @param {Element} board @returns {Piece[]} */
function pieces(board) {
  return [...board.querySelectorAll("[data-piece]")].flatMap((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const [x, y, whole] = [left + width / 2, top + height / 2, matrix(element)];
    const own = element instanceof SVGGraphicsElement ? element.getScreenCTM() : null;
    const drawing = own && whole && { x: (own.e - whole.e) / whole.a, y: (own.f - whole.f) / whole.d };
    return width ? [{ element, name: element.getAttribute("data-piece") ?? "", face: element.getAttribute("data-face"), x, y, drawing }] : [];
  });
}

/** Returns the matrix from an element's drawing to the screen; null outside drawings. @param {Element} element */
function matrix(element) {
  return element instanceof SVGGraphicsElement ? (element.ownerSVGElement?.getScreenCTM() ?? null) : null;
}

/** Whether a piece is still in the same place. @param {Piece} one @param {Piece} other */
function stays(one, other) {
  const [from, to] = one.drawing && other.drawing ? [one.drawing, other.drawing] : [one, other];
  return !one.drawing === !other.drawing && Math.hypot(from.x - to.x, from.y - to.y) < (one.drawing ? NEAR_IN_DRAWING : NEAR);
}

/** @param {Element} board */
function move(board) {
  const before = drawn.get(board) ?? [];
  drawn.delete(board);
  /** Removes the first matching piece from `before`, and returns it. @param {(one: Piece) => boolean} is */
  const taken = (is) => before.splice(before.findIndex(is), before.some(is) ? 1 : 0)[0];
  if (!before.length) return;
  /** @type {Array<() => void>} */
  const changes = [];
  const moved = pieces(board).filter((now) => {
    const same = taken((one) => one.name === now.name && stays(one, now));
    if (same && same.face !== now.face) changes.push(() => turn(now.element));
    return !same;
  });
  for (const now of moved) {
    const from = taken(({ name }) => name === now.name);
    changes.push(() => (from ? slide(now, from) : now.element.animate({ opacity: [0, 1] }, HOW)));
  }
  if (changes.length <= MOST) for (const change of changes) change();
}

/** @param {Piece} now @param {Piece} from */
function slide({ element, x, y }, from) {
  const scale = matrix(element)?.a ?? 1;
  element.animate({ translate: [`${(from.x - x) / scale}px ${(from.y - y) / scale}px`, "0 0"] }, HOW);
}

/**
 * Turns an element over. An element with the attribute `transform` fades in instead, because it would turn about the
 * middle of the board.
 * @param {Element} element
 */
function turn(element) {
  if (element.hasAttribute("transform") || !(element instanceof HTMLElement || element instanceof SVGElement)) return element.animate({ opacity: [0, 1] }, HOW);
  Object.assign(element.style, { transformBox: "fill-box", transformOrigin: "center" });
  return element.animate({ scale: ["0 1", "1 1"] }, HOW);
}

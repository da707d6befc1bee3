/**
 * What has changed on a board moves: a piece that is drawn elsewhere than before slides there, one with another face
 * turns, a new one comes up. Pieces are elements with `data-piece`, their name; of one name there may be several.
 *
 * Rule: nobody waits for it, nothing is told by it alone, and people who want less motion have none.
 */

const HOW = { duration: 300, easing: "ease-out" };
/** More changes than these at once are a leap, in which nothing moves. */
const MOST = 16;
/** Pixels that are no move: lines beside each other grow and shrink; a drawing has its own measure, and stays where it is. */
const [NEAR, NEAR_IN_DRAWING] = [40, 2];
const CALM = matchMedia("(prefers-reduced-motion: reduce)");

/** A piece: the middle of it on the screen, and where the drawing it belongs to has it. @typedef {{ element: Element, name: string, face: string | null, x: number, y: number, drawing: { x: number, y: number } | null }} Piece */

/** Of boards that were drawn since the screen was, their pieces before. @type {Map<Element, Piece[]>} */
const drawn = new Map();

/** Draws a board anew, and has what is different then move. @param {Element} board @param {() => void} draw */
export function moving(board, draw) {
  if (!CALM.matches && !drawn.has(board)) {
    drawn.set(board, pieces(board));
    requestAnimationFrame(() => move(board));
  }
  draw();
}

/** Those that are in sight. @param {Element} board @returns {Piece[]} */
function pieces(board) {
  return [...board.querySelectorAll("[data-piece]")].flatMap((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const [x, y, whole] = [left + width / 2, top + height / 2, matrix(element)];
    const own = element instanceof SVGGraphicsElement ? element.getScreenCTM() : null;
    const drawing = own && whole && { x: (own.e - whole.e) / whole.a, y: (own.f - whole.f) / whole.d };
    return width ? [{ element, name: element.getAttribute("data-piece") ?? "", face: element.getAttribute("data-face"), x, y, drawing }] : [];
  });
}

/** How the drawing that an element is in lies on the screen. @param {Element} element */
function matrix(element) {
  return element instanceof SVGGraphicsElement ? (element.ownerSVGElement?.getScreenCTM() ?? null) : null;
}

/** Whether a piece is where it was. @param {Piece} one @param {Piece} other */
function stays(one, other) {
  const [from, to] = one.drawing && other.drawing ? [one.drawing, other.drawing] : [one, other];
  return !one.drawing === !other.drawing && Math.hypot(from.x - to.x, from.y - to.y) < (one.drawing ? NEAR_IN_DRAWING : NEAR);
}

/** @param {Element} board */
function move(board) {
  const before = drawn.get(board) ?? [];
  drawn.delete(board);
  /** The piece there was before, which is not there any more. @param {(one: Piece) => boolean} is */
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

/** What is placed by an attribute would turn about the middle of the board. @param {Element} element */
function turn(element) {
  if (element.hasAttribute("transform") || !(element instanceof HTMLElement || element instanceof SVGElement)) return element.animate({ opacity: [0, 1] }, HOW);
  Object.assign(element.style, { transformBox: "fill-box", transformOrigin: "center" });
  return element.animate({ scale: ["0 1", "1 1"] }, HOW);
}

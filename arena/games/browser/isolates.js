/**
 * Isolates names that are written from right to left in sentences that are not: otherwise they would reverse the text beside
 * them, as in "12 points". A sentence marks such a name with two invisible characters; an element has a <bdi> instead, so that
 * nobody copies these characters with a name.
 */

const FIRST = "\u2068";
const LAST = "\u2069";
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** The text for use in a sentence: marked if it has letters that are written from right to left. @param {string} text */
export function isolated(text) {
  return RIGHT_TO_LEFT.test(text) ? FIRST + text + LAST : text;
}

/** The parts of a sentence to put into an element, with a <bdi> for each marked name. @param {string} sentence @returns {Array<Node | string>} */
export function pieces(sentence) {
  if (!sentence.includes(FIRST)) return [sentence];
  /** @type {Array<Array<Node | string>>} */
  const open = [[]];
  for (const piece of sentence.split(/([\u2068\u2069])/)) {
    if (piece === FIRST) open.push([]);
    else if (piece === LAST && open.length > 1) close(open);
    else if (piece && piece !== LAST) open.at(-1)?.push(piece);
  }
  while (open.length > 1) close(open);
  return open[0] ?? [];
}

/** @param {Array<Array<Node | string>>} open */
function close(open) {
  const element = document.createElement("bdi");
  element.append(...(open.pop() ?? []));
  open.at(-1)?.push(element);
}

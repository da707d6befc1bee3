/**
 * Isolates names that are written from right to left. Without this, such a name in a sentence would change the order of
 * the text beside it, for example of "12 points". In a sentence, two invisible characters enclose such a name. In an
 * element, a <bdi> encloses it instead, so that people who copy the name do not copy the invisible characters.
 */

const FIRST = "\u2068";
const LAST = "\u2069";
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Returns the text as a part of a sentence: between the invisible characters if it has letters that are written from
 * right to left, else unchanged.
 * @param {string} text
 */
export function isolated(text) {
  return RIGHT_TO_LEFT.test(text) ? FIRST + text + LAST : text;
}

/**
 * Returns the content of an element that shows the sentence, with a <bdi> for each isolated name.
 * @param {string} sentence
 * @returns {Array<Node | string>}
 */
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

/**
 * Translates the arena's English sentences on what a bot has done wrong into the language of the page, if they are known.
 * Words of a bot or a system inside them stay as they are. leaderboards/pages/translated_messages.py does the same.
 */

/** @typedef {import("../../games/browser/texts.js").Texts} Texts */

const MARK = "said: ";

/** The sentence, translated if it is known, and its language. @param {string} sentence @param {Texts} texts @returns {{ text: string, language: string }} */
export function said(sentence, texts) {
  const known = told(sentence, texts);
  return known === null ? { text: sentence, language: "en" } : { text: known, language: texts.language };
}

/** @param {string} sentence @param {Texts} texts @returns {string | null} */
function told(sentence, texts) {
  for (const key of Object.keys(texts.sentences)) {
    const found = key.startsWith(MARK) ? pattern(key.slice(MARK.length)).exec(sentence) : null;
    if (found) {
      const shown = Object.entries(found.groups ?? {}).map(([name, value]) => [name, name === "detail" ? (told(value, texts) ?? value) : written(value, texts)]);
      return texts.t(key, Object.fromEntries(shown));
    }
  }
  const cut = sentence.lastIndexOf("; it ");
  const [first, second] = cut < 0 ? [null, null] : [told(sentence.slice(0, cut), texts), told(sentence.slice(cut + 2), texts)];
  return first === null || second === null ? null : `${first}; ${second}`;
}

/** @param {string} template */
function pattern(template) {
  const parts = template.split(/\{(\w+)\}/).map((part, at) => (at % 2 ? `(?<${part}>.+?)` : part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")));
  return new RegExp(`^${parts.join("")}$`, "s");
}

/** A number in the language's notation; any other text unchanged. @param {string} value @param {Texts} texts */
function written(value, texts) {
  if (/^\d+\.\d+$/.test(value)) return new Intl.NumberFormat(texts.language, { minimumFractionDigits: 1, useGrouping: false }).format(Number(value));
  return /^\d{1,3}(,\d{3})+$/.test(value) ? texts.numbers.format(Number(value.replaceAll(",", ""))) : value;
}

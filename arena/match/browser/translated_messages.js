/**
 * Translates the arena's English sentences about faults of bots into the language of the page, if its catalogue
 * contains them. Words inside a sentence that come from a bot or an operating system stay untranslated.
 * leaderboards/pages/translated_messages.py does the same.
 */

/** @typedef {import("../../games/browser/texts.js").Texts} Texts */

/** The keys of these sentences in the catalogue begin with this; the English sentence follows. */
const MARK = "said: ";

/**
 * Returns the sentence, translated if possible, and the language in which it is now.
 * @param {string} sentence
 * @param {Texts} texts
 * @returns {{ text: string, language: string }}
 */
export function said(sentence, texts) {
  const known = told(sentence, texts);
  return known === null ? { text: sentence, language: "en" } : { text: known, language: texts.language };
}

/**
 * Returns the translation; null if there is none.
 * @param {string} sentence
 * @param {Texts} texts
 * @returns {string | null}
 */
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

/** Returns a pattern for the sentence, with a group for each name in braces. @param {string} template */
function pattern(template) {
  const parts = template.split(/\{(\w+)\}/).map((part, at) => (at % 2 ? `(?<${part}>.+?)` : part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")));
  return new RegExp(`^${parts.join("")}$`, "s");
}

/** Returns a number in the language's notation; any other text unchanged. @param {string} value @param {Texts} texts */
function written(value, texts) {
  if (/^\d+\.\d+$/.test(value)) return new Intl.NumberFormat(texts.language, { minimumFractionDigits: 1, useGrouping: false }).format(Number(value));
  return /^\d{1,3}(,\d{3})+$/.test(value) ? texts.numbers.format(Number(value.replaceAll(",", ""))) : value;
}

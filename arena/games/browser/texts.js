/**
 * Loads the sentences of a language, and fills in their values. A catalogue is a JSON file that maps each key to a
 * sentence, or to one sentence for each plural category of the language.
 */

import { isolated } from "./isolates.js";

/** @typedef {Record<string, string | Record<string, string>>} Sentences */

/** The sentences of one language. */
export class Texts {
  /**
   * @param {string} language
   * @param {...Sentences} catalogues
   */
  constructor(language, ...catalogues) {
    this.language = language;
    /** @type {Sentences} */
    this.sentences = Object.assign({}, ...catalogues);
    this.plural = new Intl.PluralRules(language);
    this.numbers = new Intl.NumberFormat(language);
    this.lists = new Intl.ListFormat(language, { type: "conjunction" });
    /** The number shown for the first seat: 1 at tables and in replays of their matches, else 0, as in files. */
    this.firstSeat = 0;
  }

  /** Returns the number shown for a seat. @param {number} at the seat, from 0 */
  seat(at) {
    return at + this.firstSeat;
  }

  /**
   * Returns the sentence with this key, with `values` in place of the names in braces. Numbers are written as in the
   * language; other values are isolated (see isolates.js). The value `count` selects the plural category. Throws an
   * Error if there is no such key.
   * @param {string} key
   * @param {Record<string, string | number>} [values]
   */
  t(key, values = {}) {
    let sentence = this.sentences[key];
    if (sentence === undefined) throw new Error(`there is no sentence ${key} in ${this.language}`);
    if (typeof sentence !== "string") sentence = sentence[this.plural.select(Number(values["count"]))] ?? sentence["other"] ?? "";
    return sentence.replace(/\{(\w+)\}/g, (_, name) => {
      const value = values[name];
      return typeof value === "number" ? this.numbers.format(value) : isolated(String(value));
    });
  }

  /** Returns the things as a list in a sentence, such as "a, b and c". @param {string[]} things */
  list(things) {
    return this.lists.format(things.map(isolated));
  }
}

/**
 * Loads the texts of a language from the catalogues of the modules. If a catalogue cannot be loaded, loads English
 * instead.
 * @param {string} language
 * @param {...string} modules addresses of modules, each with a folder `texts` beside it; if several have a key, the
 *   last wins
 */
export async function loadTexts(language, ...modules) {
  const load = async (/** @type {string} */ wanted) =>
    new Texts(wanted, ...(await Promise.all(modules.map((module) => catalogue(module, wanted)))));
  try {
    return await load(language);
  } catch {
    return load("en");
  }
}

/**
 * @param {string} module
 * @param {string} language
 * @returns {Promise<Sentences>}
 */
async function catalogue(module, language) {
  const answer = await fetch(new URL(`texts/${language}.json`, module));
  if (!answer.ok) throw new Error(`there is no catalogue for ${language}`);
  return answer.json();
}

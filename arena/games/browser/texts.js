/** Sentences of one language, from JSON catalogues like those of the pages: by key, a sentence or one for each plural category. */

import { isolated } from "./isolates.js";

/** @typedef {Record<string, string | Record<string, string>>} Sentences */

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
    /** The number shown for the first seat: 1 at tables of people, 0 in leagues, as in their files. */
    this.firstSeat = 0;
  }

  /** The number shown for a seat. @param {number} at its place among the seats, from 0 */
  seat(at) {
    return at + this.firstSeat;
  }

  /**
   * The sentence with this key; numbers are written as in the language, and names do not reverse the text beside them.
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

  /** The things joined to a list, as in a sentence. @param {string[]} things */
  list(things) {
    return this.lists.format(things.map(isolated));
  }
}

/**
 * The texts of a language, from the catalogues beside these modules; English if one is missing.
 * @param {string} language
 * @param {...string} modules addresses of modules, each with a folder `texts` beside it
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

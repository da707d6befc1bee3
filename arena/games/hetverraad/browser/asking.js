/** The texts with which a person chooses in Het Verraad: the task, the groups of choices, and facts about a choice. */

/** @typedef {import("../../browser/contract.js").Parts} Parts */
/** @typedef {import("../../browser/contract.js").Board} Board */
/** @typedef {import("../../browser/texts.js").Texts} Texts */
/** @typedef {import("./cards.js").Cards} Cards */
/** @typedef {import("./words.js").Words} Words */

/** Implements the methods of GameBoard (contract.js) for choosing. */
export class Asking {
  /** @param {any} setup @param {Cards} cards @param {Words} words @param {Texts} texts */
  constructor(setup, cards, words, texts) {
    this.setup = setup;
    this.cards = cards;
    this.words = words;
    this.t = texts.t.bind(texts);
    /**
     * For kinds of action, a function that returns the price of the action for a seat, in stones.
     * @type {Record<string, (parts: Parts, seat: any) => number>}
     */
    this.prices = {
      "buy-area": (parts) => setup.areas.find((/** @type {any} */ one) => one.id === parts["area"]).price,
      "build-tower": () => setup.prices.tower,
      "buy-white": (_, seat) => setup.white_prices[seat.white_tokens],
      "buy-black": (_, seat) => setup.black_prices[seat.black_tokens.length],
      exchange: () => setup.prices.token_exchange,
      "buy-influence": () => setup.prices.influence_card,
      "buy-card": () => setup.prices.building_card,
    };
  }

  /** Returns the name of a target, for people. @param {string} target @param {Board} board */
  thing(target, board) {
    const [kind = "", name = "", more = ""] = target.split(":");
    if (kind === "area") return name;
    if (kind === "card") return this.words.card(name);
    if (kind === "influence") return this.t(`influence.${more}`);
    if (kind === "seat") return this.words.who(Number(name));
    if (kind === "market") return this.t(name);
    if (kind === "token") return this.t("token.at", { number: Number(more) + 1 });
    if (kind === "supply") return this.t(`supply.${name}`, { count: this.left(name, board) });
    return this.t(NAMES[kind] ?? kind);
  }

  /**
   * Returns the number of face-down cards or tokens in a supply; 0 for another supply.
   * @param {string} name
   * @param {Board} board
   */
  left(name, board) {
    return board[{ black: "token_stack", cards: "deck", influence: "influence_deck" }[name] ?? ""]?.length ?? 0;
  }

  /** @param {Parts[]} options @param {Board} board */
  task(options, board) {
    const only = board.phase === "reaction" && options.length === 1 ? ".only" : "";
    const pending = board["pending"] ? this.words.choice(board["pending"], board) : "";
    return this.t(`task.${board.phase}${only}`, { who: this.words.who(board["active"]), choice: pending });
  }

  /** @param {Parts} parts @param {Board} board */
  group(parts, board) {
    const filling = parts.kind === "pass" && board.phase === "refill" ? ".refill" : "";
    return this.t(`group.${parts.kind}${filling}`, this.words.values(parts));
  }

  /** @param {Parts} parts @param {number} at @param {Board} board */
  beside(parts, at, board) {
    const seat = board.seats[at];
    if (parts["influence"]) return this.cards.effect(parts["influence"]);
    if (parts.kind === "take" && this.setup.taxing.includes(this.cards.byId[parts["card"]].colour)) return this.t("beside.tax", { count: this.setup.limits.tax_free });
    const price = this.prices[parts.kind]?.(parts, seat);
    return price === undefined ? "" : this.t("beside.price", { count: price, stones: this.t("stones", { count: seat?.["stones"] }) });
  }
}

/** Returns the targets of an action (rules 2 and 3 of contract.js). @param {Parts} parts @param {number} seat */
export function targets(parts, seat) {
  const found = [...(OF_KIND[parts.kind] ?? [])].map((target) => target.replace("{seat}", `${seat}`));
  if (parts["influence"]) found.push(`influence:${seat}:${parts["influence"]}`);
  if (parts["card"]) found.push(`card:${parts["card"]}`);
  if (parts["area"]) found.push(`area:${parts["area"]}`);
  if (parts.kind === "sell") found.push(`market:${parts["market"]}`);
  if (typeof parts["seat"] === "number") found.push(`seat:${parts["seat"]}`);
  if (typeof parts["token"] === "number") found.push(`token:${seat}:${parts["token"]}`);
  return found;
}

/** For kinds of target, the key of the name in the catalogues. @type {Record<string, string>} */
const NAMES = { "black-master": "black.master", die: "black.die.unrolled", tokens: "tokens" };

/** For kinds of action, the targets that follow from the kind alone. @type {Record<string, string[]>} */
const OF_KIND = {
  "build-tower": ["supply:towers"],
  "buy-white": ["supply:white"],
  "buy-black": ["supply:black"],
  "buy-influence": ["supply:influence"],
  "buy-card": ["supply:cards"],
  stay: ["black-master"],
  "stay-outside": ["black-master"],
  attack: ["black-master"],
  roll: ["die:black"],
  "count-tokens": ["tokens:{seat}"],
};

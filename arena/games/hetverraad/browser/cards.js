/** Draws the cards of Het Verraad, and rows of things with a title. */

import { html } from "../../browser/drawing.js";

/** @typedef {import("../../browser/contract.js").Scene} Scene */
/** @typedef {import("../../browser/texts.js").Texts} Texts */

/** Draws building cards and influence cards. */
export class Cards {
  /** @param {any} setup @param {Texts} texts */
  constructor(setup, texts) {
    this.texts = texts;
    this.titles = setup.plan.colour_titles;
    /** @type {Record<string, number>} */
    this.amounts = Object.fromEntries(setup.influence.map((/** @type {any} */ card) => [card.kind, card.amount]));
    /** @type {Record<string, any>} */
    this.byId = Object.fromEntries(setup.cards.map((/** @type {any} */ card) => [card.id, card]));
  }

  /**
   * Draws a building card.
   * @param {string | null} id null: the card is face down
   * @param {Scene} scene
   * @param {{ long?: boolean }} [options] `long`: the card shows its name
   */
  building(id, scene, { long = false } = {}) {
    if (id === null) return this.back();
    const card = this.byId[id];
    const target = `card:${id}`;
    return html(
      "span",
      { class: `card ${card.colour}${state(scene, target)}`, "data-target": target, "data-piece": target, title: `${card.name} (${id})` },
      html("b", {}, `${this.titles[card.colour].slice(0, 1)}${card.value}`),
      long && ` ${card.name}`,
      html("span", { class: "unseen" }, long ? "" : ` ${card.name}`),
    );
  }

  /**
   * Draws an influence card in the hand of a seat.
   * @param {string | null} kind null: the card is face down
   * @param {number} seat
   * @param {Scene} scene
   */
  influence(kind, seat, scene) {
    if (kind === null) return html("span", { class: "card influence back", role: "img", "aria-label": this.texts.t("closed.influence") });
    const target = `influence:${seat}:${kind}`;
    return html("span", { class: `card influence${state(scene, target)}`, "data-target": target, "data-piece": `influence:${kind}`, title: this.effect(kind) }, this.texts.t(`influence.${kind}`));
  }

  /** Returns the sentence about the effect of an influence card. @param {string} kind */
  effect(kind) {
    return this.texts.t(`influence.told.${kind}`, { count: this.amounts[kind] ?? 0 });
  }

  back() {
    return html("span", { class: "card back", role: "img", "aria-label": this.texts.t("closed") });
  }
}

/**
 * Draws a row of things with a title.
 * @param {string} title
 * @param {Array<Node | string | false>} things
 * @param {string} [target] the target that the row is, if it is one
 * @param {Scene} [scene]
 */
export function row(title, things, target, scene) {
  return html("div", { class: `row${target && scene ? state(scene, target) : ""}`, "data-target": target }, html("span", { class: "title" }, title), html("span", { class: "things" }, ...(things.length ? things : ["–"])));
}

/**
 * Returns the classes of a target, `taken` and `open` as in the scene, each after a space.
 * @param {Scene} scene
 * @param {string} target
 */
export function state(scene, target) {
  return `${scene.taken.includes(target) ? " taken" : ""}${scene.open.includes(target) ? " open" : ""}`;
}

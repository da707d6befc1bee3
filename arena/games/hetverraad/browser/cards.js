/** Cards of Het Verraad as they lie on the table, and rows of things with a title. */

import { html } from "../../browser/drawing.js";

/** @typedef {import("../../browser/contract.js").Scene} Scene */
/** @typedef {import("../../browser/texts.js").Texts} Texts */

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

  /** A building card; null is a closed one. @param {string | null} id @param {Scene} scene @param {{ long?: boolean }} [options] */
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

  /** An influence card in the hand of a seat; null is a closed one. @param {string | null} kind @param {number} seat @param {Scene} scene */
  influence(kind, seat, scene) {
    if (kind === null) return html("span", { class: "card influence back", role: "img", "aria-label": this.texts.t("closed.influence") });
    const target = `influence:${seat}:${kind}`;
    return html("span", { class: `card influence${state(scene, target)}`, "data-target": target, "data-piece": `influence:${kind}`, title: this.effect(kind) }, this.texts.t(`influence.${kind}`));
  }

  /** The effect of an influence card, as a sentence. @param {string} kind */
  effect(kind) {
    return this.texts.t(`influence.told.${kind}`, { count: this.amounts[kind] ?? 0 });
  }

  back() {
    return html("span", { class: "card back", role: "img", "aria-label": this.texts.t("closed") });
  }
}

/** @param {string} title @param {Array<Node | string | false>} things @param {string} [target] @param {Scene} [scene] */
export function row(title, things, target, scene) {
  return html("div", { class: `row${target && scene ? state(scene, target) : ""}`, "data-target": target }, html("span", { class: "title" }, title), html("span", { class: "things" }, ...(things.length ? things : ["–"])));
}

/** The classes of a target that was just taken or can be chosen now. @param {Scene} scene @param {string} target */
export function state(scene, target) {
  return `${scene.taken.includes(target) ? " taken" : ""}${scene.open.includes(target) ? " open" : ""}`;
}

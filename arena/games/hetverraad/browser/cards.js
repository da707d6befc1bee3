/** Cards of Het Verraad as they lie on the table, and rows of things with a title. */

import { html } from "../../browser/drawing.js";

/** @typedef {import("../../browser/contract.js").Scene} Scene */
/** @typedef {import("../../browser/texts.js").Texts} Texts */

export class Cards {
  /** @param {any} setup @param {Texts} texts */
  constructor(setup, texts) {
    this.texts = texts;
    this.titles = setup.plan.colour_titles;
    /** @type {Record<string, any>} */
    this.byId = Object.fromEntries(setup.cards.map((/** @type {any} */ card) => [card.id, card]));
  }

  /** A building card; null lies closed. @param {string | null} id @param {Scene} scene @param {{ long?: boolean }} [options] */
  building(id, scene, { long = false } = {}) {
    if (id === null) return this.back();
    const card = this.byId[id];
    const target = `card:${id}`;
    return html(
      "span",
      { class: `card ${card.colour}${state(scene, target)}`, "data-target": target, title: `${card.name} (${id})` },
      html("b", {}, `${this.titles[card.colour].slice(0, 1)}${card.value}`),
      long && ` ${card.name}`,
      html("span", { class: "unseen" }, long ? "" : ` ${card.name}`),
    );
  }

  /** An influence card; null lies closed. @param {string | null} kind @param {Scene} scene @param {boolean} own of the seat that must choose */
  influence(kind, scene, own) {
    if (kind === null) return this.back();
    const target = `influence:${kind}`;
    return html("span", { class: `card influence${own ? state(scene, target) : ""}`, "data-target": target }, this.texts.t(`influence.${kind}`));
  }

  back() {
    return html("span", { class: "card back", role: "img", "aria-label": this.texts.t("closed") });
  }
}

/** @param {string} title @param {Array<Node | string>} things */
export function row(title, things) {
  return html("div", { class: "row" }, html("span", { class: "title" }, title), html("span", { class: "things" }, ...(things.length ? things : ["–"])));
}

/** @param {Scene} scene @param {string} target */
function state(scene, target) {
  return `${scene.taken.includes(target) ? " taken" : ""}${scene.open.includes(target) ? " open" : ""}`;
}

/** Helpers that make elements of HTML and SVG. They insert text as text and never parse it as HTML. */

import { pieces } from "./isolates.js";

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | number | null | undefined | false} Child */
/** @typedef {Record<string, string | number | boolean | null | undefined>} Attributes */

/**
 * Makes an HTML element. Attributes and children that are false, null or undefined are left out. The attribute value
 * true gives an attribute without a value, or "true" if its name begins with "aria-".
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function html(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

/**
 * Makes an SVG element, from attributes and children as in `html`.
 * @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[Name]}
 */
export function svg(name, attributes = {}, ...children) {
  return filled(/** @type {SVGElementTagNameMap[Name]} */ (document.createElementNS(SVG, name)), attributes, children);
}

/** Matches while the window is as narrow as a phone's. Pages redraw the board when this changes. */
export const PHONE = matchMedia("(max-width: 40rem)");

/**
 * Returns the `tabindex` of an element that scrolls only on a phone: 0 on a phone, else null. So the key Tab stops at
 * the element only if it scrolls.
 */
export function swiped() {
  return PHONE.matches ? 0 : null;
}

/** Replaces the content of an element with a sentence. @param {Element} element @param {string} sentence */
export function say(element, sentence) {
  element.replaceChildren(...pieces(sentence));
}

/**
 * Returns a point of a circle around (0, 0), as [x, y], rounded to two decimal places.
 * @param {number} angle degrees, clockwise from twelve o'clock
 * @param {number} radius
 * @returns {[number, number]}
 */
export function polar(angle, radius) {
  const radians = (angle * Math.PI) / 180;
  return [round(Math.sin(radians) * radius), round(-Math.cos(radians) * radius)];
}

/**
 * Returns the outline of a section of a ring around (0, 0), as the attribute `d` of a path.
 * @param {number} begin degrees, clockwise from twelve o'clock
 * @param {number} end degrees
 * @param {number} inner radius
 * @param {number} outer radius
 */
export function sector(begin, end, inner, outer) {
  const large = end - begin > 180 ? 1 : 0;
  const points = [polar(begin, inner), polar(begin, outer), polar(end, outer), polar(end, inner)].map((point) => point.join(" "));
  return `M${points[0]}L${points[1]}A${outer} ${outer} 0 ${large} 1 ${points[2]}L${points[3]}A${inner} ${inner} 0 ${large} 0 ${points[0]}Z`;
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 100) / 100;
}

/**
 * @template {Element} Made
 * @param {Made} element
 * @param {Attributes} attributes
 * @param {Child[]} children
 */
function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    element.setAttribute(name, value === true && !name.startsWith("aria-") ? "" : String(value));
  }
  for (const child of children) {
    if (child === false || child === null || child === undefined) continue;
    if (child instanceof Node) element.append(child);
    else if (element instanceof HTMLOptionElement || !(element instanceof HTMLElement)) element.append(String(child)); // these cannot contain the <bdi> that `pieces` may make
    else element.append(...pieces(String(child)));
  }
  return element;
}

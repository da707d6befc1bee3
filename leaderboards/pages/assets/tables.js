/**
 * Forms of tables: what is filled in is posted as JSON; what is refused is said beside the button. Forms with `data-named`
 * share one field for a name, which the browser remembers. A page with `data-events` follows its table, and is loaded anew when the match
 * begins; or all tables, if it has a list of them.
 */

import { morph } from "./morph.js";
import { refused, unreached } from "./refusals.js";

const RETRY_MS = 2000;
const NAME = "arena.name";

/** The field for one's name, which all forms of a page share. */
function called() {
  return /** @type {HTMLInputElement | null} */ (document.getElementById("called"));
}

/** Does something with what this browser keeps, if it keeps anything. @param {(kept: Storage) => void} work */
function keeping(work) {
  try {
    work(localStorage);
  } catch {
    // a browser that keeps nothing asks for the name again
  }
}

/** Fills in the name that was used last. */
function fill() {
  keeping((kept) => {
    const field = called();
    if (field && !field.value) field.value = kept.getItem(NAME) ?? "";
  });
}

/** The values of a form; what is left empty is null. @param {HTMLFormElement} form */
function values(form) {
  /** @type {Record<string, unknown>} */
  const found = {};
  for (const field of form.elements) {
    if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement) || !field.name) continue;
    const number = field instanceof HTMLInputElement && field.type === "number" || field.hasAttribute("data-number");
    const value = field instanceof HTMLInputElement && field.type === "checkbox" ? field.checked : field.value === "" ? null : number ? Number(field.value) : field.value;
    if (!field.hasAttribute("data-many")) found[field.name] = value;
    else if (value !== null) found[field.name] = [...(/** @type {unknown[]} */ (found[field.name] ?? [])), value];
  }
  return found;
}

/** @param {HTMLFormElement} form */
async function send(form) {
  if (form.ariaBusy) return; // sent already
  const said = form.querySelector("[role=alert]");
  const posted = values(form);
  const field = "named" in form.dataset ? called() : null;
  if (field) posted["name"] = field.value.trim() || field.placeholder;
  if ("me" in form.dataset) posted["me"] = /** @type {string[]} */ (posted["seats"]).indexOf(form.dataset["me"] ?? "");
  let stays = true;
  form.ariaBusy = "true";
  try {
    const answer = await fetch(form.action, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(posted) });
    if (!answer.ok) return refused(form, answer);
    const told = await answer.json();
    if (told.address) {
      stays = false;
      location.assign(new URL(told.address + (form.dataset["then"] ?? ""), new URL(form.dataset["root"] ?? "", location.href)));
    } else {
      if (said) said.textContent = "";
      await again();
      look(); // who has sat down is told more
    }
  } catch {
    unreached(form);
  } finally {
    if (stays) form.ariaBusy = null;
  }
}

let looks = 0;
let seen = 0;

/** Loads what the page would be now; who was at what is no more is at what it is part of. */
async function again() {
  const mine = (looks += 1);
  const answer = await fetch(location.href);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const now = page.getElementById("content");
  const shown = document.getElementById("content");
  if (mine < seen) return; // a later one is shown
  if (!answer.ok || !now || !shown) return location.reload();
  seen = mine;
  const within = shown.contains(document.activeElement);
  morph(shown, now.innerHTML);
  fill();
  shown.toggleAttribute("data-again", now.hasAttribute("data-again")); // ladder.js looks again at what waits
  const at = document.activeElement; // the whole, where what could be done next was not known yet
  if (!within || (at !== shown && shown.contains(at))) return;
  shown.tabIndex = -1;
  /** @type {HTMLElement} */ (shown.querySelector(".acts .first") ?? shown).focus({ preventScroll: true });
}

const main = document.getElementById("main");
/** @type {EventSource | null} */
let stream = null;
let timer = 0;

/** Keeps a page as things are; one stream a tab, closed while the tab is hidden. */
function look() {
  clearTimeout(timer);
  stream?.close();
  stream = null;
  const events = main?.dataset["events"];
  if (document.hidden || !main || !events) return;
  const address = new URL(events, location.href);
  if (main.dataset["state"]) address.searchParams.set("after", main.dataset["state"]);
  stream = new EventSource(address);
  stream.addEventListener("tables", (event) => {
    again().then(() => (main.dataset["state"] = event.data)).catch(lost);
  });
  stream.addEventListener("table", (event) => (JSON.parse(event.data).state === "open" ? again().catch(lost) : location.reload()));
  stream.addEventListener("error", lost);
}

/** The stream is opened anew, and tells how things are then. */
function lost() {
  clearTimeout(timer);
  stream?.close();
  timer = setTimeout(look, RETRY_MS * (1 + Math.random()));
}

document.addEventListener("submit", (event) => {
  if (!(event.target instanceof HTMLFormElement) || !event.target.matches("[data-posted]")) return;
  event.preventDefault();
  send(event.target);
});

document.addEventListener("input", ({ target }) => {
  if (target === called()) keeping((kept) => kept.setItem(NAME, /** @type {HTMLInputElement} */ (target).value.trim()));
});

document.addEventListener("focusin", (event) => {
  if (event.target instanceof HTMLInputElement && event.target.readOnly) event.target.select();
});

document.addEventListener("invalid", ({ target }) => target instanceof Element && target.closest("details")?.setAttribute("open", ""), true); // it is seen, then

document.addEventListener("visibilitychange", look);
window.addEventListener("pageshow", () => [...document.forms].forEach((form) => (form.ariaBusy = null)));
window.addEventListener("pagehide", () => stream?.close());
fill();
look();

/**
 * Runs forms with `data-posted`, on the start page, in the lobby, at tables and on the ladder's pages: posts their
 * values as JSON, and shows in the form why the server refuses. Forms with `data-named` share the page's field for a
 * name, and the browser stores this name. A page with `data-events` follows this stream: a table's page is kept up to
 * date and is loaded again when the match begins; a page with a list of tables is kept up to date.
 */

import { morph } from "./morph.js";
import { refused, unreached } from "./refusals.js";

const RETRY_MS = 2000;
const NAME = "arena.name";

/** Returns the field for the visitor's name, which all forms of a page share; null if there is none. */
function called() {
  return /** @type {HTMLInputElement | null} */ (document.getElementById("called"));
}

/**
 * Calls `work` with the browser's storage. Ignores errors, because the browser may forbid storage.
 * @param {(kept: Storage) => void} work
 */
function keeping(work) {
  try {
    work(localStorage);
  } catch {
    // without storage, the visitor must type the name again
  }
}

/** Writes the name used last into the field for the visitor's name, if the field is empty. */
function fill() {
  keeping((kept) => {
    const field = called();
    if (field && !field.value) field.value = kept.getItem(NAME) ?? "";
  });
}

/**
 * Returns the values of a form by the names of their fields. Empty fields give null. Fields with `data-many` give a
 * list, without the empty ones.
 * @param {HTMLFormElement} form
 */
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

/** Posts a form; then goes to the address in the answer, or reloads the content. @param {HTMLFormElement} form */
async function send(form) {
  if (form.ariaBusy) return; // it has been sent already
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
      look(); // the server ends a stream when the visitor's role has changed, such as after sitting down
    }
  } catch {
    unreached(form);
  } finally {
    if (stays) form.ariaBusy = null;
  }
}

let looks = 0;
let seen = 0;

/**
 * Reloads the content. If the focused element is gone, the focus moves to the first action (`.acts .first`), or else to
 * the content.
 */
async function again() {
  const mine = (looks += 1);
  const answer = await fetch(location.href);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const now = page.getElementById("content");
  const shown = document.getElementById("content");
  if (mine < seen) return; // a later page is shown already
  if (!answer.ok || !now || !shown) return location.reload();
  seen = mine;
  const within = shown.contains(document.activeElement);
  morph(shown, now.innerHTML);
  fill();
  shown.toggleAttribute("data-again", now.hasAttribute("data-again")); // ladder.js reloads while this attribute is set
  const at = document.activeElement; // it is the content itself if there was no first action at the last reload
  if (!within || (at !== shown && shown.contains(at))) return;
  shown.tabIndex = -1;
  /** @type {HTMLElement} */ (shown.querySelector(".acts .first") ?? shown).focus({ preventScroll: true });
}

const main = document.getElementById("main");
/** @type {EventSource | null} */
let stream = null;
let timer = 0;

/** Opens the stream that keeps the page up to date, after closing an open one; while the tab is hidden, only closes. */
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

/** Closes the stream, and opens it again after RETRY_MS to twice that time; the server then sends the present state. */
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

// opens a folded part, so that people see the invalid field
document.addEventListener("invalid", ({ target }) => target instanceof Element && target.closest("details")?.setAttribute("open", ""), true);

document.addEventListener("visibilitychange", look);
window.addEventListener("pageshow", () => [...document.forms].forEach((form) => (form.ariaBusy = null)));
window.addEventListener("pagehide", () => stream?.close());
fill();
look();

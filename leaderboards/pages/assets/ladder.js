/**
 * Runs the ladder's page and the pages of submissions. It sends the archive of a bot that a person selects or drops,
 * enters bots that run on their authors' machines, requests links, and reloads the content while something on the page
 * waits. The page sends an archive to an address with random digits, so an archive that arrives twice makes only one
 * submission.
 */

import { morph } from "./morph.js";
import { refused, unreached } from "./refusals.js";

const LOOK_MS = 2000;
const TRIES = 4;

/**
 * Returns the address of `path` below the root of the site, which is the folder that contains the folder `assets`.
 * @param {string} path
 */
function own(path) {
  return new URL(path, import.meta.url.slice(0, import.meta.url.lastIndexOf("/assets/") + 1));
}

/** Returns 32 random hexadecimal digits. They are so many that no two submissions get the same ones. */
function drawn() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Sends an archive, and goes to the page of its submission. If no answer comes, sends it again, up to TRIES times in
 * all.
 * @param {HTMLFormElement} form
 * @param {File} file
 */
async function handIn(form, file) {
  const said = form.querySelector("[role=alert]");
  const status = form.querySelector("[role=status]");
  const button = form.querySelector("button");
  if (!said || !status || !button) return;
  said.textContent = "";
  if (file.size > Number(form.dataset["most"])) {
    said.textContent = form.dataset["tooLarge"] ?? "";
    return;
  }
  status.textContent = form.dataset["sending"] ?? "";
  button.disabled = true;
  const address = own(`${form.dataset["handIn"]}/${drawn()}`);
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    try {
      const answer = await fetch(address, { method: "PUT", headers: { "Content-Type": "application/octet-stream" }, body: file });
      if (answer.ok) location.assign(own((await answer.json()).address));
      else await refused(form, answer);
      break;
    } catch {
      said.textContent = form.dataset["lost"] ?? "";
      if (attempt < TRIES) await new Promise((done) => setTimeout(done, LOOK_MS * attempt));
    }
  }
  status.textContent = "";
  button.disabled = false;
}

/**
 * Requests a link to sign in with, or the link of a feed, and shows it in the form.
 * @param {HTMLFormElement} form
 */
async function askForLink(form) {
  const said = form.querySelector("[role=alert]");
  if (said) said.textContent = "";
  const answer = await fetch(own(form.dataset["link"] ?? ""), { method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" });
  const label = form.querySelector("label");
  const field = form.querySelector("input");
  if (!answer.ok || !label || !field) return refused(form, answer);
  field.value = (await answer.json()).link;
  label.hidden = false;
  field.focus();
  field.select();
}

/**
 * Enters a bot that runs on its author's machine, and shows its token. The server does not show the token again.
 * @param {HTMLFormElement} form
 */
async function enter(form) {
  const label = form.querySelector(".link");
  const field = label?.querySelector("input");
  const note = form.querySelector(".note");
  const said = form.querySelector("[role=alert]");
  if (!(label instanceof HTMLElement) || !field || !(note instanceof HTMLElement) || !said) return;
  said.textContent = "";
  const values = new FormData(form);
  const words = ["ladder", "name"].map((word) => encodeURIComponent(String(values.get(word))));
  const answer = await fetch(own([form.dataset["enter"], ...words].join("/")), { method: "PUT" });
  if (!answer.ok) return refused(form, answer);
  const told = await answer.json();
  field.value = told.token;
  /** @type {HTMLElement} */ (note.querySelector("code")).textContent = `arena remote --server ${told.server} --token-file FILE -- BOT`;
  label.hidden = note.hidden = false;
  field.focus();
  field.select();
  document.getElementById("content")?.toggleAttribute("data-again", true);
}

/** Reloads the content if something on the page waits; after LOOK_MS, does this again. */
async function look() {
  const shown = document.getElementById("content");
  if (!shown) return;
  if (shown.hasAttribute("data-again") && !document.hidden) {
    try {
      const answer = await fetch(location.href);
      const now = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("content");
      if (answer.ok && now) {
        morph(shown, now.innerHTML);
        shown.toggleAttribute("data-again", now.hasAttribute("data-again"));
      }
    } catch {
      // the server cannot be reached; the next look may succeed
    }
  }
  setTimeout(look, LOOK_MS);
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement)) return;
  if (form.matches("[data-link]")) {
    event.preventDefault();
    askForLink(form).catch(() => unreached(form));
  } else if (form.matches("[data-enter]")) {
    event.preventDefault();
    enter(form).catch(() => unreached(form));
  } else if (form.matches("[data-hand-in]")) {
    event.preventDefault();
    const file = form.querySelector("input")?.files?.[0];
    if (file) handIn(form, file);
  }
});

const target = document.querySelector("form[data-hand-in]");
for (const name of ["dragover", "dragleave", "drop"]) {
  document.addEventListener(name, (event) => {
    if (!(target instanceof HTMLFormElement)) return;
    event.preventDefault();
    target.toggleAttribute("data-over", name === "dragover");
    const file = name === "drop" ? /** @type {DragEvent} */ (event).dataTransfer?.files[0] : undefined;
    if (file) handIn(target, file);
  });
}

setTimeout(look, LOOK_MS);

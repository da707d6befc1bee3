/**
 * The buttons with which people step through a match, the menu of paces, and the field for the step to go to. They only
 * call functions of the viewer, which changes the shown moment.
 */

import { html, svg } from "../../games/browser/drawing.js";

/** @typedef {import("../../games/browser/texts.js").Texts} Texts */

/** @typedef {"first" | "round-back" | "back" | "play" | "forward" | "round-forward" | "last" | "mark-back" | "mark-forward" | "full" | "eyes" | "ask"} Command */

/** The command of each key while the viewer has the focus. @type {Record<string, Command>} */
const KEYS = {
  ArrowLeft: "back",
  ArrowRight: "forward",
  Home: "first",
  End: "last",
  PageUp: "round-back",
  PageDown: "round-forward",
  ",": "mark-back",
  ".": "mark-forward",
  " ": "play",
  e: "eyes",
  a: "ask",
  f: "full",
};

/** By command, the path of its icon in a square of 16 units. @type {Record<string, string>} */
const SIGNS = {
  first: "M2 2H4V14H2ZM14 2V14L5 8Z",
  "round-back": "M8 2V14L1 8ZM15 2V14L8 8Z",
  back: "M11 2V14L4 8Z",
  play: "M3 1V15L14 8Z",
  pause: "M3 2H7V14H3ZM9 2H13V14H9Z",
  forward: "M5 2V14L12 8Z",
  "round-forward": "M8 2V14L15 8ZM1 2V14L8 8Z",
  last: "M12 2H14V14H12ZM2 2V14L11 8Z",
  full: "M1 6V1H6V3H3V6ZM10 1H15V6H13V3H10ZM15 10V15H10V13H13V10ZM6 15H1V10H3V13H6Z",
};

/** @type {Command[]} */
const STEPPING = ["first", "round-back", "back", "play", "forward", "round-forward", "last"];

/** The paces that people can choose, in moments a second. */
export const PACES = [0.5, 1, 2, 4, 8];

export class Controls {
  /**
   * @param {Texts} texts
   * @param {(command: Command) => void} run
   * @param {(step: string) => void} jump
   */
  constructor(texts, run, jump) {
    this.texts = texts;
    /** @type {Map<Command, HTMLButtonElement>} */
    this.made = new Map();
    this.pace = html("select", { name: "pace" }, ...PACES.map((pace) => html("option", { value: pace, selected: pace === 1 }, texts.t("pace.value", { pace }))));
    this.number = html("input", { name: "step", inputmode: "decimal", size: 5, autocomplete: "off" });
    const field = html("form", { class: "jump" }, html("label", {}, texts.t("step"), this.number), html("button", {}, texts.t("go")));
    field.addEventListener("submit", (event) => {
      event.preventDefault();
      jump(this.number.value.trim());
    });
    this.buttons = html("div", { class: "buttons", role: "group", "aria-label": texts.t("stepping") }, ...STEPPING.map((command) => this.button(command, run)));
    this.settings = [html("label", {}, texts.t("pace"), this.pace), field, this.button("full", run)];
  }

  /** @param {Command} command @param {(command: Command) => void} run */
  button(command, run) {
    const name = this.texts.t(`command.${command}`);
    const button = html("button", { type: "button", class: command, "aria-label": name, title: name }, sign(command));
    button.addEventListener("click", () => run(command));
    this.made.set(command, button);
    return button;
  }

  /** @param {{ step: string, first: boolean, last: boolean, playing: boolean }} now */
  show(now) {
    if (document.activeElement !== this.number) this.number.value = now.step;
    for (const command of /** @type {Command[]} */ (["first", "back", "round-back"])) this.able(command, !now.first);
    for (const command of /** @type {Command[]} */ (["last", "forward", "round-forward"])) this.able(command, !now.last);
    const play = this.made.get("play");
    if (!play) return;
    const name = this.texts.t(now.playing ? "command.pause" : "command.play");
    play.setAttribute("aria-label", name);
    play.title = name;
    play.replaceChildren(sign(now.playing ? "pause" : "play"));
  }

  /**
   * Marks a button as usable or not. It sets `aria-disabled`, because `disabled` would take the focus away.
   * @param {Command} command
   * @param {boolean} can
   */
  able(command, can) {
    this.made.get(command)?.setAttribute("aria-disabled", String(!can));
  }

  /** How long a moment is shown while the match plays, in milliseconds. */
  get pauseMs() {
    return 1000 / Number(this.pace.value);
  }
}

/** @param {string} name */
function sign(name) {
  return svg("svg", { class: "glyph", viewBox: "0 0 16 16", "aria-hidden": true, focusable: "false" }, svg("path", { d: SIGNS[name] }));
}

/**
 * Returns the command of a key; undefined if it has none or the focused element needs the key itself.
 * @param {KeyboardEvent} event
 * @returns {Command | undefined}
 */
export function commandOf(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return undefined;
  const at = event.target;
  if (at instanceof HTMLInputElement || at instanceof HTMLSelectElement || at instanceof HTMLTextAreaElement) return undefined;
  if (event.key === " " && (at instanceof HTMLButtonElement || at instanceof HTMLAnchorElement || (at instanceof Element && at.closest("summary")))) return undefined;
  return KEYS[event.key];
}

/** Signals the player's turn by a tone and a vibration. Both are off until the player switches them on in this tab. */

import { html } from "../../../games/browser/drawing.js";

/** @typedef {import("../../../games/browser/texts.js").Texts} Texts */

const TONES_HZ = [523.25, 783.99];
const TONE_S = 0.16;
const LOUD = 0.12;
const SHAKE_MS = 120;

export class Signals {
  /** @param {Texts} texts */
  constructor(texts) {
    /** @type {AudioContext | null} */
    this.audio = null;
    this.sound = html("input", { type: "checkbox", name: "sound" });
    this.shake = html("input", { type: "checkbox", name: "vibration" });
    this.sound.addEventListener("change", () => this.ring()); // browsers allow a tone only after a user's action
    this.shake.addEventListener("change", () => this.tremble());
    this.element = html(
      "fieldset",
      { class: "signals" },
      html("legend", {}, texts.t("signals")),
      html("label", {}, this.sound, texts.t("signals.sound")),
      "vibrate" in navigator && html("label", {}, this.shake, texts.t("signals.vibration")),
    );
  }

  give() {
    this.ring();
    this.tremble();
  }

  ring() {
    if (!this.sound.checked) return;
    const audio = (this.audio ??= new AudioContext());
    TONES_HZ.forEach((frequency, at) => {
      const [tone, volume] = [audio.createOscillator(), audio.createGain()];
      const begin = audio.currentTime + at * TONE_S;
      tone.frequency.value = frequency;
      volume.gain.setValueAtTime(LOUD, begin);
      volume.gain.exponentialRampToValueAtTime(0.001, begin + TONE_S);
      tone.connect(volume).connect(audio.destination);
      tone.start(begin);
      tone.stop(begin + TONE_S);
    });
  }

  tremble() {
    if (this.shake.checked) navigator.vibrate(SHAKE_MS);
  }
}

/* A chime for each tone of a verdict, made on the spot. Low, short, never twice for the same verdict. */

import { setting } from "./settings.js";

/** @type {Record<string, number[]>} */
const CHORDS_HZ = {
  players: [392, 587.3],
  success: [392, 587.3],
  host: [293.7, 207.7],
  failure: [293.7, 207.7],
  tie: [329.6, 329.6],
  stalemate: [293.7, 293.7],
  choice: [349.2, 440],
};
/** @type {AudioContext | null} */
let context = null;

/** Browsers let a page sound only after a first touch: wake the audio then. */
export function readySound() {
  const wake = () => {
    context ??= new AudioContext();
    context.resume();
  };
  addEventListener("pointerdown", wake, { once: true });
  addEventListener("keydown", wake, { once: true });
}

export function chime(/** @type {Verdict} */ verdict) {
  const notes = [...(CHORDS_HZ[verdict.tone] ?? CHORDS_HZ.tie)];
  if (verdict.marks.some((mark) => mark.kind === "critical")) notes.push(784, 1174.7);
  if (verdict.marks.some((mark) => mark.kind === "fumble")) notes.push(155.6);
  ring(notes);
}

/** Sounds notes one after the other, where the chime is on. */
export function ring(notes = CHORDS_HZ.players) {
  if (setting("chime") !== "on" || !context) return;
  notes.forEach((pitch_hz, index) => strike(pitch_hz, context.currentTime + index * 0.16));
}

function strike(/** @type {number} */ pitch_hz, /** @type {number} */ start_s) {
  const tone = new OscillatorNode(context, { type: "sine", frequency: pitch_hz });
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0, start_s);
  gain.gain.linearRampToValueAtTime(0.14, start_s + 0.015);
  gain.gain.exponentialRampToValueAtTime(0.0005, start_s + 1.3);
  tone.connect(gain).connect(context.destination);
  tone.start(start_s);
  tone.stop(start_s + 1.4);
}

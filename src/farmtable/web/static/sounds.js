// Sounds of our own, made as they are needed: no file is fetched. Browsers allow them after the first click or key.

const NOTES = {
  // [Hz, from when, for how long] in seconds
  turn: [[587, 0, 0.16], [880, 0.13, 0.3]],
  score: [[659, 0, 0.09], [784, 0.07, 0.16]],
  place: [[196, 0, 0.07]],
};
const LOUDNESS = 0.12;

let audio = null;

function allow() {
  audio ??= new AudioContext();
  audio.resume();
}

/** Let sounds be heard, after the next click or key if there was none. */
export function prepare() {
  if (navigator.userActivation?.isActive) allow();
  for (const name of ["pointerdown", "keydown"]) document.addEventListener(name, allow, { once: true, capture: true });
}

/** Play one of the sounds "turn", "score" and "place", if the browser allows any. */
export function sound(name) {
  if (audio?.state !== "running") return;
  for (const [pitch, from, length] of NOTES[name]) {
    const start = audio.currentTime + from;
    const tone = new OscillatorNode(audio, { type: "triangle", frequency: pitch });
    const volume = new GainNode(audio, { gain: 0 });
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(LOUDNESS, start + 0.01);
    volume.gain.exponentialRampToValueAtTime(0.001, start + length);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + length);
  }
}

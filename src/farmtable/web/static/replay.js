// The player of a finished game: slider, play and pause, step keys.

import { setLost } from "/static/line.js";
import { onBoard } from "/static/table.js";

const STEP_MS = 900;
const RETRY_MS = 1000;
const frame = document.querySelector("[data-replay]");
const slider = document.getElementById("at");
const eyes = document.getElementById("eyes");
const last = Number(slider.max);
let timer = null;
let wanted = null; // the newest step asked for while another is on its way
let loading = false;

async function show(at) {
  const step = Math.min(Math.max(at, 0), last);
  slider.value = step;
  document.getElementById("at-shown").textContent = `${step} / ${last}`;
  wanted = step;
  if (loading) return;
  loading = true;
  while (wanted !== null) {
    const asked = wanted;
    const query = new URLSearchParams({ at: asked, ...(eyes.value === "" ? {} : { seat: eyes.value }) });
    wanted = null;
    try {
      await window.htmx.ajax("GET", `${frame.dataset.replay}/board?${query}`, { target: "#table", swap: "outerHTML" });
      setLost(false);
      window.history.replaceState(null, "", `${frame.dataset.replay}?${query}`);
    } catch {
      // No answer: asked again in a moment, if nothing else is wanted by then.
      setLost(true);
      await new Promise((done) => setTimeout(done, RETRY_MS));
      wanted ??= asked;
    }
  }
  loading = false;
}

function setPlaying(value) {
  window.clearInterval(timer);
  timer = value ? window.setInterval(tick, STEP_MS) : null;
  frame.querySelector("[data-step=play]").setAttribute("aria-pressed", String(value));
}

function tick() {
  if (Number(slider.value) >= last) setPlaying(false);
  else if (!loading) show(Number(slider.value) + 1);
}

function toggle() {
  const start = timer === null;
  if (start && Number(slider.value) >= last) show(0);
  setPlaying(start);
}

const steps = {
  first: () => show(0),
  back: () => show(Number(slider.value) - 1),
  on: () => show(Number(slider.value) + 1),
  play: toggle,
};
const keys = { ArrowLeft: "back", ArrowRight: "on", Home: "first", " ": "play" };

frame.addEventListener("click", (event) => {
  const step = event.target.closest("[data-step]")?.dataset.step;
  if (!step) return;
  if (step !== "play") setPlaying(false);
  steps[step]();
});
slider.addEventListener("input", () => {
  setPlaying(false);
  show(Number(slider.value));
});
eyes.addEventListener("change", () => show(Number(slider.value)));
document.getElementById("player").addEventListener("submit", (event) => event.preventDefault());
document.addEventListener("keydown", (event) => {
  const step = keys[event.key];
  if (!step || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select")) return;
  if (event.key === " " && event.target.closest("button, a")) return; // there it is a click
  event.preventDefault();
  if (step !== "play") setPlaying(false);
  steps[step]();
});

// Nothing is to be decided in the past.
onBoard((board) => board.classList.add("past"));

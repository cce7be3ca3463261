// The player of a finished game: slider, play and pause, jumps by step, turn and round, clicks in the log.

import { setLost } from "./line.js";
import { onBoard } from "./table.js";

const STEP_MS = 900;
const RETRY_MS = 1000;
const frame = document.querySelector("[data-replay]");
const slider = document.getElementById("at");
const eyes = document.getElementById("eyes");
const speed = document.getElementById("speed");
const round = document.getElementById("round");
const player = document.getElementById("player");
const turns = JSON.parse(player.dataset.turns);
const rounds = round ? [...round.options].map((option) => Number(option.value)) : [];
const last = Number(slider.max);
let timer = null;
let wanted = null; // the newest step asked for while another is on its way
let loading = false;
let refused = 0; // with which status the server has answered in the place of a board
let pressed = false; // a pointer is down on the board: its click must find what it went down on
let missed = false; // so a board was not shown
let unfolded = false; // what a phone folds was wanted

async function show(at) {
  const step = Math.min(Math.max(at, 0), last);
  slider.value = step;
  document.getElementById("at-shown").textContent = `${step} / ${last}`;
  if (round) round.value = rounds.findLast((start) => start <= step) ?? rounds[0];
  wanted = step;
  if (loading) return;
  loading = true;
  while (wanted !== null) {
    const asked = wanted;
    const query = new URLSearchParams({ at: asked, seat: eyes.value });
    wanted = null;
    refused = 0;
    try {
      await window.htmx.ajax("GET", `${frame.dataset.replay}/board?${query}`, { target: "#table", swap: "outerHTML" });
      if (refused >= 500 || refused === 429) throw new Error(`replay: ${refused}`);
      if (refused) return window.location.reload(); // the table is gone: the whole page says so
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

document.addEventListener("htmx:responseError", (event) => (refused = event.detail.xhr.status));
document.addEventListener("htmx:beforeSwap", (event) => {
  if (!pressed || event.detail.target?.id !== "table") return;
  event.detail.shouldSwap = false;
  missed = true;
});
document.addEventListener("pointerdown", (event) => (pressed = Boolean(event.target.closest?.("#table"))), true);
for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, released, true);
window.addEventListener("blur", released);

// The click comes after the pointer is up, a finger's a little later; then what was held back is shown.
function released() {
  setTimeout(() => {
    pressed = false;
    if (missed) show(now());
    missed = false;
  }, 50);
}

function setPlaying(value) {
  window.clearInterval(timer);
  timer = value ? window.setInterval(tick, STEP_MS / Number(speed.value)) : null;
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

const now = () => Number(slider.value);
const before = (marks) => show(marks.findLast((mark) => mark < now()) ?? 0);
const after = (marks) => show(marks.find((mark) => mark > now()) ?? last);

const steps = {
  first: () => show(0),
  back: () => show(now() - 1),
  on: () => show(now() + 1),
  last: () => show(last),
  turnBack: () => before(turns),
  turnOn: () => after(turns),
  roundBack: () => before(rounds),
  roundOn: () => after(rounds),
  play: toggle,
};
const keys = {
  ArrowLeft: "back",
  ArrowRight: "on",
  Home: "first",
  End: "last",
  PageUp: "roundBack",
  PageDown: "roundOn",
  " ": "play",
};
const withShift = { ArrowLeft: "turnBack", ArrowRight: "turnOn" };

frame.addEventListener("click", (event) => {
  const link = event.target.closest("[data-to]");
  if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    setPlaying(false);
    show(Number(link.dataset.to));
    return;
  }
  const folded = event.target.closest(".in-replay > summary")?.parentElement;
  if (folded) unfolded = !folded.open;
  const step = event.target.closest("[data-step]")?.dataset.step;
  if (!step) return;
  if (step !== "play") setPlaying(false);
  steps[step]();
});
slider.addEventListener("input", () => {
  setPlaying(false);
  show(Number(slider.value));
});
eyes.addEventListener("change", () => show(now()));
round?.addEventListener("change", () => {
  setPlaying(false);
  show(Number(round.value));
});
speed.addEventListener("change", () => {
  remember(speed.value);
  if (timer !== null) setPlaying(true);
});
player.addEventListener("submit", (event) => event.preventDefault());
document.addEventListener("keydown", (event) => {
  const step = (event.shiftKey && withShift[event.key]) || keys[event.key];
  if (document.querySelector("dialog[open]")) return;
  if (!step || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select")) return;
  if (event.key === " " && event.target.closest("button, a, summary")) return; // there it is a click
  event.preventDefault();
  if (step !== "play") setPlaying(false);
  steps[step]();
});

// On a phone the player stays at the lower edge, and what happened stands above it.
new ResizeObserver(() => frame.style.setProperty("--player", `${player.offsetHeight}px`)).observe(player);

// Where the page has one column a judged decision lies above the board, which it must not push out of sight.
const liesAbove = (judged) => getComputedStyle(judged.parentElement).display === "contents";

// Nothing is to be decided in the past.
onBoard((board) => {
  board.classList.add("past");
  frame.style.setProperty("--told", `${board.querySelector("#say")?.offsetHeight ?? 0}px`);
  const judged = board.querySelector(".in-replay");
  if (judged && liesAbove(judged)) judged.open = unfolded;
  const log = board.querySelector("#log");
  const line = log?.querySelector(".now");
  if (line) log.scrollTop = line.offsetTop - log.offsetTop - (log.clientHeight - line.offsetHeight) / 2;
});

// The speed is kept in this browser, where it may keep anything.
function remember(value) {
  try {
    localStorage.setItem("replay-speed", value);
  } catch {
    // Then it is chosen anew next time.
  }
}
try {
  const kept = localStorage.getItem("replay-speed");
  if ([...speed.options].some((option) => option.value === kept)) speed.value = kept;
} catch {
  // Nothing is kept.
}

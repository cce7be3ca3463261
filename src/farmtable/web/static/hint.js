// A hint: asked for by button or key, shown above the question, its choices marked on the board.

import { shared } from "./explain.js";
import { onBoard, say, send } from "./table.js";

const THINKING_MS = 30_000; // others may be waiting for hints, too
const board = () => document.getElementById("table");
const panel = () => document.getElementById("advice");
let waiting = false;
const marks = new MutationObserver(() => requestAnimationFrame(stand)); // a game may mark its places later

async function ask() {
  const root = board();
  const button = root?.querySelector("[data-ask-hint]");
  if (!button || button.disabled || waiting) return;
  waiting = true;
  show(root, button.dataset.waiting);
  panel().setAttribute("aria-busy", "true");
  say(button.dataset.waiting);
  try {
    const { table, version, seat } = root.dataset;
    const answer = await send(`/table/${table}/hint`, { version: Number(version), seat: Number(seat) }, THINKING_MS);
    // Whoever has decided meanwhile needs it no more: the board is another.
    if (root === board()) {
      if (answer.ok) present(root, answer.text);
      else show(root, message(answer.text) ?? button.dataset.failed);
    }
  } finally {
    waiting = false;
    panel()?.removeAttribute("aria-busy");
  }
}

function show(root, text) {
  const line = document.createElement("p");
  line.className = "advice-wait";
  line.textContent = text;
  panel().replaceChildren(line);
  panel().hidden = false;
}

function present(root, html) {
  panel().innerHTML = html;
  panel().querySelector(".advice-title").focus({ preventScroll: true });
  const choices = [...panel().querySelectorAll("[data-hinted]")];
  // A game first takes up the tool or tile that the best choice needs.
  root.dispatchEvent(new CustomEvent("hint", { detail: Number(choices[0].dataset.hinted) }));
  choices.forEach((choice, place) => mark(root, choice.dataset.hinted, place === 0));
  marks.observe(root.querySelector(".game"), { subtree: true, attributeFilter: ["class"] });
  stand();
  say(panel().querySelector(".best").textContent.replace(/\s+/g, " ").trim());
}

function mark(root, action, best) {
  for (const control of root.querySelectorAll(`[data-action="${CSS.escape(action)}"]`)) {
    if (!panel().contains(control)) control.classList.add(best ? "hinted-best" : "hinted");
  }
}

// Where it would hide the place of the best choice and the page cannot scroll, it stands at the upper edge.
function stand() {
  const own = panel();
  if (!isShown()) return;
  const places = [...board().querySelectorAll(".game :is(.hinted-best, .hint-place, .hint-beside)")];
  const hidden = (box) => places.reduce((sum, place) => sum + shared(place.getBoundingClientRect(), box), 0);
  own.style.removeProperty("--up");
  const below = own.getBoundingClientRect();
  const up = below.top - board().getBoundingClientRect().top;
  const above = { left: below.left, right: below.right, top: below.top - up, bottom: below.bottom - up };
  const scrolls = document.documentElement.scrollHeight > window.innerHeight;
  if (!scrolls && hidden(above) < hidden(below)) own.style.setProperty("--up", `${up}px`);
}

function close() {
  marks.disconnect();
  panel().hidden = true;
  panel().replaceChildren();
  const root = board();
  for (const control of root.querySelectorAll(".hinted, .hinted-best")) control.classList.remove("hinted", "hinted-best");
  root.querySelector("[data-ask-hint]")?.focus({ preventScroll: true });
}

const message = (html) =>
  new DOMParser().parseFromString(html, "text/html").querySelector("[data-message]")?.textContent;

const isShown = () => panel() && !panel().hidden;

// The same button and the same key open and close.
function askOrClose() {
  if (isShown() && !waiting) close();
  else ask();
}

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-ask-hint]")) askOrClose();
  else if (event.target.closest("[data-close-hint]")) close();
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (document.querySelector("dialog[open]") || event.target.closest("input, select, textarea")) return;
  if (event.key === "h" || event.key === "H") askOrClose();
});

// Before the game hears of it, which may put a tile back.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || event.defaultPrevented || waiting || !isShown() || document.querySelector("dialog[open], .menu[open]")) return;
  event.preventDefault();
  close();
}, true);

onBoard(() => {
  marks.disconnect();
  waiting = false;
});

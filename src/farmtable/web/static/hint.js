// A hint: asked for by button or key, shown above the question, its choices marked on the board.

import { onBoard, say, send } from "./table.js";

const THINKING_MS = 30_000; // others may be waiting for hints, too
const board = () => document.getElementById("table");
const panel = () => document.getElementById("advice");
let waiting = false;

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
  say(panel().querySelector(".best").textContent.replace(/\s+/g, " ").trim());
}

function mark(root, action, best) {
  for (const control of root.querySelectorAll(`[data-action="${CSS.escape(action)}"]`)) {
    if (!panel().contains(control)) control.classList.add(best ? "hinted-best" : "hinted");
  }
}

function close() {
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

onBoard(() => {
  waiting = false;
});

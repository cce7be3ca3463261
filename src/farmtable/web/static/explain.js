// What a thing of the table is, beside the pointer, on focus, and under a finger that stays on it. The words are the
// page's own: `data-explain`, a hint, a title, or a copy of the element that `data-explain-by` names; to these come what
// the server says of the thing's action, and its rule. Games may word what an action brings (`wordGains`).

import { onBoard, preview, write } from "./table.js";

const WAIT_MS = 400;
const LEAVE_MS = 250;
const PRESS_MS = 500;
const SLIP = 10; // so far a finger may slip and still be held
const GAP = 8;
const EXPLAINED = "[data-explain], [data-explain-by], [data-hint]:not(.hint), [title], [data-action], [data-why]";

const box = document.getElementById("explained");
const parts = { words: ".explained-words", why: ".explained-why", rule: ".explained-rule" };
for (const [name, selector] of Object.entries(parts)) parts[name] = box.querySelector(selector);

let shown = null; // what is explained now
let timer = null;
let lastAt = ""; // where the pointer was last
let moved = false; // the pointer has moved since the board came: what comes to lie under it explains nothing
let pressed = null; // a finger: {thing, x, y, timer}
let swallow = false; // its click is none
let pointed = false; // the last thing touched was no key: where the focus comes back to says nothing by itself
let gainsInWords = () => "";
let answers = new Map(); // action -> promise of what the server says of it

/** Let a game put into words what an action brings (`gains` of a preview). */
export function wordGains(words) {
  gainsInWords = words;
}

const thingAt = (target) => {
  const thing = target.closest?.(EXPLAINED);
  return thing?.closest("#table") && !thing.matches("[data-quiet], [data-quiet] *") ? thing : null;
};

// --- what is said -----------------------------------------------------------------------------

// A title would be shown by the browser, too, and to the mouse alone.
function wordsOf(thing) {
  if (thing.title) {
    thing.dataset.explain ??= thing.title;
    thing.removeAttribute("title");
  }
  const { explainBy, explain, hint } = thing.dataset;
  const copied = explainBy && document.getElementById(explainBy);
  if (!copied) return explain ?? hint ?? "";
  if (!copied.children.length) return plain(copied.textContent);
  const copy = copied.cloneNode(true);
  for (const part of [copy, ...copy.querySelectorAll("[id]")]) part.removeAttribute("id");
  copy.hidden = false;
  const face = document.createElement("div");
  face.className = thing.dataset.explainClass ?? "";
  face.append(...copy.childNodes);
  return face;
}

const plain = (text) => text.replace(/\s+/g, " ").trim();

// What readers of the screen say of a thing: its label, or what is in it.
function nameOf(thing) {
  const copy = thing.cloneNode(true);
  for (const picture of copy.querySelectorAll("[aria-hidden=true]")) picture.remove();
  return plain(thing.ariaLabel ?? copy.textContent);
}

// Fill the box; whether there is anything that the thing does not say itself.
function fill(thing, answer = null) {
  const words = wordsOf(thing);
  const gains = answer?.gains ? gainsInWords(answer.gains) : "";
  const lines = typeof words === "string" ? [words || answer?.told, gains] : [gains];
  parts.words.replaceChildren(...(typeof words === "string" ? [] : [words]), ...lines.filter(Boolean).map(line));
  write(parts.why, thing.dataset.refused ?? answer?.why ?? "");
  parts.why.hidden = !parts.why.textContent;
  const { rule } = thing.dataset;
  parts.rule.hidden = !rule || !parts.why.hidden; // a refusal names its own
  parts.rule.querySelector("span").textContent = rule ?? "";
  parts.rule.href = `${document.getElementById("table").dataset.rules}#${rule ?? ""}`;
  const said = plain(parts.words.textContent);
  if (thing.dataset.explainBy) return true; // larger than it lies there
  return !parts.why.hidden || !parts.rule.hidden || (said !== "" && said !== plain(thing.textContent));
}

// The name of a thing in bold, as it stands before the colon.
function line(text) {
  const [, name, rest] = /^([^:.]{1,40}?)\s?: (.+)$/s.exec(text) ?? [];
  const said = document.createElement("p");
  if (!name) said.textContent = text;
  else said.append(Object.assign(document.createElement("strong"), { textContent: name }), ` ${rest}`);
  return said;
}

function asked(thing) {
  const action = thing.dataset.action ?? thing.dataset.why;
  const seat = document.getElementById("table").dataset.seat;
  if (action === undefined || !seat || document.querySelector("[data-replay]")) return null;
  if (!answers.has(action)) {
    answers.set(action, preview([Number(action)]).then(([answer]) => answer, () => null));
  }
  return answers.get(action);
}

// --- where and when ---------------------------------------------------------------------------

async function show(thing) {
  if (!thing.isConnected) return;
  shown = thing;
  if (fill(thing)) reveal(thing);
  const answer = await asked(thing);
  if (!answer || shown !== thing || !thing.isConnected) return;
  if (fill(thing, answer)) reveal(thing);
}

function reveal(thing) {
  if (!box.matches(":popover-open")) box.showPopover();
  place(thing);
}

// On the side where it covers least of what can be clicked, and nothing of a lesson's voice if that can be; never over
// the thing itself.
function place(thing) {
  const zoom = box.currentCSSZoom ?? 1;
  const at = thing.getBoundingClientRect();
  const { width, height } = box.getBoundingClientRect();
  const within = (value, most) => Math.max(GAP, Math.min(value, most - GAP));
  const x = within(at.left + at.width / 2 - width / 2, window.innerWidth - width);
  const y = within(at.top, window.innerHeight - height);
  const spots = [
    { left: x, top: at.top - height - GAP },
    { left: at.right + GAP, top: y },
    { left: at.left - width - GAP, top: y },
    { left: x, top: at.bottom + GAP },
  ];
  const targets = [...document.querySelectorAll("#table :is([data-action], .button)")]
    .filter((one) => one !== thing && !one.contains(thing))
    .map((one) => one.getBoundingClientRect());
  const voice = document.querySelector("#voice:not([hidden])")?.getBoundingClientRect();
  const cost = ({ left, top }) => {
    const here = { left, top, right: left + width, bottom: top + height };
    const out = Math.max(0, GAP - left) + Math.max(0, left + width + GAP - window.innerWidth)
      + Math.max(0, GAP - top) + Math.max(0, top + height + GAP - window.innerHeight);
    const spoken = voice ? shared(voice, here) : 0;
    return out * 10_000 + spoken * 100 + targets.reduce((sum, one) => sum + shared(one, here), 0);
  };
  const best = spots.reduce((least, spot) => (cost(spot) < cost(least) ? spot : least));
  box.style.left = `${within(best.left, window.innerWidth - width) / zoom}px`;
  box.style.top = `${within(best.top, window.innerHeight - height) / zoom}px`;
}

/** How much two boxes lie over each other. */
export function shared(one, other) {
  const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return Math.max(0, wide) * Math.max(0, high);
}

function hide() {
  clearTimeout(timer);
  shown = null;
  if (box.matches(":popover-open")) box.hidePopover();
}

function later(what, wait) {
  clearTimeout(timer);
  timer = setTimeout(what, wait);
}

onBoard(() => {
  hide();
  answers = new Map();
  moved = false;
});

// --- the pointer ------------------------------------------------------------------------------

document.addEventListener("pointermove", (event) => {
  if (event.pointerType === "touch") return slipped(event);
  const here = `${event.clientX} ${event.clientY}`;
  if (here === lastAt) return; // the page has moved under it
  lastAt = here;
  if (moved) return;
  moved = true;
  over(event);
});

document.addEventListener("pointerover", over);
document.documentElement.addEventListener("pointerleave", (event) => {
  if (event.pointerType !== "touch") later(hide, LEAVE_MS);
});

function over(event) {
  if (event.pointerType === "touch" || !moved || event.buttons) return;
  if (box.contains(event.target)) return clearTimeout(timer);
  const thing = thingAt(event.target);
  if (thing && thing === shown) clearTimeout(timer);
  else if (thing) later(() => show(thing), WAIT_MS);
  else later(hide, LEAVE_MS);
}

// Whoever presses knows enough.
document.addEventListener("pointerdown", (event) => {
  swallow = false;
  pointed = true;
  if (box.contains(event.target)) return;
  hide();
  moved = false;
  if (event.pointerType === "touch" && event.isPrimary) press(event);
}, true);

// --- a finger that stays ----------------------------------------------------------------------

function press(event) {
  const thing = thingAt(event.target);
  if (!thing) return;
  pressed = { thing, x: event.clientX, y: event.clientY };
  pressed.timer = setTimeout(() => {
    swallow = true;
    show(thing);
  }, PRESS_MS);
}

function slipped(event) {
  if (pressed && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > SLIP) lifted();
}

function lifted() {
  clearTimeout(pressed?.timer);
  pressed = null;
}

for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, lifted, true);
document.addEventListener("keydown", () => {
  swallow = false;
  pointed = false;
}, true);

window.addEventListener("contextmenu", (event) => {
  if (pressed || swallow) event.preventDefault();
}, true);

window.addEventListener("click", (event) => {
  if (!swallow) return;
  swallow = false;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

// --- keys -------------------------------------------------------------------------------------

document.addEventListener("focusin", (event) => {
  const thing = thingAt(event.target);
  if (!thing || !event.target.matches(":focus-visible")) return;
  hide();
  // A lesson's voice speaks of it already.
  if (document.getElementById("voice") && thing.matches("[aria-describedby='voice-says'], .hint-place, .hinted-best")) return;
  // Read out with the thing, unless it is the thing's name already.
  if (fill(thing) && plain(parts.words.textContent) !== nameOf(thing)) thing.setAttribute("aria-describedby", box.id);
  if (!pointed) later(() => show(thing), WAIT_MS);
});

document.addEventListener("focusout", (event) => {
  const thing = thingAt(event.target);
  if (thing?.getAttribute("aria-describedby") === box.id) thing.removeAttribute("aria-describedby");
  // When a finger is lifted that has stayed, the focus goes to what it was on: that is still read.
  if (!swallow && !box.contains(event.relatedTarget)) hide();
});

document.addEventListener("keydown", (event) => {
  if (!box.matches(":popover-open") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape") {
    event.preventDefault();
    const back = box.contains(document.activeElement) ? shown : null;
    hide();
    back?.focus({ preventScroll: true });
  } else if ((event.key === "i" || event.key === "I") && !event.target.closest("input, select, textarea")) {
    event.preventDefault();
    box.querySelector("a:not([hidden])")?.focus();
  }
}, true);

document.addEventListener("scroll", (event) => {
  if (shown && box.matches(":popover-open") && event.target.contains?.(shown)) place(shown);
}, true);

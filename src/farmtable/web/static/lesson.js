// The voice of a lesson stands beside what it waits for. A game shows the place as it does for a hint: it takes up the
// tool or tile that is needed, marks cells that play nothing by themselves as `hint-place`, a button that plays as `hint-key`.

import { shared } from "./explain.js";
import { byKeyboard } from "./keys.js";
import { onBoard as onEachBoard, say } from "./table.js";

const GAP = 14; // between the voice and what it speaks of
const LOOKED_AT = 1000; // what has the focus weighs more than all of the place and the question
const EDGE = 8; // between the voice and the edge of the window
let folded = false;
let led = null; // the voice that has led the keyboard, and the place to which; none on a page that has just come
let ringed = []; // the places that are surrounded now

const voice = () => document.getElementById("voice");
const inSight = (element) => element.getClientRects().length > 0;

function begin(root) {
  const own = root.querySelector("#voice");
  if (!own) return;
  fold(own, folded);
  afterScripts(() => {
    if (!own.isConnected) return;
    const { awaits } = own.dataset;
    if (awaits !== undefined) root.dispatchEvent(new CustomEvent("hint", { detail: Number(awaits) }));
    const watch = new MutationObserver(() => requestAnimationFrame(stand));
    for (const part of root.querySelectorAll(".game, .ask")) {
      watch.observe(part, { subtree: true, childList: true, attributes: true, attributeFilter: ["class", "hidden", "data-action", "data-shown", "disabled"] });
    }
    stand();
    // After what has just happened, which the board reads out by itself.
    setTimeout(() => own.isConnected && say(own.querySelector("#voice-says").textContent), 400);
  });
}

// The game's own script must have seen the board first.
function afterScripts(callback) {
  if (document.readyState === "complete") setTimeout(callback);
  else window.addEventListener("load", callback, { once: true });
}

function placesOf(own) {
  if (own.dataset.awaits === undefined) return [];
  const root = own.closest("#table");
  const found = root.querySelectorAll(`[data-action="${CSS.escape(own.dataset.awaits)}"], .hint-place`);
  const places = [...found].filter((element) => !own.contains(element) && inSight(element));
  const onBoard = places.filter((element) => element.closest(".game"));
  return onBoard.length ? onBoard : places;
}

function stand() {
  const own = voice();
  if (!own) return;
  const places = placesOf(own);
  for (const before of ringed) if (!places.includes(before)) before.classList.remove("hinted-best");
  ringed = places;
  own.classList.toggle("placed", places.length > 0);
  const bar = own.closest("#table").querySelector(".ask").getBoundingClientRect();
  if (!places.length) {
    standClear(own, bar);
    return;
  }
  for (const place of places) {
    if (!place.classList.contains("hinted-best")) place.classList.add("hinted-best");
  }
  if (led?.own !== own || led.place !== places[0]) lead(own, places[0]);
  const beside = [...own.closest("#table").querySelectorAll(".hint-beside")].filter(inSight);
  moveTo(own, around([...places, ...beside]), bar);
}

// Where nothing is awaited: near the lower edge above the question, or beside one that takes the whole height.
function standClear(own, bar) {
  own.removeAttribute("style");
  const above = window.innerHeight - bar.top + EDGE;
  const px = lengths(own);
  if (above + own.getBoundingClientRect().height + EDGE <= window.innerHeight) own.style.bottom = px(above);
  else Object.assign(own.style, { bottom: px(EDGE), right: px(document.documentElement.clientWidth - bar.left + EDGE) });
}

// Lengths on the screen as lengths of a style: the text may be larger, and all else with it.
function lengths(own) {
  const zoom = own.currentCSSZoom ?? 1;
  return (length) => `${length / zoom}px`;
}

// Who plays by keys is led to the place; a screen reader says there what the voice says.
function lead(own, place) {
  const first = led === null;
  led = { own, place };
  place.setAttribute("aria-describedby", "voice-says");
  place.scrollIntoView({ block: "nearest", inline: "nearest" });
  const key = own.closest("#table").querySelector(".hint-key:not(:disabled)") ?? place;
  if (first || byKeyboard()) key.focus({ preventScroll: true });
}

function around(places) {
  const boxes = places.map((place) => place.getBoundingClientRect());
  const [left, top] = [Math.min(...boxes.map((box) => box.left)), Math.min(...boxes.map((box) => box.top))];
  const [right, bottom] = [Math.max(...boxes.map((box) => box.right)), Math.max(...boxes.map((box) => box.bottom))];
  return { left, top, right, bottom, x: (left + right) / 2, y: (top + bottom) / 2 };
}

// What the keyboard is at, unless that is the voice itself or what holds all places.
function focused(own, at) {
  const one = document.activeElement;
  if (!one?.matches(":focus-visible") || own.contains(one)) return null;
  const box = one.getBoundingClientRect();
  return shared(box, at) < shared(at, at) ? box : null;
}

// As near to its place as can be where it covers nothing of it, nor of what has the focus, and of the question either
// nothing or least. Where a phone has no room for all of them, who looks round by keys sees what he looks at.
function moveTo(own, at, bar) {
  Object.assign(own.style, { bottom: "", right: "" }); // from where it stood clear: between two edges it would stretch
  const { width, height } = own.getBoundingClientRect();
  const [wide, high] = [document.documentElement.clientWidth, window.innerHeight];
  const within = (value, size, whole) => Math.min(Math.max(value, EDGE), Math.max(whole - size - EDGE, EDGE));
  const lefts = [at.right + GAP, at.left - GAP - width, at.x - width / 2, bar.left - GAP - width];
  const tops = [at.y - height / 2, at.bottom + GAP, at.top - GAP - height, bar.top - GAP - height];
  const focus = focused(own, at);
  if (focus) {
    lefts.push(focus.right + GAP, focus.left - GAP - width);
    tops.push(focus.bottom + GAP, focus.top - GAP - height);
  }
  let best = null;
  for (const left of lefts.map((one) => within(one, width, wide))) {
    for (const top of tops.map((one) => within(one, height, high))) {
      const here = { left, top, right: left + width, bottom: top + height };
      const covers = 4 * shared(here, at) + (focus ? LOOKED_AT * shared(here, focus) : 0) + shared(here, bar);
      const away = Math.hypot(left + width / 2 - at.x, top + height / 2 - at.y);
      if (!best || covers < best.covers || (covers === best.covers && away < best.away)) best = { left, top, covers, away };
    }
  }
  const px = lengths(own);
  Object.assign(own.style, { left: px(best.left), top: px(best.top) });
}

function fold(own, on) {
  folded = on;
  const button = own.querySelector("[data-fold]");
  if (!button) return;
  button.setAttribute("aria-expanded", String(!on));
  own.querySelector("#voice-body").hidden = on;
}

document.addEventListener("click", (event) => {
  const own = voice();
  if (!own) return;
  if (event.target.closest("[data-fold]")) fold(own, !folded);
  if (event.target.closest("[data-hush]")) own.remove();
  requestAnimationFrame(stand);
});
for (const name of ["scroll", "resize", "focusin"]) window.addEventListener(name, () => requestAnimationFrame(stand), true);

onEachBoard(begin);

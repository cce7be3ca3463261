// What has changed since the last board that was seen, as a short motion of its pieces. Things of one kind are named
// alike (`data-piece`): one more here and one less there has gone from there to here. Of goods with a number
// (`data-good`) some fly. Dice of another throw (`data-thrown`) roll to where they lie. Nothing waits for it: what flies are copies above the board that no pointer meets, of what
// the page itself shows.

import { onBoard, onLeave } from "./table.js";

const MILLISECONDS = { slow: 1500, normal: 750, fast: 350 };
const EASING = "cubic-bezier(.35, .1, .25, 1)";
const SPOTS = "[data-at], [data-place], [data-farm-of], .seat";
const MOST_OF_A_GOOD = 3;
const SVG = "http://www.w3.org/2000/svg";
const still = window.matchMedia("(prefers-reduced-motion: reduce)");

let before = null; // how things lay on the last board that was seen
let sky = null; // what flies
let running = [];
let zoom = 1; // the text may be larger, and all else with it

onLeave((root) => {
  if (!document.hidden || !before) before = seen(root);
  stop();
});

onBoard((root) => {
  // A game first puts its parts and farms in order; the next frame is not painted yet.
  if (before && !document.hidden) requestAnimationFrame(() => move(root));
});

document.addEventListener("visibilitychange", () => {
  const root = document.getElementById("table");
  if (before && root && !document.hidden) move(root);
});

for (const name of ["pointerdown", "keydown"]) document.addEventListener(name, stop, true);

function stop() {
  for (const animation of running) animation.cancel();
  running = [];
  sky?.remove();
  sky = null;
}

// --- what lies where ----------------------------------------------------------------------------

// Of each kind of piece, and each good: in which spot, what.
function seen(root) {
  const pieces = new Map();
  const goods = new Map();
  for (const element of root.querySelectorAll("[data-piece], [data-good]")) {
    const { piece, good, count } = element.dataset;
    const spots = piece ? at(pieces, piece, Map) : at(goods, good, Map);
    at(spots, spotOf(element), Array).push({ element, box: boxOf(element), count: Number(count ?? 1) });
  }
  const throws = new Set([...root.querySelectorAll("[data-thrown]")].map((dice) => dice.dataset.thrown));
  return { pieces, goods, throws, at: Number(root.dataset.at ?? NaN) };
}

function at(map, key, Kind) {
  if (!map.has(key)) map.set(key, new Kind());
  return map.get(key);
}

function spotOf(element) {
  const spot = element.closest(SPOTS);
  if (!spot) return "";
  const { at: named, place, farmOf } = spot.dataset;
  return `${named ?? ""}|${place ?? ""}|${farmOf ?? ""}|${spot.matches(".seat") ? spot.className.match(/seat-\d+/) : ""}`;
}

function boxOf(element) {
  const box = element.checkVisibility() ? element.getBoundingClientRect() : null;
  return box?.width ? box : null;
}

// --- motion -------------------------------------------------------------------------------------

function move(root) {
  const old = before;
  before = null;
  const duration = MILLISECONDS[document.documentElement.dataset.motion ?? "normal"];
  if (!duration || still.matches || !old || !root.isConnected) return;
  const now = seen(root);
  if (Math.abs(now.at - old.at) > 1) return; // a jump in a replay
  zoom = root.currentCSSZoom ?? 1;
  // All is measured before anything is changed: the page is laid out once, not once for each piece.
  const motions = [];
  for (const [piece, spots] of now.pieces) motions.push(...ofPieces(spots, old.pieces.get(piece) ?? new Map(), root, duration));
  for (const [good, spots] of now.goods) motions.push(...ofGoods(spots, old.goods.get(good) ?? new Map(), duration));
  for (const dice of root.querySelectorAll("[data-thrown]")) {
    if (!old.throws.has(dice.dataset.thrown)) motions.push(() => roll(dice, duration));
  }
  if (!motions.length) return;
  sky = document.createElement("div");
  sky.className = "sky";
  sky.setAttribute("aria-hidden", "true");
  (root.querySelector("[data-game]") ?? root).append(sky);
  for (const begin of motions) begin();
  const mine = sky;
  Promise.allSettled(running.map((animation) => animation.finished)).then(() => mine.remove());
}

function ofPieces(spots, old, root, duration) {
  const motions = [];
  const left = [];
  for (const [spot, things] of old) left.push(...things.slice(spots.get(spot)?.length ?? 0));
  const from = left.filter(({ box }) => box).map(({ box }) => box);
  for (const [spot, things] of spots) {
    for (const { element, box } of things.slice(old.get(spot)?.length ?? 0)) {
      if (!box) continue;
      const start = from.shift() ?? boxOfSeat(element, root);
      motions.push(start ? flight(element, start, box, duration) : () => drop(element, duration));
    }
  }
  return motions;
}

// Where the pieces of a seat come from, if from nowhere that is in sight.
function boxOfSeat(element, root) {
  const seat = element.closest("[class*='seat-']")?.getAttribute("class").match(/seat-\d+/)?.[0];
  const badge = seat && element.matches("[data-walks]") && root.querySelector(`.seat-list .${seat} .badge`);
  return badge ? boxOf(badge) : null;
}

function ofGoods(spots, old, duration) {
  const motions = [];
  const total = (things) => (things ?? []).reduce((sum, { count }) => sum + count, 0);
  const less = [...old].filter(([spot, things]) => things[0].box && total(spots.get(spot)) < total(things));
  for (const [spot, things] of spots) {
    const more = total(things) - total(old.get(spot));
    const { element, box } = things[0];
    if (more <= 0 || !box) continue;
    motions.push(() => pulse(element, duration));
    const source = less.find(([other, were]) => total(were) - total(spots.get(other)) === more) ?? less[0];
    const icon = element.querySelector("svg");
    if (!source || !icon) continue;
    const to = icon.getBoundingClientRect();
    for (let n = 0; n < Math.min(more, MOST_OF_A_GOOD); n += 1) {
      motions.push(flight(icon, source[1][0].box, to, duration, (n * duration) / 8, false));
    }
  }
  return motions;
}

// A copy flies from one box to another; the piece itself is seen when it has arrived. Until then it waits, for an
// animation that has not begun asks nothing of the page, where one that runs on a part of a picture draws it in each frame.
function flight(element, from, to, duration, delay = 0, hidden = true) {
  const copy = copyOf(element);
  const px = (length) => `${length / zoom}px`;
  Object.assign(copy.style, { left: px(to.x), top: px(to.y), width: px(to.width), height: px(to.height) });
  const across = px(from.x + from.width / 2 - to.x - to.width / 2);
  const down = px(from.y + from.height / 2 - to.y - to.height / 2);
  return () => {
    sky.append(copy);
    const flown = run(copy, [{ transform: `translate(${across}, ${down})` }, { transform: "none" }], duration, delay);
    flown.addEventListener("finish", () => copy.remove());
    if (hidden) run(element, [{ opacity: 0 }, { opacity: 0 }], 0, duration);
  };
}

// A part of a picture gets a picture of its own.
function copyOf(element) {
  const seat = element.closest("[class*='seat-']")?.getAttribute("class").match(/seat-\d+/)?.[0];
  const copy = element.cloneNode(true);
  for (const name of ["data-piece", "data-good", "id"]) copy.removeAttribute(name);
  let shown = copy;
  if (element.ownerSVGElement) {
    const { x, y, width, height } = element.getBBox();
    shown = document.createElementNS(SVG, "svg");
    shown.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
    copy.removeAttribute("transform");
    shown.append(copy);
  }
  shown.classList.add("flying");
  if (seat) shown.classList.add(seat);
  return shown;
}

function drop(element, duration) {
  run(element, [{ opacity: 0, translate: "0 -24px" }, { opacity: 1, translate: "0 0" }], duration, 0);
}

// Dice tumble from the left and come to lie where they are.
function roll(dice, duration) {
  for (const die of dice.children) {
    const frames = [
      { transform: "translate(-70px, -26px) rotate(-540deg) scale(1.6)", opacity: 0 },
      { transform: "translate(-38px, 4px) rotate(-260deg) scale(1.5)", opacity: 1, offset: 0.4 },
      { transform: "translate(-16px, -12px) rotate(-100deg) scale(1.3)", offset: 0.7 },
      { transform: "none" },
    ];
    run(die, frames, duration * 1.3, 0);
  }
}

function pulse(element, duration) {
  const number = element.querySelector("b") ?? element;
  run(number, [{ scale: 1 }, { scale: 1.45, offset: 0.6 }, { scale: 1 }], duration, 0);
}

function run(element, frames, duration, delay) {
  const animation = element.animate(frames, { duration, delay, easing: EASING, fill: "backwards" });
  animation.finished.catch(() => {});
  running.push(animation);
  return animation;
}

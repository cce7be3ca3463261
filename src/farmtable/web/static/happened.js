// What the others did: their last actions are marked on the board, and a line of the log points at its place.
// Places are named by the game (`data-place`); what is marked stands in #happened, from what this seat may know.

import { onBoard } from "./table.js";

const SVG = "http://www.w3.org/2000/svg";
const SHAPES = "rect, circle, path";
const LEG = 9; // how far the corners of a mark in a picture reach along its sides
const BADGE = 20; // of a picture that is no larger than four spaces; others are scaled

const board = () => document.getElementById("table");

const named = (places) => places.split(" ").flatMap((place) => [...board().querySelectorAll(`[data-place~="${CSS.escape(place)}"]`)]);

onBoard((root) => {
  for (const mark of root.querySelectorAll("#happened [data-places]")) {
    for (const element of new Set(named(mark.dataset.places))) show(element, mark.dataset);
  }
});

// --- marks --------------------------------------------------------------------------------------

// Around an element, in a seat's colour and with its badge, said behind its name: that is its label, or what is in it.
function show(element, { seat, badge, words }) {
  const label = element.getAttribute("aria-label");
  if (label) element.setAttribute("aria-label", `${label}, ${words}`);
  const others = element.querySelectorAll(":scope > .mark").length;
  // There its badge stands already, or a piece of its own with its letter.
  const own = element.closest(`.seat-${seat}`) ?? element.querySelector(`.seat-${seat} .seat-letter`);
  const mark = element instanceof SVGElement ? drawn(element, !own && badge, others) : framed(!own && badge, label ? "" : words);
  mark.classList.add("mark", `seat-${seat}`);
  mark.dataset.others = Math.min(others, 3);
  if (element.matches(SHAPES)) element.after(mark);
  else element.append(mark);
  element.classList.add("others-acted");
}

function framed(badge, words) {
  const frame = document.createElement("span");
  if (words) frame.append(spoken(words));
  if (!badge) return frame;
  const sign = document.createElement("span");
  sign.className = "badge";
  sign.setAttribute("aria-hidden", "true");
  sign.textContent = badge;
  frame.append(sign);
  return frame;
}

function spoken(words) {
  const text = document.createElement("span");
  text.className = "unseen";
  text.textContent = `, ${words}`;
  return text;
}

// In a picture the mark is drawn along the shape of the place; its badge sits in the upper left corner.
function drawn(element, badge, others) {
  const shape = element.matches(SHAPES) ? element : element.querySelector(SHAPES);
  const [x, y] = ["x", "y"].map((name) => Number(shape.getAttribute(name)));
  const frame = document.createElementNS(SVG, "g");
  frame.setAttribute("aria-hidden", "true");
  for (const name of ["mark-edge", "mark-line"]) {
    const line = shape.cloneNode(false);
    for (const attribute of ["data-place", "class"]) line.removeAttribute(attribute);
    line.classList.add(name);
    if (shape.matches("rect")) line.setAttribute("stroke-dasharray", corners(shape));
    frame.append(line);
  }
  if (!badge) return frame;
  const at = { x: x + 3 + others * (BADGE + 2), y: y + 3 };
  frame.append(part("rect", { class: "mark-badge", ...at, width: BADGE, height: BADGE, rx: 5 }));
  const letter = part("text", { class: "seat-letter", x: at.x + BADGE / 2, y: at.y + 15, "font-size": badge.length > 1 ? 11 : 14 });
  letter.textContent = badge;
  frame.append(letter);
  return frame;
}

// The dashes of a line around a rectangle that leave its four corners: it begins where the upper left one ends.
function corners(rect) {
  const [width, height, round] = ["width", "height", "rx"].map((name) => Number(rect.getAttribute(name)));
  const [across, down] = [width, height].map((length) => length - 2 * (round + LEG));
  const corner = 2 * LEG + (Math.PI * round) / 2;
  return [LEG, across, corner, down, corner, across, corner, down, corner - LEG].join(" ");
}

function part(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

// --- lines of the log ---------------------------------------------------------------------------

const line = (event) => event.target.closest?.("#log [data-points-at]");

let pointing = []; // the line under the pointer and the one with the focus, the newer first

// Of the two the newer one points; where it ends, the other again: under a resting pointer a page that scrolls moves, too.
function hold(by, at) {
  pointing = pointing.filter((each) => each.by !== by && each.at.isConnected);
  if (at) pointing.unshift({ by, at });
  point(pointing[0]?.at);
}

document.addEventListener("pointerover", (event) => hold("pointer", line(event)));
document.addEventListener("pointerout", (event) => line(event) && hold("pointer", null));
document.addEventListener("focusin", (event) => hold("focus", line(event)));
document.addEventListener("focusout", (event) => line(event) && hold("focus", null));

function point(at, as = "pointed-at") {
  for (const element of board()?.querySelectorAll(`.${as}`) ?? []) element.classList.remove(as);
  if (at) for (const element of named(at.dataset.pointsAt)) element.classList.add(as);
}

// The log is one stop of the Tab key, however long it grows: from there the arrows lead from line to line.
const linesOf = (root) => [...root.querySelectorAll("#log li > :is(a, button)")];

// The log only grows: whoever is at a line finds it again by its number on the next board.
onBoard((root) => {
  for (const [number, each] of linesOf(root).entries()) {
    each.tabIndex = -1;
    each.dataset.key = `log-${number}`;
  }
});

document.addEventListener("keydown", (event) => {
  if (!["ArrowUp", "ArrowDown"].includes(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
  const log = event.target.closest?.("#log");
  if (!log) return;
  const lines = linesOf(board());
  const here = lines.indexOf(event.target);
  const first = lines.find((each) => each.closest(".now")) ?? lines.at(-1); // a replay stands somewhere
  const next = here < 0 ? first : lines[here + (event.key === "ArrowUp" ? -1 : 1)];
  if (lines.length) event.preventDefault();
  next?.focus({ focusVisible: true });
});

// While the game runs there is no replay: a click brings the place into sight, where it is shown until the next one.
for (const name of ["pointerdown", "keydown"]) document.addEventListener(name, () => point(null, "found"), true);
document.addEventListener("click", (event) => {
  const at = line(event);
  if (at?.tagName !== "BUTTON") return;
  const places = named(at.dataset.pointsAt);
  const place = places.find((element) => element.checkVisibility()) ?? places[0];
  if (!place) return;
  uncover(place);
  place.scrollIntoView({ block: "nearest", inline: "nearest" });
  point(at, "found");
});

// A phone shows one part of a table, and a table one farm in large.
function uncover(place) {
  const farm = place.closest("[data-farm-of][hidden]");
  const part = place.closest("[data-shows]");
  if (farm) board().querySelector(`button[data-farm="${farm.dataset.farmOf}"]`)?.click();
  if (part && !part.checkVisibility()) board().querySelector(`button[data-part="${part.dataset.shows}"]`)?.click();
}

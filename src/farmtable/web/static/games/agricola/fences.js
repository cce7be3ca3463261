// Drawing a pasture: spaces are chosen by click, drag or key; the fences it would need are shown, and what they cost.
// Which shapes are legal comes from the server with the question; nothing here knows a rule.

import { play, preview } from "../../table.js";

const SVG = "http://www.w3.org/2000/svg";
const COLUMNS = 5;

const bitsOf = (cells) => [...cells].reduce((bits, cell) => bits | (1 << cell), 0);

// The fence spaces between these spaces and all others: horizontal ones 0 to 19, upright ones from 20 on.
function borderOf(cells) {
  const border = new Set();
  for (const cell of cells) {
    const left = 20 + Math.floor(cell / COLUMNS) * 6 + (cell % COLUMNS);
    for (const fence of [cell, cell + COLUMNS, left, left + 1]) border.delete(fence) || border.add(fence);
  }
  return border;
}

function pathOf(fence) {
  if (fence < 20) return `M${74 * (fence % 5)} ${74 * Math.floor(fence / 5)}h74`;
  return `M${74 * ((fence - 20) % 6)} ${74 * Math.floor((fence - 20) / 6)}v74`;
}

export class Fences {
  /** `asked`: what the question says of shapes; `tell(text, warn)` shows a hint; `words` its templates. */
  constructor(farm, cells, buttons, asked, words, tell) {
    Object.assign(this, { farm, cells, buttons, asked, words, tell });
    this.chosen = new Set();
    this.active = false;
    this.pointed = null; // the spaces that a lesson waits for, as bits
    // They are always the same, and so stand apart from the question: no decision sends them again.
    const shapes = JSON.parse(farm.closest("[data-shapes]").dataset.shapes);
    this.legal = new Map(asked.legal.map((shape) => [shapes[shape], asked.first + shape]));
    this.shapes = new Map(shapes.map((bits, shape) => [bits, asked.first + shape]));
    this.standing = new Set(asked.standing);
    farm.addEventListener("pointerdown", (event) => this.onPointer(event));
    farm.addEventListener("keydown", (event) => this.onKey(event));
    buttons.build.addEventListener("click", () => this.build());
    buttons.clear.addEventListener("click", () => this.clear());
  }

  start() {
    this.active = true;
    this.farm.classList.add("fencing");
    this.farm.dataset.quiet = ""; // the pasture that is drawn says for itself what it is
    for (const button of Object.values(this.buttons)) button.hidden = false;
    this.show();
  }

  stop() {
    this.active = false;
    this.chosen.clear();
    this.farm.classList.remove("fencing");
    delete this.farm.dataset.quiet;
    for (const button of Object.values(this.buttons)) button.hidden = true;
    this.show();
  }

  clear() {
    this.chosen.clear();
    this.show();
  }

  /** The spaces of the pasture that an action builds, as bits, or undefined. */
  spacesOf(action) {
    return [...this.legal].find(([, builds]) => builds === action)?.[0];
  }

  /** Choose all spaces of a pasture. */
  take(bits) {
    this.chosen = new Set([...this.cells.keys()].filter((cell) => bits >> cell & 1));
    this.show();
    for (const cell of this.chosen) this.cells.get(cell).classList.add("hint-place");
    this.buttons.build.classList.add("hint-key");
  }

  /** Mark what is still to be done for a pasture: the spaces to choose or to leave out, then the button that builds. */
  pointTo(bits) {
    this.pointed = bits;
    this.show();
  }

  point(bits) {
    for (const [cell, group] of this.cells) group.classList.toggle("hint-place", Boolean((bits ^ this.pointed) >> cell & 1));
    this.buttons.build.classList.toggle("hint-place", this.active && bits === this.pointed);
  }

  build() {
    const action = this.legal.get(bitsOf(this.chosen));
    if (this.active && action !== undefined) play(action);
  }

  put(cell, inside) {
    if (inside) this.chosen.add(cell);
    else this.chosen.delete(cell);
    this.show();
  }

  // The first space touched says whether the pointer adds or takes away.
  onPointer(event) {
    const under = (at) => document.elementFromPoint(at.clientX, at.clientY)?.closest?.("[data-cell]:not(.on-card)");
    const first = under(event);
    if (!this.active || !first || event.button !== 0) return;
    event.preventDefault();
    first.focus({ preventScroll: true });
    const adding = !this.chosen.has(Number(first.dataset.cell));
    this.dragging = true;
    this.put(Number(first.dataset.cell), adding);
    const stop = new AbortController();
    const { signal } = stop;
    document.addEventListener("pointermove", (at) => {
      const cell = under(at);
      if (cell && this.farm.contains(cell)) this.put(Number(cell.dataset.cell), adding);
    }, { signal });
    const end = () => {
      stop.abort();
      this.dragging = false;
      this.show();
    };
    document.addEventListener("pointerup", end, { signal });
    document.addEventListener("pointercancel", end, { signal });
  }

  onKey(event) {
    const cell = event.target.closest?.("[data-cell]:not(.on-card)");
    if (!this.active || !cell || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    event.stopPropagation();
    const number = Number(cell.dataset.cell);
    this.put(number, !this.chosen.has(number));
  }

  show() {
    const bits = bitsOf(this.chosen);
    const fences = [...borderOf(this.chosen)].filter((fence) => !this.standing.has(fence));
    const legal = this.legal.has(bits);
    const wood = Math.max(fences.length - this.asked.free, 0) * this.asked.price;
    this.draw(fences, legal);
    this.light(bits);
    this.buttons.build.disabled = !legal;
    if (this.pointed !== null) this.point(bits);
    const words = this.asked.clay ? this.words.either : this.words.build;
    this.buttons.build.textContent = legal && wood ? words.replace("{wood}", wood) : this.words.none;
    this.buttons.clear.disabled = !this.chosen.size;
    if (!this.active || this.dragging) return;
    if (!this.chosen.size) this.tell(this.words.fence);
    else if (legal) this.tell(this.gains(fences.length, wood));
    else this.explain(bits);
  }

  gains(fences, wood) {
    const stables = this.asked.stables.filter((cell) => this.chosen.has(cell)).length;
    const animals = this.asked.animals * this.chosen.size * 2 ** stables;
    return this.words.pasture.replace("{fences}", fences).replace("{wood}", wood).replace("{animals}", animals);
  }

  // Why these spaces are no pasture; a shape that no pasture ever has is only begun, or in pieces.
  async explain(bits) {
    const action = this.shapes.get(bits);
    this.tell(this.words.apart, true);
    if (action === undefined) return;
    const [answer] = await preview([action]);
    if (bits === bitsOf(this.chosen) && this.active && answer.why) this.tell(answer.why, true);
  }

  // Lit are the spaces that some legal pasture with all the chosen ones has.
  light(bits) {
    let reach = 0;
    if (this.active) for (const shape of this.legal.keys()) if ((shape & bits) === bits) reach |= shape;
    for (const [cell, group] of this.cells) {
      const chosen = this.chosen.has(cell);
      group.classList.toggle("can", Boolean(reach >> cell & 1) && !chosen);
      group.classList.toggle("chosen", chosen);
      if (this.active) group.setAttribute("aria-selected", String(chosen));
      else group.removeAttribute("aria-selected");
    }
  }

  draw(fences, legal) {
    const ghost = this.farm.querySelector(".ghost");
    ghost.replaceChildren();
    ghost.classList.toggle("refused", !legal);
    if (!fences.length) return;
    const d = fences.map(pathOf).join("");
    for (const name of ["ghost-case", "ghost-rail"]) {
      const path = document.createElementNS(SVG, "path");
      path.setAttribute("class", name);
      path.setAttribute("d", d);
      ghost.append(path);
    }
  }
}

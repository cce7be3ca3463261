// Tables in parts, with farms: a phone shows one part at a time, and one farm is shown large.
// A game extends the class by what its own parts do.

import { preview, seenOf, write } from "./table.js";
import { leadsOn } from "./keys.js";
import { isArrow, stepTo } from "./walk.js";

// What outlives a swap of the board.
let part = null; // which part a phone shows
let farmOf = null; // whose farm is shown large
let supplies = null; // what lay in each supply

/** "wood +3" */
export const signed = (name, n) => `${name} ${n < 0 ? "−" : "+"}${Math.abs(n)}`;

export class PartedTable {
  /** A table below `root`: its parts and farms in `game`, its question in `bar`; at first the part `home` is shown. */
  constructor(root, game, bar, home) {
    Object.assign(this, { root, game, bar });
    this.hint = bar.querySelector(".hint");
    this.step = game.dataset.asks; // empty while others decide
    this.standing = undefined; // a hint that stays until the next one
    part ??= home;
  }

  get part() {
    return part;
  }

  get farmOf() {
    return farmOf;
  }

  listenToParts() {
    this.root.addEventListener("hint", (event) => this.reveal(event.detail));
    this.root.addEventListener("lead", (event) => this.toQuestion(false) && event.preventDefault());
    for (const button of this.root.querySelectorAll("button[data-part]")) {
      button.addEventListener("click", () => this.showPart(button.dataset.part));
    }
    for (const button of this.root.querySelectorAll("button[data-farm]")) {
      button.addEventListener("click", () => {
        this.showFarm(button.dataset.farm);
        this.showPart("farms");
      });
    }
    for (const thing of this.game.querySelectorAll("[data-why]")) {
      thing.addEventListener("click", () => this.explain(Number(thing.dataset.why)));
    }
  }

  showPart(name) {
    part = name;
    this.game.dataset.shown = name;
    for (const button of this.root.querySelectorAll("button[data-part]")) {
      button.setAttribute("aria-pressed", String(button.dataset.part === name));
    }
  }

  /** Show the part and the farm in which an action is chosen, if it cannot be seen. */
  reveal(action) {
    const thing = this.game.querySelector(`[data-action="${action}"]`);
    if (!thing || thing.getClientRects().length) return;
    const farm = thing.closest("[data-farm-of]");
    if (farm?.hidden) this.showFarm(farm.dataset.farmOf);
    const shown = thing.closest("[data-shows]");
    if (shown) this.showPart(shown.dataset.shows);
  }

  /** To the part where a new question is answered, from its top. */
  turnTo(name) {
    if (part !== name) window.scrollTo(0, 0);
    this.showPart(name);
  }

  showFarm(seat) {
    farmOf = String(seat);
    for (const farm of this.game.querySelectorAll("[data-farm-of]")) farm.hidden = farm.dataset.farmOf !== farmOf;
    for (const chip of this.root.querySelectorAll("button[data-farm]")) {
      chip.setAttribute("aria-pressed", String(chip.dataset.farm === farmOf));
    }
  }

  /** The part and the farm that were shown before the board was swapped; at first the farm of the seat `own`. */
  showAgain(own) {
    this.showFarm(this.game.querySelector(`[data-farm-of="${farmOf}"]`) ? farmOf : own ?? "0");
    this.showPart(part);
  }

  /** Numbers in supplies that are others than on the last board glow once. */
  glowSupplies(selector) {
    const counts = [...this.game.querySelectorAll(selector)];
    const texts = counts.map((count) => count.textContent);
    if (supplies?.length === texts.length) {
      counts.forEach((count, index) => count.classList.toggle("fresh", supplies[index] !== texts[index]));
    }
    supplies = texts;
  }

  /** Who plays by keys is led to what must be answered now: `lit`, or the first answer in the bar. Once for each board. */
  lead(lit) {
    this.answer = lit;
    if (leadsOn(this.root)) this.toQuestion();
  }

  /** To what must be answered now; whether there is anything. */
  toQuestion(preventScroll = true) {
    const answer = seenOf([this.answer, ...this.bar.querySelectorAll("button:not(:disabled)")]);
    const next = this.step ? answer : this.root.querySelector("#finish");
    next?.focus({ preventScroll });
    return Boolean(next);
  }

  tell(text, warn = false) {
    // Why something is not allowed stays until something else is told: a link in it may be wanted.
    if (!this.hint || (text === undefined && this.hint.matches(".warn"))) return;
    write(this.hint, text ?? this.standing ?? this.hint.dataset.hint);
    this.hint.classList.toggle("warn", warn);
  }

  /** Tell which rule forbids an action. */
  async explain(action) {
    const [answer] = await preview([action]);
    if (answer.why) this.tell(answer.why, true);
  }

  /** From one of the `things` in one of the `groups` to the next, if the key is an arrow; whether it is. */
  walk(event, groups, things) {
    if (!isArrow(event.key)) return false;
    const here = event.target;
    const near = [...(here.closest?.(groups)?.querySelectorAll(things) ?? [])];
    const next = near.includes(here) ? stepTo(near, here, event.key) : undefined;
    if (next) {
      event.preventDefault();
      next.focus({ preventScroll: false });
    }
    return true;
  }
}

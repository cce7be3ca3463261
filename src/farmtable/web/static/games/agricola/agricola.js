// Agricola: which part of the table and whose farm is shown, tools on the farm, exchanges, and keys.
// The server decides what is legal; this lights it and sends it. Hand cards are in cards.js.

import { onBoard, play, preview } from "/static/table.js";
import { Cards } from "/static/games/agricola/cards.js";
import { Fences } from "/static/games/agricola/fences.js";
import { isArrow, stepTo } from "/static/walk.js";

// What outlives a swap of the board.
let part = "board"; // what a phone shows: board, cards, farms or majors; a wide screen: board or cards
let farmOf = null; // whose farm is shown large
let lastTool = null;
let lastCell = null;
let question = ""; // the kind of question that was asked last
let placed = null; // who stood where
let supplies = null; // what lay in each supply
let piles = null; // in which round, and what lay on each space
let drawn = new Map(); // how each farm looked when it was last shown
let byKeyboard = false;

class Table {
  constructor(root) {
    this.root = root;
    this.game = root.querySelector(".agricola");
    this.bar = root.querySelector(".agricola-ask");
    this.hint = this.bar.querySelector(".hint");
    this.ask = JSON.parse(this.game.dataset.ask);
    this.step = this.game.dataset.asks; // empty while others decide
    this.words = JSON.parse(this.bar.dataset.words);
    this.farm = this.game.querySelector(".farmyard[role='grid']");
    this.cells = new Map([...(this.farm?.querySelectorAll("[data-cell]") ?? [])].map((g) => [Number(g.dataset.cell), g]));
    this.own = this.game.querySelector(".farm:has(.farmyard[role='grid'])")?.dataset.farmOf ?? null;
    this.hand = this.game.matches(".with-cards") ? new Cards(root, this.game) : null;
    this.listen();
    this.restore();
  }

  listen() {
    for (const button of this.root.querySelectorAll("button[data-part]")) {
      button.addEventListener("click", () => this.showPart(button.dataset.part));
    }
    for (const button of this.root.querySelectorAll("button[data-farm]")) {
      button.addEventListener("click", () => {
        this.showFarm(button.dataset.farm);
        this.showPart("farms");
      });
    }
    const telling = this.step === "place" || this.step === "again" ? ".space, .major, .tool" : ".major, .tool";
    for (const thing of this.root.querySelectorAll(telling)) {
      for (const name of ["pointerenter", "focus"]) thing.addEventListener(name, () => this.tell(thing.dataset.hint));
      for (const name of ["pointerleave", "blur"]) thing.addEventListener(name, () => this.tell());
    }
    for (const thing of this.game.querySelectorAll("[data-why]")) {
      thing.addEventListener("click", () => this.explain(Number(thing.dataset.why)));
    }
    for (const button of this.bar.querySelectorAll("[data-then]")) {
      button.addEventListener("click", () => this.exchange(Number(button.dataset.then)));
    }
    for (const button of this.tools()) button.addEventListener("click", () => this.choose(button.dataset.tool));
    this.farm?.addEventListener("click", (event) => this.explainCell(event.target.closest("[data-cell]")));
    this.root.addEventListener("hint", (event) => this.showHint(event.detail));
    this.farm?.addEventListener("focusin", (event) => this.enter(event.target.closest("[data-cell]")));
  }

  restore() {
    this.showFarm(this.game.querySelector(`[data-farm-of="${farmOf}"]`) ? farmOf : this.own ?? "0");
    const kind = this.kindOfQuestion();
    if (this.step && kind !== question) {
      if (part !== kind) window.scrollTo(0, 0);
      part = kind;
      this.asksAnew = true;
      if (kind !== "board" && this.own !== null) this.showFarm(this.own);
    }
    question = this.step ? kind : "";
    this.showPart(part);
    if (this.asksAnew && part === "cards") this.hand?.reveal();
    if (this.cells.size) this.enter(this.cells.get(lastCell) ?? this.cells.get(0), false);
    this.takeTool();
    this.glow();
    if (byKeyboard) this.lead();
  }

  // Where the answer to the question is given.
  kindOfQuestion() {
    if (["place", "again", "order"].includes(this.step)) return "board";
    if (["pick", "keep", "redraw", "give_back"].includes(this.step)) return "cards";
    if (this.step !== "menu") return "farms";
    const { majors, returns, tools, fencing, plays, parts } = this.ask;
    if (tools.length || fencing || this.ask.bakes.length || this.ask.renovations.length) return "farms";
    if (plays.length || !parts.includes("improvement")) return "cards";
    return majors.length + returns.length || !this.hand ? "majors" : "cards";
  }

  showPart(name) {
    part = name;
    this.game.dataset.shown = name;
    for (const button of this.root.querySelectorAll("button[data-part]")) {
      button.setAttribute("aria-pressed", String(button.dataset.part === name));
    }
  }

  showFarm(seat) {
    farmOf = String(seat);
    for (const farm of this.game.querySelectorAll("[data-farm-of]")) farm.hidden = farm.dataset.farmOf !== farmOf;
    for (const chip of this.root.querySelectorAll("button[data-farm]")) {
      chip.setAttribute("aria-pressed", String(chip.dataset.farm === farmOf));
    }
    this.markChanged();
  }

  // A dot on the farms that have changed since they were last looked at.
  markChanged() {
    for (const farm of this.game.querySelectorAll("[data-farm-of]")) {
      const seat = farm.dataset.farmOf;
      const looks = farm.querySelector(".farmyard > g").innerHTML;
      if (seat === farmOf || !drawn.has(seat)) drawn.set(seat, looks);
      this.game.querySelector(`.chip[data-farm="${seat}"]`)?.classList.toggle("changed", drawn.get(seat) !== looks);
    }
  }

  // What came since the last board glows once: people on spaces, numbers in supplies.
  glow() {
    const people = new Map([...this.game.querySelectorAll(".space:has(.person)")].map((space) => [space.id, space]));
    if (placed) for (const [id, space] of people) if (!placed.has(id)) space.classList.add("fresh");
    placed = new Set(people.keys());
    const counts = [...this.game.querySelectorAll(".supply .n")];
    const texts = counts.map((count) => count.textContent);
    if (supplies?.length === texts.length) {
      counts.forEach((count, index) => count.classList.toggle("fresh", supplies[index] !== texts[index]));
    }
    supplies = texts;
    const now = this.root.querySelector(".rounds .now")?.textContent;
    const lying = [...this.game.querySelectorAll(".space .pile")];
    const numbers = lying.map((pile) => Number(pile.textContent));
    if (piles && piles.now === now) {
      lying.forEach((pile, index) => pile.classList.toggle("fresh", numbers[index] > piles.numbers[index]));
    }
    piles = { now, numbers };
  }

  // Who plays by keys is led to what must be answered now.
  lead() {
    if (!this.step) {
      this.root.querySelector("#finish")?.focus({ preventScroll: true });
      return;
    }
    const lit = this.game.querySelector(part === "cards" ? ".hand-card.can" : part === "board" ? ".space.can" : null);
    const cell = this.tool ? this.litCell() : null;
    (lit ?? cell ?? this.game.querySelector(".major.can") ?? this.bar.querySelector("button:not(:disabled):not([hidden])"))
      ?.focus({ preventScroll: true });
  }

  litCell() {
    return [...this.cells.values()].find((cell) => cell.matches(".can"));
  }

  tell(text, warn = false) {
    if (!this.hint) return;
    this.hint.textContent = text ?? this.standing ?? this.hint.dataset.hint;
    this.hint.classList.toggle("warn", warn);
  }

  async explain(action) {
    const [answer] = await preview([action]);
    if (answer.why) this.tell(answer.why, true);
  }

  explainCell(cell) {
    const tool = this.ask?.tools?.find((each) => each.tool === this.tool);
    if (tool && cell && !cell.matches(".can, .on-card")) this.explain(tool.first + Number(cell.dataset.cell));
  }

  // An exchange at any time is two commands: that one wants to exchange, and what.
  async exchange(action) {
    await play(Number(this.bar.querySelector("[data-exchange]").dataset.exchange));
    // Where only one exchange is possible it has been made by now.
    if (document.querySelector(".agricola")?.dataset.asks === "exchange") await play(action);
  }

  // --- tools on one's farm ----------------------------------------------------------------------

  tools() {
    return [...this.bar.querySelectorAll("[data-tool]")];
  }

  takeTool() {
    const tools = this.tools();
    const { fencing } = this.ask ?? {};
    if (fencing) {
      const buttons = { build: this.bar.querySelector("[data-build]"), clear: this.bar.querySelector("[data-clear]") };
      this.fences = new Fences(this.farm, this.cells, buttons, fencing, this.words, (text, warn) => this.stand(text, warn));
      this.fences.stop();
    }
    const again = tools.find((button) => button.dataset.tool === lastTool) ?? tools[0];
    if (again) this.choose(again.dataset.tool);
  }

  // A hint that stays until the next one.
  stand(text, warn) {
    this.standing = text;
    this.tell(text, warn);
  }

  choose(name) {
    lastTool = name;
    this.tool = name;
    for (const button of this.tools()) button.setAttribute("aria-pressed", String(button.dataset.tool === name));
    this.fences?.stop();
    const works = this.ask.tools.find((each) => each.tool === name)?.cells ?? [];
    const actions = new Map(works.map(({ cell, action }) => [cell, action]));
    for (const [cell, group] of this.cells) {
      group.classList.toggle("can", actions.has(cell));
      if (actions.has(cell)) group.dataset.action = actions.get(cell);
      else delete group.dataset.action;
    }
    this.farm.classList.toggle("choosing", true);
    if (name === "fence") this.fences.start();
    else this.stand(this.bar.querySelector(`[data-tool="${name}"]`).dataset.hint);
  }

  // The tool that a hint needs is taken up, the spaces of its pasture are chosen.
  showHint(action) {
    const tool = this.ask?.tools?.find((each) => each.cells.some((one) => one.action === action))?.tool;
    const pasture = this.fences?.spacesOf(action);
    if (tool) this.choose(tool);
    else if (pasture !== undefined) {
      this.choose("fence");
      this.fences.take(pasture);
    }
    if (tool || pasture !== undefined) this.showPart("farms");
  }

  enter(cell, remember = true) {
    if (!cell) return;
    if (remember) lastCell = Number(cell.dataset.cell);
    for (const other of this.cells.values()) other.tabIndex = other === cell ? 0 : -1;
  }

  // --- keys -------------------------------------------------------------------------------------

  onKey(event) {
    const here = event.target;
    if (isArrow(event.key)) {
      const group = here.closest?.(".farmyard, .board, .cards, .front, .major-cards, .agricola-ask, .parts, .farm-chips");
      const things = group && [...group.querySelectorAll("[data-cell], button:not(:disabled):not([hidden]), summary")];
      const next = things?.includes(here) ? stepTo(things, here, event.key) : undefined;
      if (!next) return;
      event.preventDefault();
      next.focus({ preventScroll: false });
    } else if (/^[1-9]$/.test(event.key)) {
      const answers = [...this.bar.querySelectorAll(".answers-row button:not(:disabled):not([hidden])")];
      const answer = answers.filter((button) => !button.closest("details:not([open])"))[Number(event.key) - 1];
      answer?.click();
      if (answer?.dataset.tool) this.litCell()?.focus({ preventScroll: true });
    } else if (event.key === "b" || event.key === "B") this.fences?.build();
    else if (event.key === "x" || event.key === "X") this.bar.querySelector("#exchange summary")?.click();
    else if (event.key === "c" || event.key === "C") this.toHand();
    else if (event.key === "Escape") this.escape();
  }

  // To one's hand, and back to the board.
  toHand() {
    if (!this.hand) return;
    this.showPart(part === "cards" ? "board" : "cards");
    const first = part === "cards" ? ".hand-card.can, .hand-card" : ".space.can";
    this.game.querySelector(first)?.focus({ preventScroll: false });
  }

  escape() {
    const open = this.bar.querySelector("details[open]");
    if (open) open.open = false;
    else this.fences?.clear();
  }
}

let table = null;

document.addEventListener("keydown", () => (byKeyboard = true), true);
document.addEventListener("pointerdown", (event) => {
  byKeyboard = false;
  const open = document.querySelector(".agricola-ask details[open]");
  if (open && !open.contains(event.target)) open.open = false;
}, true);
document.addEventListener("keydown", (event) => {
  if (!table?.root.isConnected || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (event.target.closest?.("input, select, textarea, dialog")) return;
  table.onKey(event);
});

onBoard((root) => (table = root?.querySelector(".agricola") && root.querySelector(".agricola-ask") ? new Table(root) : null));

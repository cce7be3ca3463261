// Eine Frage der Ähre: choosing a tile, looking at it on the board before it is laid, turning it, laying it.
// The server decides what is legal and what it brings; this only shows its answers.

import { onBoard, play, preview, write } from "../../table.js";
import { byKeyboard, leadsOn, onKey } from "../../keys.js";
import { drawGhost, eraseGhost } from "./ghost.js";
import { neighbour, spotsOf, spotUnder } from "./spots.js";

// What outlives a swap of the board: which tile, how it is turned, where the keyboard was, what has glowed.
const chosen = { key: null, direction: 0 };
let lastCell = null;
let glowed = "";

class Table {
  constructor(root) {
    this.root = root;
    this.board = root.querySelector(".crop-area");
    this.ask = root.querySelector(".aehre-ask");
    this.step = root.querySelector(".aehre").dataset.asks; // empty while others decide
    this.placing = this.step === "place";
    this.codes = JSON.parse(root.querySelector(".aehre").dataset.codes);
    this.words = JSON.parse(this.ask.dataset.words);
    this.hint = this.ask.querySelector(".hint");
    this.columns = Number(this.board.dataset.columns);
    this.cells = new Map([...this.board.querySelectorAll("[data-cell]")].map((g) => [Number(g.dataset.cell), g]));
    this.answers = new Map(); // tile key -> Promise of Map(action -> what the server says of it)
    this.spot = null; // what is shown on the board now
    this.known = null; // the answers for the chosen tile, once they are there
    this.listen();
    this.restore();
  }

  listen() {
    const cellOf = (event) => event.target.closest?.("[data-cell]");
    this.board.addEventListener("keydown", (event) => this.onArrow(event));
    // Not on the picture itself: browsers would make it one more stop of the Tab key.
    this.board.parentElement.addEventListener("focusin", (event) => {
      const cell = cellOf(event);
      if (!cell) return;
      lastCell = Number(cell.dataset.cell);
      for (const other of this.cells.values()) other.tabIndex = other === cell ? 0 : -1;
      if (cell.matches(":focus-visible")) this.look(lastCell);
    });
    for (const button of this.ask.querySelectorAll("[data-look]")) {
      const mark = (on) => this.cells.get(Number(button.dataset.look))?.classList.toggle("looked", on);
      for (const name of ["pointerenter", "focus"]) button.addEventListener(name, () => mark(true));
      for (const name of ["pointerleave", "blur"]) button.addEventListener(name, () => mark(false));
    }
    this.root.addEventListener("lead", (event) => this.toQuestion(false) && event.preventDefault());
    if (!this.placing) return;
    this.root.addEventListener("hint", (event) => this.showHint(event.detail));
    this.board.addEventListener("pointermove", (event) => {
      const cell = cellOf(event);
      if (event.pointerType === "mouse" && cell) this.look(Number(cell.dataset.cell));
    });
    this.board.addEventListener("click", (event) => this.onClick(cellOf(event)));
    this.board.addEventListener("wheel", (event) => this.onWheel(event), { passive: false });
    for (const tile of this.tiles()) {
      tile.addEventListener("click", () => this.choose(tile.dataset.tile).then(() => this.toBoard()));
      tile.addEventListener("pointerdown", (event) => this.onDrag(event, tile));
    }
    this.ask.querySelector("[data-rotate]").addEventListener("click", () => this.turn(1));
    this.ask.querySelector("[data-lay]").addEventListener("click", () => this.lay());
  }

  // After a swap: the same tile in the hand, one cell that Tab leads to, a glow on what is new.
  restore() {
    const entrance = this.cells.get(lastCell) ?? this.cells.values().next().value;
    entrance.tabIndex = 0;
    const fresh = this.board.querySelector(".fresh")?.parentNode.innerHTML ?? "";
    this.board.classList.toggle("glow", fresh !== "" && fresh !== glowed);
    glowed = fresh;
    if (this.placing && this.tiles().some((tile) => tile.dataset.tile === chosen.key)) this.choose(chosen.key);
    else chosen.key = null;
    if (leadsOn(this.root)) this.toQuestion();
  }

  // Who plays by keys is led on: to what must be answered now, and, with a tile chosen, to the board.
  toQuestion(preventScroll = true) {
    const first = this.step === "farm" ? this.board.querySelector(".cell.can") : this.ask.querySelector("button:not(:disabled)");
    const next = first ?? this.root.querySelector("#finish");
    next?.focus({ preventScroll });
    return Boolean(next);
  }

  toBoard() {
    if (!byKeyboard() || !this.tile || !this.root.isConnected) return;
    const lit = [...this.board.querySelectorAll(".cell.can")];
    (this.cells.get(lastCell) ?? lit[lit.length >> 1] ?? this.cells.values().next().value).focus({ preventScroll: true });
  }

  tiles() {
    return [...this.ask.querySelectorAll(".tile[data-tile]")];
  }

  async choose(key) {
    chosen.key = key;
    this.known = null;
    this.clear();
    for (const tile of this.tiles()) tile.setAttribute("aria-pressed", String(tile.dataset.tile === key));
    const tile = this.tile = this.tiles().find((each) => each.dataset.tile === key);
    this.ask.querySelector("[data-rotate]").disabled = !tile || tile.dataset.kind === undefined;
    this.board.classList.toggle("choosing", Boolean(tile));
    this.board.toggleAttribute("data-quiet", Boolean(tile)); // the tile that is looked at says for itself what it brings
    if (!tile) return this.say(this.hint.dataset.hint);
    this.say(this.words.spot);
    if (!this.answers.has(key)) this.answers.set(key, this.fetch(tile));
    const answers = await this.answers.get(key);
    if (chosen.key !== key || !this.root.isConnected) return;
    if (answers === null) {
      await this.choose(null); // no answer came: the tile lies back in the tray, to be chosen again
      return;
    }
    this.known = answers;
    this.light();
    const focused = document.activeElement?.closest?.("[data-cell]");
    if (focused) this.look(Number(focused.dataset.cell));
  }

  // The tile that a hint names is looked at where it would lie.
  async showHint(action) {
    for (const tile of this.tiles()) {
      const spot = spotsOf(this, tile).find((each) => each.action === action);
      if (!spot) continue;
      chosen.direction = spot.direction;
      await this.choose(tile.dataset.tile);
      this.look(spot.cells[0]);
      const [first, ...others] = spot.cells.map((cell) => this.cells.get(cell));
      first.classList.add("hint-place"); // from there the key plays it
      for (const other of others) other.classList.add("hint-beside");
      return;
    }
  }

  async fetch(tile) {
    const spots = spotsOf(this, tile);
    try {
      const answers = await preview(spots.map((spot) => spot.action));
      return new Map(answers.map((answer) => [answer.action, answer]));
    } catch {
      this.answers.delete(tile.dataset.tile);
      return null;
    }
  }

  // Light the cells where the chosen tile may lie as it is turned now; shade the others.
  light() {
    for (const [cell, group] of this.cells) {
      const spot = this.known && spotUnder(this, this.tile, cell, chosen.direction);
      const can = Boolean(spot && this.known.get(spot.action)?.legal);
      group.classList.toggle("can", can);
      group.classList.toggle("cannot", Boolean(this.known) && !can);
    }
  }

  look(cell) {
    if (!this.placing || !this.tile || !this.known) return;
    const spot = spotUnder(this, this.tile, cell, chosen.direction);
    if (this.spot && spot && this.spot.action === spot.action && this.spot.at === cell) return;
    this.clear();
    if (!spot) return this.say(this.words.edge, true);
    const answer = this.known.get(spot.action);
    if (!answer) return;
    this.spot = { ...spot, at: cell, legal: answer.legal };
    drawGhost(this, this.tile, spot, answer);
    this.ask.querySelector("[data-lay]").disabled = !answer.legal;
    this.say(answer.legal ? this.gains(answer.gains) : answer.why, !answer.legal);
  }

  gains({ fields, levelled }) {
    const parts = fields.map(({ crop, vp, fp }) => (fp === null ? this.words.points : this.words.gain)
      .replace("{crop}", this.words[crop]).replace("{points}", vp).replace("{steps}", fp));
    return parts.join(" · ") + (levelled ? ` · ${this.words.levelled}` : "");
  }

  say(text, warn = false) {
    write(this.hint, text);
    this.hint.classList.toggle("warn", warn);
  }

  clear() {
    this.spot = null;
    eraseGhost(this);
    const lay = this.ask.querySelector("[data-lay]");
    if (lay) lay.disabled = true;
  }

  turn(by) {
    if (!this.placing || !this.tile || this.tile.dataset.kind === undefined) return;
    chosen.direction = (chosen.direction + by + 4) % 4;
    const at = this.spot?.at;
    this.clear();
    this.light();
    if (at !== undefined) this.look(at);
  }

  lay() {
    if (this.spot?.legal) play(this.spot.action);
  }

  // A mouse has seen the tile there before it clicks; a finger sees it at the first tap and lays it with the second.
  onClick(group) {
    if (!group || !this.tile) return;
    const cell = Number(group.dataset.cell);
    if (this.spot?.legal && this.spot.cells.includes(cell)) this.lay();
    else this.look(cell);
  }

  onArrow(event) {
    const here = Number(event.target.closest?.("[data-cell]")?.dataset.cell);
    if (Number.isNaN(here) || event.ctrlKey || event.metaKey || event.altKey) return;
    const direction = ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"].indexOf(event.key);
    if (direction >= 0) {
      event.preventDefault();
      this.cells.get(neighbour(this, here, direction))?.focus();
    } else if (event.key === "Enter" || event.key === " ") {
      if (!this.placing || !this.tile) return;
      event.preventDefault();
      event.stopPropagation();
      if (this.spot?.at === here) this.lay();
      else this.look(here);
    }
  }

  onWheel(event) {
    if (!this.tile || this.tile.dataset.kind === undefined || event.ctrlKey) return;
    event.preventDefault();
    if (event.timeStamp - (this.wheeled ?? 0) < 140) return;
    this.wheeled = event.timeStamp;
    this.turn(event.deltaY > 0 ? 1 : -1);
  }

  // Drag with the mouse: the tile follows over the board and is laid where it is let go.
  onDrag(event, tile) {
    if (event.pointerType !== "mouse" || event.button !== 0) return;
    const stop = new AbortController();
    const { signal } = stop;
    let moving = false;
    const under = (at) => document.elementFromPoint(at.clientX, at.clientY)?.closest?.("[data-cell]");
    document.addEventListener("pointermove", (at) => {
      if (!moving && Math.hypot(at.clientX - event.clientX, at.clientY - event.clientY) > 8) {
        moving = true;
        this.choose(tile.dataset.tile);
      }
      const cell = moving && under(at);
      if (cell) this.look(Number(cell.dataset.cell));
    }, { signal });
    document.addEventListener("pointerup", (at) => {
      stop.abort();
      const cell = moving && under(at);
      if (!cell) return;
      this.look(Number(cell.dataset.cell));
      this.lay();
    }, { signal });
    document.addEventListener("pointercancel", () => stop.abort(), { signal });
  }
}

let table = null;

onKey((event) => {
  if (!table?.placing || !table.root.isConnected) return;
  const tile = /^[1-9]$/.test(event.key) ? table.tiles()[Number(event.key) - 1] : null;
  if (tile) table.choose(tile.dataset.tile).then(() => table.toBoard());
  else if (event.key === "r") table.turn(1);
  else if (event.key === "R") table.turn(-1);
  else if (event.key === "Escape") table.choose(null);
});

function begin(root) {
  table = root?.querySelector(".crop-area") && root.querySelector(".aehre-ask") ? new Table(root) : null;
}

onBoard(begin);

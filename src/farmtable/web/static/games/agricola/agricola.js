// Agricola: which part of the table and whose farm is shown, tools on the farm, exchanges, and keys.
// The server decides what is legal; this lights it and sends it. Hand cards are in cards.js.

import { wordGains } from "../../explain.js";
import { onBoard, play } from "../../table.js";
import { Cards, isNarrow } from "./cards.js";
import { Fences } from "./fences.js";
import { onKey } from "../../keys.js";
import { PartedTable, signed } from "../../parts.js";

// What outlives a swap of the board.
let lastTool = null;
let lastCell = null;
let question = ""; // the kind of question that was asked last
let placed = null; // who stood where
let piles = null; // in which round, and what lay on each space
let drawn = new Map(); // how each farm looked when it was last shown

// A phone shows the board, cards, farms or majors; a wide screen the board or cards.
class Table extends PartedTable {
  constructor(root) {
    super(root, root.querySelector(".agricola"), root.querySelector(".agricola-ask"), "board");
    this.ask = JSON.parse(this.game.dataset.ask);
    this.words = JSON.parse(this.bar.dataset.words);
    this.names = JSON.parse(this.game.dataset.names);
    this.farm = this.game.querySelector(".farmyard[role='grid']");
    this.cells = new Map([...(this.farm?.querySelectorAll("[data-cell]") ?? [])].map((g) => [Number(g.dataset.cell), g]));
    this.own = this.game.querySelector(".farm:has(.farmyard[role='grid'])")?.dataset.farmOf ?? null;
    this.hand = this.game.matches(".with-cards") ? new Cards(root, this.game) : null;
    this.listen();
    this.restore();
  }

  listen() {
    this.listenToParts();
    for (const button of this.root.querySelectorAll("[data-then]")) {
      button.addEventListener("click", () => this.exchange(Number(button.dataset.then)));
    }
    this.bar.querySelector("[data-back]")?.addEventListener("click", () => this.escape());
    for (const button of this.tools()) button.addEventListener("click", () => this.choose(button.dataset.tool));
    this.farm?.addEventListener("click", (event) => this.explainCell(event.target.closest("[data-cell]")));
    this.root.addEventListener("hint", (event) => this.showHint(event.detail));
    // Not on the picture itself: browsers would make it one more stop of the Tab key.
    this.farm?.parentElement.addEventListener("focusin", (event) => this.enter(event.target.closest("[data-cell]")));
  }

  restore() {
    this.showAgain(this.own);
    const kind = this.kindOfQuestion();
    if (this.step && kind !== question) {
      this.turnTo(kind);
      this.asksAnew = true;
      if (kind !== "board" && this.own !== null) this.showFarm(this.own);
    }
    question = this.step ? kind : "";
    if (this.asksAnew && this.part === "cards") this.hand?.reveal();
    if (this.cells.size) this.enter(this.cells.get(lastCell) ?? this.cells.get(0), false);
    this.takeTool();
    this.glow();
    this.lead(this.lit());
  }

  // "wood −5, reed −2, points +1"
  gained(gains) {
    const parts = Object.entries(gains.goods).map(([good, n]) => signed(this.names.goods[good], n));
    if (gains.begging) parts.push(signed(this.names.begging, gains.begging));
    if (gains.points) parts.push(signed(this.names.points, gains.points));
    return parts.join(", ");
  }

  // Where the answer to the question is given.
  kindOfQuestion() {
    if (["place", "again", "order"].includes(this.step)) return "board";
    if (["pick", "keep", "redraw", "give_back"].includes(this.step)) return "cards";
    if (this.step !== "menu") return "farms";
    const { majors, returns, tools, fencing, plays, parts } = this.ask;
    if (tools.length || fencing || this.ask.bakes.length || this.ask.renovations.length) return "farms";
    // A phone shows one of the two: the majors, which everybody may build, come first; the tab of the hand counts the rest.
    if (isNarrow() && majors.length + returns.length) return "majors";
    if (plays.length || !parts.includes("improvement")) return "cards";
    return majors.length + returns.length || !this.hand ? "majors" : "cards";
  }

  showFarm(seat) {
    super.showFarm(seat);
    this.markChanged();
  }

  // A dot on the farms that have changed since they were last looked at.
  markChanged() {
    for (const farm of this.game.querySelectorAll("[data-farm-of]")) {
      const seat = farm.dataset.farmOf;
      const looks = farm.querySelector(".farmyard > g").innerHTML;
      if (seat === this.farmOf || !drawn.has(seat)) drawn.set(seat, looks);
      this.game.querySelector(`.chip[data-farm="${seat}"]`)?.classList.toggle("changed", drawn.get(seat) !== looks);
    }
  }

  // What came since the last board glows once: people on spaces, numbers in supplies.
  glow() {
    const people = new Map([...this.game.querySelectorAll(".space:has(.person)")].map((space) => [space.id, space]));
    if (placed) for (const [id, space] of people) if (!placed.has(id)) space.classList.add("fresh");
    placed = new Set(people.keys());
    this.glowSupplies(".supply .n");
    const now = this.root.querySelector(".rounds .now")?.textContent;
    const lying = [...this.game.querySelectorAll(".space .pile")];
    const numbers = lying.map((pile) => Number(pile.textContent));
    if (piles && piles.now === now) {
      lying.forEach((pile, index) => pile.classList.toggle("fresh", numbers[index] > piles.numbers[index]));
    }
    piles = { now, numbers };
  }

  // What must be answered now.
  lit() {
    const things = { cards: ".hand-card.can", board: ".space.can" }[this.part];
    const lit = things && this.game.querySelector(things);
    // Where nobody is hungry any more, Enter once more turns no animal into food.
    const fed = this.step === "feed" ? this.bar.querySelector("[data-key=done].main") : null;
    return lit ?? fed ?? (this.tool ? this.litCell() : null) ?? this.game.querySelector(".major.can");
  }

  litCell() {
    return [...this.cells.values()].find((cell) => cell.matches(".can"));
  }

  explainCell(cell) {
    const tool = this.ask?.tools?.find((each) => each.tool === this.tool);
    if (tool && cell && !cell.matches(".can, .on-card")) this.explain(tool.first + Number(cell.dataset.cell));
  }

  // An exchange at any time is two commands: that one wants to exchange, and what.
  async exchange(action) {
    await play(Number(this.bar.dataset.exchange));
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

  // The tool that a hint needs is taken up, the spaces of its pasture are chosen. In a lesson they are only marked: to
  // choose them is what is learned.
  showHint(action) {
    const tool = this.ask?.tools?.find((each) => each.cells.some((one) => one.action === action))?.tool;
    const pasture = this.fences?.spacesOf(action);
    if (tool) this.choose(tool);
    else if (pasture !== undefined) {
      this.choose("fence");
      if (this.root.querySelector("#voice")) this.fences.pointTo(pasture);
      else this.fences.take(pasture);
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
    const groups = ".farmyard, .board, .cards, .front, .major-cards, .agricola-ask, .parts, .farm-chips";
    if (this.walk(event, groups, "[data-cell], button:not(:disabled):not([hidden]), summary")) return;
    if (/^[1-9]$/.test(event.key)) {
      const answers = [...this.bar.querySelectorAll(".answers-row button:not(:disabled):not([hidden])")];
      const answer = answers.filter((button) => !button.closest("details:not([open])"))[Number(event.key) - 1];
      answer?.click();
      if (answer?.dataset.tool) this.litCell()?.focus({ preventScroll: true });
    } else if (event.key === "0") this.bar.querySelector("[data-key=done]:not(.warn)")?.click(); // nobody begs by it
    else if (event.key === "b" || event.key === "B") this.fences?.build();
    else if (event.key === "x" || event.key === "X") this.bar.querySelector("#exchange summary")?.click();
    else if (event.key === "c" || event.key === "C") this.toHand();
    else if (event.key === "Escape") this.escape();
  }

  // To one's hand, and back to the board.
  toHand() {
    if (!this.hand) return;
    this.showPart(this.part === "cards" ? "board" : "cards");
    const first = this.part === "cards" ? ".hand-card.can, .hand-card" : ".space.can";
    this.game.querySelector(first)?.focus({ preventScroll: false });
  }

  escape() {
    const open = this.bar.querySelector("details[open]");
    if (open) {
      open.open = false;
      open.querySelector("summary").focus({ preventScroll: true });
    } else this.fences?.clear();
  }
}

let table = null;

document.addEventListener("pointerdown", (event) => {
  const open = document.querySelector("#table :is(.exchange, .given-back)[open]");
  if (open && !open.contains(event.target)) open.open = false;
}, true);
wordGains((gains) => table?.gained(gains) ?? "");
onKey((event) => {
  if (table?.root.isConnected) table.onKey(event);
});

onBoard((root) => (table = root?.querySelector(".agricola") && root.querySelector(".agricola-ask") ? new Table(root) : null));

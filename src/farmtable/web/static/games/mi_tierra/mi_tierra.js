// Mi Tierra: which part of the table and whose farm is shown, what an answer would bring, and keys.
// The server decides what is legal, lights it and says what it costs.

import { onBoard, preview } from "/static/table.js";
import { isArrow, stepTo } from "/static/walk.js";

// Where each kind of question is answered; all others in the village.
const PART_OF = {
  offered: "farms", farm: "farms", drop: "farms", arrival: "farms", house: "farms", give: "farms",
  sell: "markets", generic: "markets", trade: "markets",
};
const PART_KEYS = { v: "village", m: "markets", g: "farms" };

// What outlives a swap of the board.
let part = "village"; // what a phone shows
let farmOf = null; // whose farm is shown large
let question = ""; // the kind of question that was asked last
let stood = null; // who stood where
let supplies = null; // what lay in each supply
let byKeyboard = false;
let blackOpen = false;

class Table {
  constructor(root) {
    this.root = root;
    this.game = root.querySelector(".mi-tierra");
    this.bar = root.querySelector(".mi-tierra-ask");
    this.hint = this.bar.querySelector(".hint");
    this.step = this.game.dataset.asks; // empty while others decide
    this.words = JSON.parse(this.game.dataset.words);
    this.gains = new Map();
    this.own = root.dataset.seat || null;
    this.black = this.game.querySelector("details.black");
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
    for (const button of this.game.querySelectorAll("[data-goes]")) {
      button.addEventListener("click", () => this.goTo(button.dataset.goes));
    }
    for (const thing of this.root.querySelectorAll(".mi-tierra [data-hint], .mi-tierra-ask [data-action], .mi-tierra .sale")) {
      thing.addEventListener("pointerenter", (event) => event.pointerType === "mouse" && this.foretell(thing));
      thing.addEventListener("focus", () => thing.matches(":focus-visible") && this.foretell(thing));
      for (const name of ["pointerleave", "blur"]) thing.addEventListener(name, () => this.tell());
    }
    for (const thing of this.game.querySelectorAll("[data-why]")) {
      thing.addEventListener("click", () => this.explain(Number(thing.dataset.why)));
    }
    this.black.addEventListener("toggle", () => (blackOpen = this.black.open));
  }

  restore() {
    this.showFarm(this.game.querySelector(`[data-farm-of="${farmOf}"]`) ? farmOf : this.own ?? "0");
    const kind = PART_OF[this.step] ?? "village";
    if (this.step && this.step !== question) {
      if (part !== kind) window.scrollTo(0, 0);
      part = kind;
      if (kind === "farms" && this.own !== null) this.showFarm(this.own);
      blackOpen = this.step === "trade";
    }
    question = this.step || "";
    this.black.open = blackOpen;
    this.showPart(part);
    this.glow();
    if (this.step === "trade") this.black.scrollIntoView({ block: "nearest" });
    if (this.step === "develop") this.game.querySelector(".developments").scrollIntoView({ block: "nearest" });
    if (byKeyboard) this.lead();
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
  }

  // From the zone of the farm, the development or the black market to where its spaces are.
  goTo(name) {
    this.showPart(name);
    if (name === "farms" && this.own !== null) this.showFarm(this.own);
    if (name === "markets") this.black.open = true;
    const target = { farms: ".farm:not([hidden])", markets: "details.black", village: ".developments" }[name];
    this.game.querySelector(target).scrollIntoView({ block: "nearest" });
    this.game.querySelector(`${target} .can`)?.focus({ preventScroll: true });
  }

  // What came since the last board glows once: workers in the village, numbers in supplies.
  glow() {
    const zones = [...this.game.querySelectorAll(".stand, .between, .field")];
    const now = zones.map((zone) => zone.querySelectorAll(".worker").length);
    if (stood?.length === now.length) zones.forEach((zone, index) => zone.classList.toggle("fresh", now[index] > stood[index]));
    stood = now;
    const counts = [...this.game.querySelectorAll(".goods .n")];
    const texts = counts.map((count) => count.textContent);
    if (supplies?.length === texts.length) {
      counts.forEach((count, index) => count.classList.toggle("fresh", supplies[index] !== texts[index]));
    }
    supplies = texts;
  }

  // Who plays by keys is led to what must be answered now.
  lead() {
    if (!this.step) {
      this.root.querySelector("#finish")?.focus({ preventScroll: true });
      return;
    }
    const lit = this.game.querySelector(".zone.can > button, .can[data-action], .can [data-action]");
    (lit ?? this.bar.querySelector("button:not(:disabled)"))?.focus({ preventScroll: true });
  }

  // --- what an answer would bring -------------------------------------------------------------

  tell(text, warn = false) {
    if (!this.hint) return;
    this.hint.textContent = text ?? this.hint.dataset.hint;
    this.hint.classList.toggle("warn", warn);
  }

  async foretell(thing) {
    const words = thing.dataset.hint ?? thing.getAttribute("aria-label") ?? "";
    this.hovered = thing;
    if (words) this.tell(words);
    const action = thing.dataset.action;
    if (action === undefined || this.step === "place") return;
    if (!this.gains.has(action)) this.gains.set(action, preview([Number(action)]).then(([answer]) => answer.gains));
    const gains = this.say(await this.gains.get(action));
    if (this.hovered === thing && gains && (thing.matches(":hover") || thing === document.activeElement)) {
      this.tell(words ? `${words} ▸ ${gains}` : gains);
    }
  }

  // "money +6, cows −1 (at the end +5)"
  say(gains) {
    if (!gains) return "";
    const signed = (name, n) => `${name} ${n < 0 ? "−" : "+"}${Math.abs(n)}`;
    const parts = Object.entries(gains.goods).map(([good, n]) => signed(this.words.goods[good], n));
    if (gains.money) parts.unshift(signed(this.words.money, gains.money));
    if (gains.workers) parts.push(signed(this.words.workers, gains.workers));
    const total = gains.total && gains.total !== gains.money ? ` (${signed(this.words.total, gains.total)})` : "";
    return parts.join(", ") + total;
  }

  async explain(action) {
    const [answer] = await preview([action]);
    if (answer.why) this.tell(answer.why, true);
  }

  // --- keys -----------------------------------------------------------------------------------

  onKey(event) {
    const here = event.target;
    if (isArrow(event.key)) {
      const group = here.closest?.(".village, .crossing, .markets, .farm, .mi-tierra-ask, .parts, .farm-chips");
      const things = group && [...group.querySelectorAll("button:not(:disabled):not([tabindex='-1']), summary")];
      const next = things?.includes(here) ? stepTo(things, here, event.key) : undefined;
      if (!next) return;
      event.preventDefault();
      next.focus({ preventScroll: false });
    } else if (/^[1-9]$/.test(event.key)) {
      this.bar.querySelectorAll(".answers-row button:not(:disabled)")[Number(event.key) - 1]?.click();
    } else if (event.key === "0") this.bar.querySelector(".leave")?.click();
    else if (event.key.toLowerCase() in PART_KEYS) this.lookAt(PART_KEYS[event.key.toLowerCase()]);
  }

  lookAt(name) {
    this.showPart(name);
    this.game.querySelector(`[data-shows="${name}"] button:not([tabindex='-1'])`)?.focus();
  }
}

let table = null;

document.addEventListener("keydown", () => (byKeyboard = true), true);
document.addEventListener("pointerdown", () => (byKeyboard = false), true);
document.addEventListener("keydown", (event) => {
  if (!table?.root.isConnected || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (event.target.closest?.("input, select, textarea, dialog")) return;
  table.onKey(event);
});

onBoard((root) => {
  table = root?.querySelector(".mi-tierra") && root.querySelector(".mi-tierra-ask") ? new Table(root) : null;
});

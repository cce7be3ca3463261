// Mi Tierra: which part of the table and whose farm is shown, what an answer would bring, and keys.
// The server decides what is legal, lights it and says what it costs.

import { wordGains } from "../../explain.js";
import { onBoard, play, seenOf } from "../../table.js";
import { onKey } from "../../keys.js";
import { PartedTable, signed } from "../../parts.js";

// Where each kind of question is answered; all others in the village.
const PART_OF = {
  offered: "farms", farm: "farms", drop: "farms", arrival: "farms", house: "farms", give: "farms",
  sell: "markets", generic: "markets", trade: "markets",
};
const PART_KEYS = { v: "village", m: "markets", g: "farms" };

// What outlives a swap of the board.
let question = ""; // the kind of question that was asked last
let stood = null; // who stood where
let blackOpen = false;

class Table extends PartedTable {
  constructor(root) {
    super(root, root.querySelector(".mi-tierra"), root.querySelector(".mi-tierra-ask"), "village");
    this.words = JSON.parse(this.game.dataset.words);
    this.own = root.dataset.seat || null;
    this.black = this.game.querySelector("details.black");
    this.listen();
    this.restore();
  }

  listen() {
    this.listenToParts();
    for (const button of this.game.querySelectorAll("[data-goes]")) {
      button.addEventListener("click", () => this.goTo(button.dataset.goes));
    }
    this.bar.querySelector("[data-keep]")?.addEventListener("click", () => keepOrder());
    this.black.addEventListener("toggle", () => (blackOpen = this.black.open));
  }

  restore() {
    this.showAgain(this.own);
    const kind = PART_OF[this.step] ?? "village";
    if (this.step && this.step !== question) {
      this.turnTo(kind);
      if (kind === "farms" && this.own !== null) this.showFarm(this.own);
      blackOpen = this.step === "trade";
    }
    question = this.step || "";
    this.black.open = blackOpen;
    this.glow();
    if (this.step === "trade") this.black.scrollIntoView({ block: "nearest" });
    if (this.step === "develop") this.game.querySelector(".developments").scrollIntoView({ block: "nearest" });
    const lit = this.game.querySelector(".zone.can > button, .can[data-action], .can [data-action]");
    // Who presses Enter once more takes what is offered rather than to leave it.
    this.lead(lit ?? seenOf(this.bar.querySelectorAll(".answers-row button:not(.leave, :disabled)")));
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
    this.glowSupplies(".goods .n");
  }

  // --- what an answer would bring -------------------------------------------------------------

  // "money +6, cows −1 (at the end +5)". Who places a worker has nothing yet.
  gained(gains) {
    if (this.step === "place") return "";
    const parts = Object.entries(gains.goods).map(([good, n]) => signed(this.words.goods[good], n));
    if (gains.money) parts.unshift(signed(this.words.money, gains.money));
    if (gains.workers) parts.push(signed(this.words.workers, gains.workers));
    const total = gains.total && gains.total !== gains.money ? ` (${signed(this.words.total, gains.total)})` : "";
    return parts.join(", ") + total;
  }

  // --- keys -----------------------------------------------------------------------------------

  onKey(event) {
    const groups = ".village, .crossing, .markets, .farm, .mi-tierra-ask, .parts, .farm-chips";
    if (this.walk(event, groups, "button:not(:disabled):not([tabindex='-1']), summary")) return;
    if (/^[1-9]$/.test(event.key)) {
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

// Cards stand in the order in which they lie: to keep it, the first of those left is chosen until none is.
async function keepOrder() {
  const nextCard = () => table?.bar.querySelector(".card-seen[data-action]");
  let version;
  for (let card = nextCard(); card && table.root.dataset.version !== version; card = nextCard()) {
    version = table.root.dataset.version;
    await play(Number(card.dataset.action));
  }
}

wordGains((gains) => table?.gained(gains) ?? "");
onKey((event) => {
  if (table?.root.isConnected) table.onKey(event);
});

onBoard((root) => {
  table = root?.querySelector(".mi-tierra") && root.querySelector(".mi-tierra-ask") ? new Table(root) : null;
});

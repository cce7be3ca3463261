// Agricola's hand cards: reading one large, playing from the hand, searching, and showing which has just acted.

import { play } from "../../table.js";

// What outlives a swap of the board.
let large = ""; // the card that is shown large
let searched = "";
let told = null; // up to which line of the log cards have been shown acting

/** Whether the page shows one part at a time, as on a phone. */
export const isNarrow = () => getComputedStyle(document.documentElement).getPropertyValue("--narrow") === "yes";

export class Cards {
  constructor(root, game) {
    Object.assign(this, { root, game });
    this.dialog = game.querySelector("#large-card");
    this.button = this.dialog.querySelector("[data-play]");
    this.search = game.querySelector("#card-search");
    this.listen();
    if (large) this.fill(large);
    this.find(searched);
    this.pulse();
  }

  listen() {
    // On a phone a card is read before it is played; one that cannot be played is always only read.
    this.game.addEventListener("click", (event) => {
      const card = event.target.closest(".hand-card");
      if (card) searched = "";
      if (!card || (card.dataset.action && !isNarrow())) return;
      event.stopPropagation();
      this.open(card.dataset.card);
    }, true);
    // In the strip of a phone browsers leave a card that is cut at its edge as it is.
    this.game.addEventListener("focusin", ({ target }) => {
      if (target.matches(".hand-card:focus-visible")) target.scrollIntoView({ block: "nearest", inline: "nearest" });
    });
    for (const chip of this.root.querySelectorAll("[data-show-card]")) {
      chip.addEventListener("click", () => this.open(chip.dataset.showCard));
    }
    this.button.addEventListener("click", () => {
      const action = Number(this.button.dataset.play);
      this.dialog.close();
      play(action);
    });
    this.dialog.addEventListener("close", () => (large = ""));
    this.dialog.addEventListener("click", (event) => {
      if (event.target === this.dialog) this.dialog.close();
    });
    this.search?.addEventListener("input", () => this.find(this.search.value));
  }

  open(id) {
    large = id;
    this.fill(id);
    this.dialog.showModal();
  }

  fill(id) {
    const own = this.game.querySelector(`.hand-card[data-card="${id}"]`);
    const card = own ?? this.game.querySelector(`[data-face="${id}"]`);
    if (!card) return;
    const face = this.dialog.querySelector(".large-face");
    face.innerHTML = card.innerHTML;
    face.className = `large-face ${card.matches(".of-minor") ? "of-minor" : "of-occupation"}`;
    face.querySelector(".card-why")?.remove();
    this.button.hidden = !own?.dataset.action;
    if (own?.dataset.action) {
      this.button.dataset.play = own.dataset.action;
      this.button.textContent = own.dataset.deed;
    }
    const why = this.dialog.querySelector(".large-why");
    why.textContent = own?.dataset.refused ?? "";
    why.hidden = !why.textContent;
  }

  // The first card that can be played now is brought into sight, no further than need be: what stands above the hand
  // stays where it is.
  reveal() {
    this.game.querySelector(".hand-card.can")?.scrollIntoView({ block: "nearest", inline: "start" });
  }

  find(words) {
    searched = this.search ? words : "";
    if (!this.search) return;
    this.search.value = words;
    const wanted = words.toLocaleLowerCase().split(/\s+/).filter(Boolean);
    let found = 0;
    for (const card of this.game.querySelectorAll("[data-searched] .hand-card")) {
      const text = card.textContent.toLocaleLowerCase();
      card.hidden = !wanted.every((word) => text.includes(word));
      found += card.hidden ? 0 : 1;
    }
    this.game.querySelector(".nothing-found").hidden = found > 0;
  }

  // A card in front of somebody that the newest lines of the log name has just done something.
  pulse() {
    const lines = [...this.root.querySelectorAll("#log li[data-version]:not(.undone)")];
    const fresh = lines.filter((line) => told !== null && Number(line.dataset.version) > told);
    const text = fresh.map((line) => line.textContent).join(" ");
    for (const chip of this.root.querySelectorAll(".chip-card")) {
      chip.classList.toggle("acted", text.includes(chip.dataset.name));
    }
    told = Math.max(told ?? -1, ...lines.map((line) => Number(line.dataset.version)));
  }
}

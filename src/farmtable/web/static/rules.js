// Searching the rules: whatever the case and accents, within the page, what is found is highlighted and jumped to.

const BLOCKS = "p, li, td, th, h1, h2, h3, h4";
const SHORTEST = 2;
const form = document.querySelector(".search");
const field = document.getElementById("search");
const status = form.querySelector("[role=status]");
const contents = document.querySelector(".contents details");
let found = []; // ranges, in the order of the page
let now = -1;

// --- finding ------------------------------------------------------------------------------------

const bare = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

// The text of each block with, for each of its bare letters, the node and place that it stands at.
function blocks() {
  const walker = document.createTreeWalker(document.querySelector(".reading"), NodeFilter.SHOW_TEXT);
  const of = new Map();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const block = node.parentElement.closest(BLOCKS);
    if (!block || node.parentElement.closest(".example-board")) continue;
    if (!of.has(block)) of.set(block, { text: "", places: [] });
    const one = of.get(block);
    let place = 0;
    for (const letter of node.data) {
      const letters = bare(letter.replace(/\s/, " "));
      one.text += letters;
      for (let n = 0; n < letters.length; n += 1) one.places.push([node, place, letter.length]);
      place += letter.length;
    }
  }
  return of.values();
}

function find(words) {
  const wanted = bare(words.trim().replace(/\s+/g, " "));
  if (wanted.length < SHORTEST) return [];
  const ranges = [];
  for (const { text, places } of blocks()) {
    for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
      const [[first, start], [last, end, length]] = [places[at], places[at + wanted.length - 1]];
      const range = new Range();
      range.setStart(first, start);
      range.setEnd(last, end + length);
      ranges.push(range);
    }
  }
  return ranges;
}

// --- showing ------------------------------------------------------------------------------------

function show() {
  const wanted = field.value.trim().length >= SHORTEST;
  const some = form.dataset.some.replace("{at}", now + 1).replace("{all}", found.length);
  status.textContent = !wanted ? "" : found.length ? some : form.dataset.none;
  if (CSS.highlights) {
    const current = new Highlight(...(now < 0 ? [] : [found[now]]));
    current.priority = 1;
    CSS.highlights.set("found", new Highlight(...found));
    CSS.highlights.set("found-now", current);
  }
  found[now]?.startContainer.parentElement.scrollIntoView({ block: "center" });
}

function step(by) {
  if (found.length) now = (now + by + found.length) % found.length;
  show();
}

field.addEventListener("input", () => {
  found = find(field.value);
  now = found.length ? 0 : -1;
  show();
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  step(1);
});
field.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.shiftKey) return;
  event.preventDefault();
  step(-1);
});
form.querySelector("[data-find='-1']").addEventListener("click", () => step(-1));
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input")) return;
  event.preventDefault();
  field.focus();
});

// On a phone the contents lie above the rules: open only when wanted, and closed by who has chosen.
const areAbove = () => getComputedStyle(contents).getPropertyValue("--above") === "yes";
if (areAbove()) contents.open = false;
contents.addEventListener("click", (event) => {
  if (areAbove() && event.target.closest("a")) contents.open = false;
});
form.hidden = false;

// How many watch: the stream of events tells it, and each board shows it anew.

import { onBoard } from "./table.js";

const frame = document.querySelector("[data-events]");

onBoard(show);
document.addEventListener("farmtable:watching", show);

function show() {
  const shown = document.getElementById("watching");
  if (!shown) return;
  const number = Number(frame.dataset.watching ?? 0);
  const { one, many } = shown.dataset;
  const words = number ? (number === 1 ? one : many.replace("{n}", number)) : "";
  if (shown.textContent !== words) shown.textContent = words;
}

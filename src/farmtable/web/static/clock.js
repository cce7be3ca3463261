// The clock of the seat that is to decide goes on between two boards, from the server's figure: what is shown is for
// the eye alone, and no command says what time it is.

import { onBoard } from "./table.js";

const DAY = 86400;
const SHORT = 30; // below so many seconds it is shown that there is little left
let began = 0;
let going = null;

onBoard((root) => {
  began = Date.now();
  clearInterval(going);
  going = root.querySelector("[data-clock-runs]") ? setInterval(show, 250) : null;
});

function show() {
  for (const clock of document.querySelectorAll("#table [data-clock-runs]")) {
    const left = Math.max(0, Number(clock.dataset.clockRuns) - (Date.now() - began) / 1000);
    const text = shown(Math.ceil(left), clock.dataset.days);
    const told = clock.querySelector(".left");
    if (told.textContent !== text) told.textContent = text;
    clock.classList.toggle("short", left < SHORT);
  }
}

// As `time_shown` in web/clocks/shown.py.
function shown(whole, days) {
  if (whole >= DAY) return days.replace("{days}", Math.floor(whole / DAY)).replace("{hours}", Math.floor((whole % DAY) / 3600));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

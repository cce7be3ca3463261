// Being called: whose turn it is stands in the title and the icon; a sound and a notification tell it, if wanted.
// All of it is read off the board, so it tells nothing that the board does not show.

import { onBoard } from "./table.js";
import { prepare, sound } from "./sounds.js";

const [PLAIN, CALLED] = ["icon.svg", "icon-turn.svg"].map((name) => new URL(name, import.meta.url).href);
const title = document.title;
const icon = document.querySelector("link[rel=icon]");
const switches = { sounds: document.getElementById("sounds"), notices: document.getElementById("notices") };
let last = null; // what the last board showed: {call, lines, points}
let notice = null;

onBoard((root) => {
  const now = { call: root.dataset.call ?? "", lines: told(root), points: points(root) };
  document.title = now.call ? `● ${now.call} – ${title}` : title;
  icon.href = now.call ? CALLED : PLAIN;
  if (!now.call) notice?.close();
  if (now.call && !last?.call) tellSeen();
  if (last) tell(now, last);
  last = now;
});

// Who sees that it is his turn need not be told elsewhere, if he is told anything there at all.
function tellSeen() {
  const { notified, token } = document.querySelector(".frame").dataset;
  const root = document.getElementById("table");
  if (notified === undefined || document.hidden || !(root.dataset.call || "over" in root.dataset)) return;
  const headers = { "Content-Type": "application/json", "Farmtable-Token": token };
  fetch(`/table/${root.dataset.table}/seen`, { method: "POST", headers, body: "{}" }).catch(() => {}); // then he is told
}

document.addEventListener("visibilitychange", tellSeen);

function tell(now, before) {
  const called = now.call && !before.call;
  const scored = now.points.some((points, seat) => points > before.points[seat]);
  if (isOn("sounds")) {
    if (called) sound("turn");
    else if (scored) sound("score");
    else if (now.lines > before.lines) sound("place");
  }
  if (called && isOn("notices") && (document.hidden || !document.hasFocus())) notify(now.call);
}

// The newest version that the log tells of; a decision taken back brings no new one.
function told(root) {
  return Math.max(-1, ...[...root.querySelectorAll("#log li[data-version]:not(.undone)")].map((line) => Number(line.dataset.version)));
}

function points(root) {
  return [...root.querySelectorAll(".seat .points")].map((shown) => parseInt(shown.lastChild.textContent, 10));
}

function notify(call) {
  notice?.close();
  notice = new Notification(title, { body: call, icon: CALLED, tag: window.location.pathname });
  notice.addEventListener("click", () => {
    window.focus();
    notice.close();
  });
}

// --- the two switches, which this browser remembers -------------------------------------------

function isOn(name) {
  return switches[name].getAttribute("aria-checked") === "true";
}

function setOn(name, value) {
  switches[name].setAttribute("aria-checked", String(value));
  if (name === "sounds" && value) prepare();
}

function remembered(name) {
  try {
    return localStorage.getItem(`farmtable.${name}`);
  } catch {
    return null; // a browser may keep nothing
  }
}

function remember(name) {
  try {
    localStorage.setItem(`farmtable.${name}`, isOn(name) ? "on" : "off");
  } catch {
    // Then it is as it was at the next page.
  }
}

switches.sounds.addEventListener("click", () => {
  setOn("sounds", !isOn("sounds"));
  remember("sounds");
});

switches.notices.addEventListener("click", async () => {
  setOn("notices", !isOn("notices") && (await Notification.requestPermission()) === "granted");
  remember("notices");
  document.getElementById("notices-denied").hidden = Notification.permission !== "denied";
});

// Browsers offer notifications to safe addresses only, and those of phones not to a page as such.
const onPhone = window.matchMedia("(pointer: coarse), (max-width: 1099px), (max-height: 500px)").matches;
const canNotify = window.isSecureContext && "Notification" in window && !/Android/.test(navigator.userAgent);
document.getElementById("notices-missing").hidden = canNotify;
switches.notices.disabled = !canNotify;
setOn("sounds", (remembered("sounds") ?? (onPhone ? "off" : "on")) === "on");
setOn("notices", canNotify && Notification.permission === "granted" && remembered("notices") === "on");

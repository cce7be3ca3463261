// The table in the browser: commands go out, boards come in. Games build on `play`, `preview`, `onBoard`, `say`;
// `send` and `refresh` are for other parts of the frame.

import { boardOf, boardTold, having, newest, newName, PAGE } from "./changes.js";
import { listen, reach } from "./line.js";
import { timeIn } from "./times.js";

const ASKS = "#say, #ask .asked strong, #ask .question .say"; // what is going on, or asked: by games, and for any game
const callbacks = [];
const farewells = []; // what is called before a board is replaced
let shown = null; // the board that callbacks have seen
let busy = false; // a command is under way
let asking = false; // a board is on its way
let pressed = false; // a pointer is down: its click must find the button that it went down on
let told = "0.0"; // the newest stamp (version.changes of seats) that the server has told of
let focusKey = null; // what had the focus before a swap
let opened = null; // the dialog of the board that was open before a swap, and how it stood
let toldVersion = -1; // up to which log line was read out
let toldState = {}; // the call to one's turn, and what is asked or going on, as they were read out last

const board = () => document.getElementById("table");

/** Call `callback(board)` for the board that is shown now and for each that replaces it. */
export function onBoard(callback) {
  callbacks.push(callback);
  if (shown) callback(shown);
}

/** Call `callback(board)` before a board is replaced, while it still lies as it was seen. */
export function onLeave(callback) {
  farewells.push(callback);
}

/** Play an action (a whole number) for the seat whose board is shown. */
export function play(action) {
  return command("play", action);
}

/** What actions would bring: a promise of `[{action, legal, text, why, gains}]`, in the order asked. */
export async function preview(actions) {
  const { table, seat } = board().dataset;
  const query = new URLSearchParams({ seat, actions: actions.join(",") });
  const answer = await reach(`/table/${table}/preview?${query}`, { headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error(`preview: ${answer.status}`);
  return JSON.parse(answer.text);
}

/** A sentence in `element`; the rule that it names, as refusals do, leads to the page of the rules. */
export function write(element, text) {
  const [, before, rule, after] = text.match(/^(.* \()([A-Z]\d+(?:\.\d+)?)(, .*)$/s) ?? [null, text];
  element.textContent = before;
  if (!rule) return;
  const link = document.createElement("a");
  Object.assign(link, { href: `${board().dataset.rules}#${rule}`, target: "_blank", textContent: rule });
  element.append(link, after);
}

/** Have a sentence read out by a screen reader. */
export function say(text) {
  const live = document.getElementById("live");
  if (live) live.textContent = text;
}

// --- commands ---------------------------------------------------------------------------------

async function command(kind, action = null) {
  const { table, version, seat } = board().dataset;
  if (busy || !table || seat === "") return;
  rememberFocus(); // a disabled button loses it
  setBusy(true);
  // The same command with the same id until the server has answered.
  const sent = { id: newName(), version: Number(version), kind, seat: Number(seat), action };
  try {
    take(await send(`/table/${table}/command`, sent));
  } finally {
    setBusy(false);
    catchUp();
  }
}

/** Post `content` as JSON until the server has answered, and return the answer: done twice, it must do no more. */
export async function send(url, content, limit = undefined) {
  const body = JSON.stringify(content);
  const token = document.querySelector("[data-token]").dataset.token;
  const headers = { "Content-Type": "application/json", "Farmtable-Token": token, ...having() };
  return reach(url, { method: "POST", headers, body }, limit);
}

function take(answer) {
  if (answer.headers.get("Farmtable-Version") !== null) {
    show(boardOf(answer));
    return;
  }
  const page = new DOMParser().parseFromString(answer.text, "text/html");
  notify(page.querySelector("[data-message]")?.textContent ?? String(answer.status));
}

function setBusy(value) {
  busy = value;
  const root = board();
  if (!value) for (const control of root.querySelectorAll(".sent")) control.classList.remove("sent");
  root.setAttribute("aria-busy", String(value));
  for (const button of root.querySelectorAll("[data-action], [data-command]")) {
    if ("disabled" in button) button.disabled = value;
  }
}

// --- boards -----------------------------------------------------------------------------------

// HTMX may come later than the first of these; then it finds what is its own in the page as it is.
function swap(html) {
  leave();
  board().outerHTML = html;
  window.htmx?.process(board());
  arrived();
}

// What was told from a board that is gone is asked for anew, and comes as a whole, or from one that is here.
function show(html, seat = null) {
  if (html === null) refresh(seat);
  else swap(html);
}

function leave() {
  rememberFocus();
  opened = standing(board()?.querySelector("dialog[open]"));
  for (const callback of farewells) callback(board());
}

/** Fetch the board anew, for the eyes of `seat` if one takes the screen. */
export async function refresh(seat = null) {
  const { table, seat: own } = board().dataset;
  const eyes = seat ?? own;
  asking = true;
  try {
    const answer = await reach(boardUrl(table, eyes), { headers: having() });
    // The seat is another browser's now, this device was ended, or the table is gone: the whole page says so.
    if (!answer.ok) window.location.reload();
    else if (seat !== null || isWelcome(answer)) show(boardOf(answer), seat);
  } finally {
    asking = false;
    catchUp();
  }
}

// Not if it was overtaken by a newer board, nor under a pressed pointer, nor while a command will bring its own.
function isWelcome(answer) {
  const overtaken = Number(answer.headers.get("Farmtable-Version")) < Number(board().dataset.version);
  return !overtaken && !pressed && !busy;
}

// The stream tells the stamp of the newest board, or that board itself. Where it cannot be shown now, it is asked for later.
function hearStamp(stamp) {
  if (isOlder(told, stamp)) told = stamp;
  catchUp();
}

function hearBoard(data) {
  const sent = JSON.parse(data);
  const html = boardTold(sent);
  if (html !== null && !pressed && !busy && isOlder(board()?.dataset.stamp, sent.stamp)) swap(html);
  hearStamp(sent.stamp);
}

// A board that has been overtaken is fetched anew; what could not be done before is done after every swap.
function catchUp() {
  if (!busy && !asking && !pressed && isOlder(board()?.dataset.stamp, told)) refresh();
}

function isOlder(stamp, than) {
  if (!stamp) return false;
  const [version, changes] = stamp.split(".").map(Number);
  const [newVersion, newChanges] = than.split(".").map(Number);
  return version < newVersion || changes < newChanges;
}

function arrived() {
  const root = board();
  if (!root || root === shown) return;
  const first = shown === null;
  const wasOver = first || "over" in shown.dataset;
  shown = root;
  for (const input of root.querySelectorAll("[data-absolute]")) makeAbsolute(input);
  const notice = root.querySelector("#notice");
  if (notice) write(notice, notice.textContent);
  barSize.disconnect();
  barSize.observe(root.querySelector("#ask"));
  for (const callback of callbacks) callback(root);
  // Only then is it laid out: what comes after this asks where things lie.
  const log = root.querySelector("#log");
  if (log) showNewest(log);
  restoreFocus(root);
  tell(root, first);
  if (opened) reopen(root, opened);
  else if ("over" in root.dataset && !wasOver) document.getElementById("sheet").showModal();
}

// How an open dialog stands: how far it is scrolled, and which of its controls has the focus.
function standing(dialog) {
  if (!dialog) return null;
  const all = controlsOf(dialog);
  return { id: dialog.id, top: dialog.scrollTop, left: dialog.scrollLeft, at: all.indexOf(document.activeElement), of: all.length };
}

const controlsOf = (dialog) => [...dialog.querySelectorAll("a[href], button, summary, [tabindex]")];

// It stands as before; when it is closed the focus goes back to what it had been opened with.
function reopen(root, { id, top, left, at, of }) {
  opened = null;
  seenOf(root.querySelectorAll(`[data-open="${CSS.escape(id)}"]`))?.focus({ preventScroll: true });
  const dialog = document.getElementById(id);
  if (!dialog) return;
  dialog.showModal();
  const all = controlsOf(dialog);
  if (all.length === of) all[at]?.focus({ preventScroll: true });
  dialog.scrollTo(left, top);
}

// The newest line stays in sight where something beside the log comes or grows, as the line of who watches.
let logHeight = 0;
const logSize = new ResizeObserver(([{ target }]) => {
  if (target.scrollHeight - target.scrollTop - logHeight < 4) target.scrollTop = target.scrollHeight;
  logHeight = target.clientHeight;
});

// The bar with the question is as high as what is asked; on a phone the page leaves it that room at its lower edge.
// Told only where it is another: all that is on the page gets its style anew.
const barSize = new ResizeObserver(([{ target }]) => {
  const { style } = document.documentElement;
  const height = `${target.offsetHeight}px`;
  if (style.getPropertyValue("--bar") !== height) style.setProperty("--bar", height);
});

function showNewest(log) {
  log.scrollTop = log.scrollHeight;
  logHeight = log.clientHeight;
  logSize.disconnect();
  logSize.observe(log);
}

// Read out what has happened since the last board, that it is one's turn, and what is asked, if that is another question;
// the visible log is replaced too often to be a live region.
function tell(root, first) {
  const lines = [...root.querySelectorAll("#log li[data-version]:not(.later)")];
  const fresh = lines.filter((line) => Number(line.dataset.version) > toldVersion);
  if (lines.length) toldVersion = Number(lines.at(-1).dataset.version);
  const state = { call: root.dataset.call, asks: root.querySelector(ASKS)?.textContent.trim() };
  const isCalled = state.call && state.call !== toldState.call;
  const news = isCalled || state.asks !== toldState.asks ? [isCalled && state.call, state.asks].filter(Boolean) : [];
  toldState = state;
  const words = [...fresh.map((line) => line.textContent.trim()), news.join(" – ")].filter(Boolean).join(" ");
  if (!first && words) say(words);
}

function rememberFocus() {
  const active = document.activeElement;
  if (active && board()?.contains(active)) focusKey = { id: active.id, key: active.dataset.key };
}

function restoreFocus(root) {
  if (!focusKey || root.contains(document.activeElement)) return;
  const { id, key } = focusKey;
  focusKey = null;
  const again = seenOf([
    root.querySelector("#unveil"),
    id ? document.getElementById(id) : null,
    key ? root.querySelector(`[data-key="${CSS.escape(key)}"]`) : null,
    root.querySelector("#finish"), // it stands after what takes the turn back
    ...root.querySelectorAll("#ask button:not(:disabled)"),
    root.querySelector("#ask"),
  ]);
  again?.focus({ preventScroll: true });
}

/** The first of these that is seen: a part of a table that a phone does not show, or what is folded, takes no focus. */
export const seenOf = (elements) => [...elements].find((element) => element?.checkVisibility());

function notify(text) {
  const notice = document.getElementById("notice");
  write(notice, text);
  notice.hidden = false;
}

// --- live -------------------------------------------------------------------------------------

// The replay swaps its boards by HTMX.
document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target?.id === "table") leave();
});
document.addEventListener("htmx:afterSwap", arrived);
document.addEventListener("htmx:afterSwap", (event) => {
  if (event.detail.target?.id === "devices-panel") showDevices();
});
document.addEventListener("htmx:responseError", (event) => {
  // This device was ended, or the table is gone: the whole page says so.
  if (event.detail.target?.id === "devices-panel") window.location.reload();
});

// --- clicks and keys --------------------------------------------------------------------------

document.addEventListener("pointerdown", () => (pressed = true), true);
for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, released, true);
window.addEventListener("blur", released);

// The click comes after the pointer is up, a finger's a little later; then what was held back is fetched.
function released() {
  setTimeout(() => {
    pressed = false;
    catchUp();
  }, 50);
}

document.addEventListener("click", (event) => {
  const target = event.target.closest("[data-action], [data-command], [data-unveil], [data-open], [data-copy]");
  if (!target) return;
  // It is seen to be taken before the server has answered; the next board is another.
  if (!busy && target.matches("[data-action], [data-command], [data-unveil]")) target.classList.add("sent");
  if (target.dataset.open) document.getElementById(target.dataset.open)?.showModal();
  else if (target.dataset.copy) copy(target);
  else if (target.dataset.command) command(target.dataset.command);
  else if (target.dataset.unveil) refresh(target.dataset.unveil);
  else if (board()?.contains(target)) play(Number(target.dataset.action));
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (document.querySelector("dialog[open]") || event.target.closest("input, select, textarea")) return;
  const interactive = event.target.closest("button, a, summary, [tabindex='0'], [role='gridcell']");
  const enter = event.key === "Enter";
  if (enter && event.target.dataset?.action && event.target.tagName !== "BUTTON") event.target.dispatchEvent(clicked());
  else if (event.key === "u" || event.key === "U") press("undo");
  else if (event.key === "f" || event.key === "F" || (enter && !interactive)) press("finish");
  else if (event.key === "?") document.getElementById("keys")?.showModal();
});

// The second of the links above the page leads to what must be answered now: where that is, a game knows best.
document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-lead]")) return;
  event.preventDefault();
  const root = board();
  if (!root.dispatchEvent(new Event("lead", { cancelable: true }))) return;
  const answers = root.querySelectorAll("#unveil, #ask [data-action]:not(:disabled), #finish");
  seenOf([...answers, root.querySelector("#ask")])?.focus();
});

const clicked = () => new MouseEvent("click", { bubbles: true, cancelable: true });

function press(kind) {
  board()?.querySelector(`[data-command="${kind}"]:not([disabled])`)?.click();
}

// --- links to be passed on --------------------------------------------------------------------

function makeAbsolute(input) {
  const { outside } = document.documentElement.dataset; // what others have to write where this page has "localhost"
  input.value = new URL(input.value, outside ?? window.location.href).href;
  const here = !outside && ["localhost", "127.0.0.1", "[::1]"].includes(window.location.hostname);
  const hint = input.parentElement.querySelector("[data-only-here]");
  if (hint) hint.hidden = !here;
}

async function copy(button) {
  const input = document.getElementById(button.dataset.copy);
  input.select();
  try {
    await navigator.clipboard.writeText(input.value);
  } catch {
    document.execCommand("copy"); // over plain http browsers offer only this
  }
  button.textContent = button.dataset.done;
}

// The panel has come, into the dialog of a table or into a page of its own.
function showDevices() {
  const panel = document.getElementById("devices-panel");
  for (const input of panel.querySelectorAll("[data-absolute]")) makeAbsolute(input);
  for (const time of panel.querySelectorAll("time")) time.textContent = timeIn(time);
  const dialog = document.getElementById("devices");
  if (dialog && !dialog.open) dialog.showModal();
}

// The page brought its first board within it; the same again, to tell the next ones from. Then the stream can.
async function prepare() {
  const { table, seat } = board().dataset;
  const answer = await reach(boardUrl(table, seat), { headers: having() });
  if (answer.ok) boardOf(answer);
}

const boardUrl = (table, eyes) => `/table/${table}/board${eyes === "" ? "" : `?seat=${eyes}`}`;

const frame = document.querySelector("[data-events]");
const events = frame?.dataset.events;

// Whoever shows it may not be loaded yet, and then finds it in the page.
function watching(number) {
  frame.dataset.watching = number;
  document.dispatchEvent(new Event("farmtable:watching"));
}

if (events) {
  const address = () => `${events}?${new URLSearchParams({ page: PAGE, shown: newest() })}`;
  prepare().then(() => listen(address, hearStamp, { board: hearBoard, watching }));
}

if (board()?.id) arrived();
else if (document.getElementById("devices-panel")) showDevices();

// What people write at the table: fetched whenever the stream of events tells that there is more, told by a number at
// the button while it is closed. What is typed stays; what is new is added, so that a screen reader reads that alone.

import { reach } from "./line.js";
import { onBoard } from "./table.js";
import { timeIn } from "./times.js";

const chat = document.getElementById("chat");
const opener = document.querySelector("[data-chat-open]");
const address = chat.dataset.chat;
const seenKey = `farmtable.chat.${address}`;
let stamp = null; // of the panel that is shown
let asking = false;
let wanted = null; // the newest stamp that the stream has told

const isOff = () => document.documentElement.dataset.chat === "off";
const messages = () => [...chat.querySelectorAll("[data-at]")];
const last = () => Math.max(0, ...messages().map((message) => Number(message.dataset.at)));

// --- what there is ----------------------------------------------------------------------------

async function refresh() {
  if (asking || isOff()) return;
  asking = true;
  try {
    const answer = await reach(address);
    if (answer.ok) show(answer.text);
  } finally {
    asking = false;
  }
  if (wanted !== null && wanted !== stamp) {
    wanted = null; // asked for once: what the panel says by then is newer
    refresh();
  }
}

function show(html, foot = false) {
  const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("chat-panel");
  if (!fresh) return;
  const first = stamp === null;
  const known = last();
  stamp = fresh.dataset.chatStamp;
  for (const time of fresh.querySelectorAll("time")) makeShort(time);
  for (const input of fresh.querySelectorAll("[name=seat]")) input.value = document.getElementById("table")?.dataset.seat ?? "";
  if (first) document.getElementById("chat-panel").replaceWith(fresh);
  else merge(fresh, foot);
  const added = messages().filter((message) => Number(message.dataset.at) > known && !("mine" in message.dataset));
  if (!first && !isOpen() && added.length) tell(added.at(-1));
  count();
}

// Messages that are as they were stay as they are, with an open menu or the focus in them.
function merge(fresh, foot) {
  const log = document.getElementById("chat-log");
  const scroll = document.getElementById("chat-scroll");
  const atEnd = scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight < 40;
  const old = new Map([...log.children].map((item) => [item.id, item]));
  const items = [...fresh.querySelector("#chat-log").children];
  for (const [id, item] of old) if (!items.some((one) => one.id === id)) item.remove();
  items.forEach((item, place) => {
    const here = old.get(item.id);
    const same = here?.querySelector(".message-text")?.innerHTML === item.querySelector(".message-text")?.innerHTML;
    const kept = here && same ? here : item;
    if (here && kept !== here) here.remove();
    if (log.children[place] !== kept) log.insertBefore(kept, log.children[place] ?? null);
  });
  const asks = document.querySelector("#chat .chat-write");
  const nowAsks = fresh.querySelector(".chat-write");
  if (foot) document.getElementById("chat-after").replaceWith(fresh.querySelector("#chat-after"));
  if (foot || Boolean(asks) !== Boolean(nowAsks)) document.getElementById("chat-foot").replaceWith(fresh.querySelector("#chat-foot"));
  const room = chat.querySelector(".chat-room");
  const nowRoom = fresh.querySelector(".chat-room");
  if (room && !nowRoom) room.remove();
  if (atEnd || foot) toEnd();
}

function toEnd() {
  const scroll = document.getElementById("chat-scroll");
  if (scroll) scroll.scrollTop = scroll.scrollHeight;
}

// In the reader's own zone: of today the time alone.
function makeShort(time) {
  const today = new Date(time.dateTime).toDateString() === new Date().toDateString();
  time.title = timeIn(time);
  time.textContent = timeIn(time, today ? { timeStyle: "short" } : { dateStyle: "short", timeStyle: "short" });
}

// --- what is new ------------------------------------------------------------------------------

function seen() {
  try {
    return Number(localStorage.getItem(seenKey) ?? 0);
  } catch {
    return 0; // a browser may keep nothing
  }
}

function noteSeen() {
  try {
    localStorage.setItem(seenKey, String(Math.max(seen(), last())));
  } catch {
    // then it is new again on the next page
  }
}

function count() {
  if (isOpen() && !document.hidden) noteSeen();
  const unread = messages().filter((message) => Number(message.dataset.at) > seen() && !("mine" in message.dataset)).length;
  const badge = opener.querySelector("[data-chat-unread]");
  badge.textContent = unread > 99 ? "99+" : String(unread);
  badge.hidden = !unread;
  opener.setAttribute("aria-label", unread ? opener.dataset.unread.replace("{n}", String(unread)) : opener.dataset.name);
}

function tell(message) {
  const said = message.querySelector(".message-text").textContent.trim();
  document.getElementById("chat-live").textContent = `${chat.dataset.told}. ${message.querySelector(".message-author").textContent}: ${said}`;
}

// --- open and closed --------------------------------------------------------------------------

const isOpen = () => !chat.hidden;

function open(value) {
  chat.hidden = !value;
  document.body.classList.toggle("chatting", value);
  opener.setAttribute("aria-expanded", String(value));
  if (value) {
    place();
    toEnd();
    (document.getElementById("chat-text") ?? document.getElementById("chat-scroll"))?.focus({ preventScroll: true });
  } else {
    opener.focus({ preventScroll: true });
  }
  count();
}

// Where the question goes on below the log, the chat ends above it; it begins below the seats, if there is room.
function place() {
  const ask = document.getElementById("ask")?.getBoundingClientRect();
  const seats = document.querySelector(".side .seats")?.getBoundingClientRect();
  const { left } = chat.getBoundingClientRect();
  const below = ask && left > 0 && ask.right > left && ask.left < left;
  const end = below ? window.innerHeight - ask.top : 0;
  chat.style.setProperty("--below", `${end}px`);
  chat.style.setProperty("--room", `${window.innerHeight - end - 24 - (seats?.bottom ?? 0)}px`);
}

onBoard(() => isOpen() && place());
window.addEventListener("resize", () => isOpen() && place());

opener.hidden = false;
opener.addEventListener("click", () => open(!isOpen()));
chat.querySelector("[data-chat-close]").addEventListener("click", () => open(false));
chat.addEventListener("keydown", (event) => {
  event.stopPropagation(); // letters are written here, they are no keys of the table
  if (event.key === "Escape") open(false);
});
// What is opened below the last message lies below what is in sight; this event does not bubble.
chat.addEventListener("toggle", ({ target }) => target.open && target.scrollIntoView({ block: "nearest" }), true);
document.addEventListener("visibilitychange", count);

// --- writing ----------------------------------------------------------------------------------

chat.addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.target;
  const content = new URLSearchParams(new FormData(form, event.submitter));
  const buttons = [...form.querySelectorAll("button")];
  for (const button of buttons) button.disabled = true;
  try {
    // Once and no more: what was said twice is there twice.
    const answer = await fetch(form.action, { method: "POST", body: content });
    const writing = form.matches(".chat-write, .chat-signs");
    const typed = form.matches(".chat-signs") ? document.getElementById("chat-text")?.value : null;
    show(await answer.text(), true);
    // A message that is as it was stays there with its form: it is closed, and can be asked of again.
    for (const button of buttons) button.disabled = false;
    form.closest(".message-more")?.removeAttribute("open");
    const input = document.getElementById("chat-text");
    if (input && typed) input.value = typed;
    if (form.matches(".chat-write")) input?.focus({ preventScroll: true });
    else if (writing) chat.querySelector(`.chat-signs [value="${event.submitter.value}"]`)?.focus({ preventScroll: true });
    else document.getElementById("chat-scroll").focus({ preventScroll: true });
  } catch {
    for (const button of buttons) button.disabled = false;
    const problem = document.getElementById("chat-problem");
    problem.textContent = chat.dataset.lost;
    problem.hidden = false;
  }
});

document.addEventListener("farmtable:chat", (event) => {
  wanted = event.detail;
  if (wanted !== stamp) refresh();
});
refresh();

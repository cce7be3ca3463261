// The boards that come are told from one before (changes.py): only what changed travels.

const KEPT = 4; // an answer may be told from a board that others have overtaken meanwhile; seldom it comes even later
const boards = new Map(); // mark -> the HTML of a board that came, the newest last

/** The name of this page, for as long as it is open: the server tells it what changed from what this page has. */
export const PAGE = newName();

/** The mark of the newest board that came, "" before there is one. */
export const newest = () => [...boards.keys()].at(-1) ?? "";

/** The headers of a request that brings a board. */
export function having() {
  const mark = newest();
  return { "Farmtable-Page": PAGE, ...(mark && { "Farmtable-Shown": mark }) };
}

/** The HTML of the board that an answer brings, whole or as changes; null where these are told from one that is gone. */
export function boardOf({ headers, text }) {
  const mark = headers.get("Farmtable-Mark");
  const from = headers.get("Farmtable-Changes");
  return from === null ? keep(mark, text) : boardTold({ mark, from, told: JSON.parse(text) });
}

/** The HTML of the board that the stream has told; null where it is told from one that is gone. */
export function boardTold({ mark, from, told }) {
  const before = boards.get(from);
  if (before === undefined) return null;
  return keep(mark, told.map((part) => (typeof part === "string" ? part : before.slice(...part))).join(""));
}

function keep(mark, html) {
  boards.set(mark, html);
  if (boards.size > KEPT) boards.delete(boards.keys().next().value);
  return html;
}

// Random, but not crypto.randomUUID: that is missing where a page came over plain http from another computer.
export function newName() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

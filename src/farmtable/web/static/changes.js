// The boards that come are told from one before (changes.py): only what changed travels.

const KEPT = 4; // an answer may be told from a board that another answer has overtaken meanwhile
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

/** The HTML of the board that an answer brings, whole or as changes. */
export function boardOf({ headers, text }) {
  const from = headers.get("Farmtable-Changes");
  const html = from === null ? text : put(boards.get(from), JSON.parse(text));
  return keep(headers.get("Farmtable-Mark"), html);
}

/** The HTML of the board that the stream has told; null if it was told from one that is not here (any more). */
export function boardTold({ mark, from, told }) {
  return boards.has(from) ? keep(mark, put(boards.get(from), told)) : null;
}

const put = (before, told) => told.map((part) => (typeof part === "string" ? part : before.slice(...part))).join("");

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

// The boards that come are told from one before (changes.py): only what changed travels.

const KEPT = 4; // an answer may be told from a board that another answer has overtaken meanwhile
const boards = new Map(); // mark -> the HTML of a board that came, the newest last

/** The headers of a request that brings a board. */
export function having() {
  const newest = [...boards.keys()].at(-1);
  return newest ? { "Farmtable-Shown": newest } : {};
}

/** The HTML of the board that an answer brings, whole or as changes. */
export function boardOf({ headers, text }) {
  const before = boards.get(headers.get("Farmtable-Changes"));
  const partOf = (told) => (typeof told === "string" ? told : before.slice(...told));
  const html = headers.has("Farmtable-Changes") ? JSON.parse(text).map(partOf).join("") : text;
  boards.set(headers.get("Farmtable-Mark"), html);
  if (boards.size > KEPT) boards.delete(boards.keys().next().value);
  return html;
}

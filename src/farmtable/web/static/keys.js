// Keys for a game's own table, and whether it is played by them.

let lastWasKey = false; // whether the last thing touched was a key
let ledBy = null; // the board that came last: its version, and for whose eyes

document.addEventListener("keydown", () => (lastWasKey = true), true);
document.addEventListener("pointerdown", () => (lastWasKey = false), true);

/** Whether who sits here plays by keys just now. */
export const byKeyboard = () => lastWasKey;

/** Whether this board leads who plays by keys on: it tells of something new, and nobody is at what lies beside it, as at the chat. */
export function leadsOn(root) {
  const { version, seat } = root.dataset;
  const isNew = ledBy !== null && ledBy !== `${version} ${seat}`;
  ledBy = `${version} ${seat}`;
  const at = document.activeElement ?? document.body;
  return lastWasKey && isNew && (at === document.body || root.contains(at));
}

/** Hands every key that is pressed alone, and in no dialog or field to write in, to `handle`. */
export function onKey(handle) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.target.closest?.("input, select, textarea, dialog")) return;
    handle(event);
  });
}

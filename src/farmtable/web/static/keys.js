// Keys for a game's own table, and whether it is played by them.

let lastWasKey = false; // whether the last thing touched was a key

document.addEventListener("keydown", () => (lastWasKey = true), true);
document.addEventListener("pointerdown", () => (lastWasKey = false), true);

/** Whether who sits here plays by keys just now. */
export const byKeyboard = () => lastWasKey;

/** Hands every key that is pressed alone, and in no dialog or field to write in, to `handle`. */
export function onKey(handle) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.target.closest?.("input, select, textarea, dialog")) return;
    handle(event);
  });
}

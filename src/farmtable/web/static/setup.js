// The form changes while it is filled in. What was opened meanwhile stays open, and a button is not replaced while it
// is pressed, or the click would be lost.

let opened = false;
let pressed = false;
let missed = false;

document.addEventListener("pointerdown", (event) => (pressed = Boolean(event.target.closest?.("#setup button"))), true);

for (const name of ["pointerup", "pointercancel"]) {
  // The click comes first; where it leads elsewhere nothing is missed.
  document.addEventListener(name, () => setTimeout(() => {
    pressed = false;
    if (missed) document.querySelector("#setup .games")?.dispatchEvent(new Event("change"));
    missed = false;
  }));
}

document.addEventListener("htmx:beforeSwap", (event) => {
  if (pressed && event.detail.target?.id === "setup") {
    missed = true;
    event.detail.shouldSwap = false;
    return;
  }
  opened = document.querySelector("#setup details.more")?.open ?? false;
});

document.addEventListener("htmx:afterSwap", () => {
  const more = document.querySelector("#setup details.more");
  if (more && opened) more.open = true;
});

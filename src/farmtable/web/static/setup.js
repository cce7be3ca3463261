// The form changes while it is filled in. What was opened meanwhile stays open.

let opened = false;

document.addEventListener("htmx:beforeSwap", () => {
  opened = document.querySelector("#setup details.more")?.open ?? false;
});

document.addEventListener("htmx:afterSwap", () => {
  const more = document.querySelector("#setup details.more");
  if (more && opened) more.open = true;
});

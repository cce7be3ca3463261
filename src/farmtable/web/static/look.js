// Light or dark, and the size of the text: chosen in the menu of every page. It holds at once; the server remembers it
// in cookies and draws every later page so from the first stroke.

for (const form of document.querySelectorAll("[data-look]")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const { name, value } = event.submitter;
    document.documentElement.dataset[name] = value;
    if (name === "text") fit(value);
    for (const button of form.querySelectorAll(`[name="${name}"]`)) {
      button.setAttribute("aria-pressed", String(button === event.submitter));
    }
    const chosen = new URLSearchParams(new FormData(form, event.submitter));
    // Should it not arrive, it holds on this page alone.
    fetch(form.action, { method: "POST", body: chosen, redirect: "manual" }).catch(() => {});
  });
}

// Larger text leaves less room, which media queries do not see: the server has a style sheet for each size.
function fit(text) {
  for (const old of document.querySelectorAll("link[rel=stylesheet]")) {
    const address = new URL(old.href);
    address.searchParams.set("text", text);
    const fitting = old.cloneNode();
    fitting.href = address.href;
    fitting.addEventListener("load", () => old.remove());
    old.after(fitting);
  }
}

document.addEventListener("keydown", (event) => {
  const open = event.key === "Escape" && document.querySelector(".menu[open]");
  if (!open) return;
  open.open = false;
  open.querySelector("summary").focus();
});

// Light or dark, and the size of the text: chosen in the menu of every page. It holds at once; the server remembers it
// in cookies and draws every later page so from the first stroke.

for (const form of document.querySelectorAll("[data-look]")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const { name, value } = event.submitter;
    document.documentElement.dataset[name] = value;
    for (const button of form.querySelectorAll(`[name="${name}"]`)) {
      button.setAttribute("aria-pressed", String(button === event.submitter));
    }
    const chosen = new URLSearchParams(new FormData(form, event.submitter));
    // Should it not arrive, it holds on this page alone.
    fetch(form.action, { method: "POST", body: chosen, redirect: "manual" }).catch(() => {});
  });
}

document.addEventListener("keydown", (event) => {
  const open = event.key === "Escape" && document.querySelector(".menu[open]");
  if (!open) return;
  open.open = false;
  open.querySelector("summary").focus();
});

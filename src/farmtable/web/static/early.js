// No press is lost while the scripts of a table are on their way: the last one on its board is kept, and done as soon as
// there is somebody to hear it. What a browser does by itself (links, forms, what unfolds) it does at once.
{
  let kept = null;

  const keep = (event) => {
    if (!event.target.closest("#table") || event.target.closest("a, form, label, summary")) return;
    event.stopImmediatePropagation();
    kept = event;
  };

  const hear = () => {
    window.removeEventListener("click", keep, true);
    if (kept?.target.isConnected) kept.target.dispatchEvent(new MouseEvent("click", kept));
    kept = null;
  };

  window.addEventListener("click", keep, true);
  // A script has loaded once it has run, and they run in their order. Where one is missing the others have to do.
  document.addEventListener("load", (event) => event.target.matches?.("[data-last]") && hear(), true);
  window.addEventListener("load", hear);
}

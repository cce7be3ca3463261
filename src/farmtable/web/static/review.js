// The page of an analysis asks how far it is: where nobody answers it says so, and where the game is gone it loads
// itself anew, and says that.

import "./line.js";

document.addEventListener("htmx:responseError", ({ detail }) => {
  const { status } = detail.xhr;
  if (detail.requestConfig.verb === "get" && status < 500 && status !== 429) window.location.reload();
});

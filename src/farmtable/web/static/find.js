// The page for finding a game: when something else is to be shown, the part that changes is fetched anew.

import { listen } from "./line.js";

const part = () => document.querySelector("[data-finding]");

if (part()) {
  listen(() => part().dataset.finding, (stamp) => {
    if (part().dataset.stamp !== stamp) part().dispatchEvent(new Event("changed"));
  });
}

// The page of an account: since when and when last it was signed in somewhere.

import { timeIn } from "./times.js";

for (const time of document.querySelectorAll("time")) time.textContent = timeIn(time);

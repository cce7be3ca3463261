// The line to the server: every request has its time, the stream of events has a heartbeat, and the page says when
// it hears nothing. What was asked is asked again until there is an answer, so asked twice it must do no more.

const RETRY_MS = [300, 1000, 2000, 4000, 8000];
const ANSWER_MS = 8000; // an answer that takes longer will not come
const BEAT_MS = 3000; // how often the server's stream says something at the least (BEAT_SECONDS in stream/events.py)
const SILENT_MS = 7000; // without a word for so long the line is dead
const TRY_MS = 1000; // while it is, how often the stream is opened anew
const MOST_TRIES = 3; // and how many of these may wait for an answer: on a slow line one takes its time
const NO_MORE = [400, 404, 409]; // what says that there is no stream any more, however often one asks

const troubles = { requests: false, stream: false };
const line = new EventTarget(); // tells "back" when the line is there again

/** Say that what was asked brought no answer, or no longer say so. */
export function setLost(value) {
  setTrouble("requests", value);
}

function setTrouble(of, value) {
  const was = troubles[of];
  troubles[of] = value;
  const lost = document.getElementById("lost");
  if (lost) lost.hidden = !troubles.requests && !troubles.stream;
  if (was && !value) line.dispatchEvent(new Event("back"));
}

// --- requests ---------------------------------------------------------------------------------

/** Ask the server until it answers: `{status, ok, headers, text}`. It may take `limit` milliseconds, then it is lost. */
export async function reach(url, request = {}, limit = ANSWER_MS) {
  for (let attempt = 0; ; attempt += 1) {
    const answer = await firstOf(url, request, limit);
    if (answer) {
      setLost(false);
      return answer;
    }
    setLost(true);
    await backOr(RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)]);
  }
}

// The first answer to several tries side by side, null if none brings one. A connection may have died without a word:
// who waits for a quarter of the time, or hears that the line is back, tries another.
function firstOf(url, request, limit) {
  return new Promise((done) => {
    const stop = new AbortController();
    let open = 0;

    async function another() {
      open += 1;
      const answer = await tried(url, { ...request, signal: stop.signal });
      open -= 1;
      if (answer || !open) end(answer);
    }

    function end(answer) {
      clearInterval(slow);
      clearTimeout(lost);
      done(answer);
      stop.abort();
    }

    const slow = setInterval(another, limit / 4);
    const lost = setTimeout(() => end(null), limit);
    line.addEventListener("back", another, { signal: stop.signal });
    another();
  });
}

// One try; null if nothing came, or only word that nobody is there.
async function tried(url, request) {
  try {
    const response = await fetch(url, request);
    const { status, ok, headers } = response;
    return [502, 503, 504].includes(status) ? null : { status, ok, headers, text: await response.text() };
  } catch {
    return null;
  }
}

function backOr(milliseconds) {
  return new Promise((done) => {
    setTimeout(done, milliseconds);
    line.addEventListener("back", done, { once: true });
  });
}

// What HTMX asks has its time, too ("timeout" in base.html); it does not ask again.
for (const name of ["htmx:sendError", "htmx:timeout"]) document.addEventListener(name, () => setLost(true));
document.addEventListener("htmx:afterOnLoad", () => setLost(false));

// --- the stream of events ---------------------------------------------------------------------

/** Hear the stream at the address that `url()` tells, opened anew whenever it is lost, and call `onVersion(data)` for each event of that name. `more` has what to call for events of other names. */
export function listen(url, onVersion, more = {}) {
  let sources = []; // the stream; while it is lost, the newest tries to open one
  let heard = Date.now();
  let good = false; // a stream has come since the page was loaded

  function open() {
    const source = new EventSource(url());
    source.addEventListener("beat", () => hear(source));
    source.addEventListener("version", (event) => {
      hear(source);
      onVersion(event.data);
    });
    source.addEventListener("chat", (event) => {
      hear(source);
      document.dispatchEvent(new CustomEvent("farmtable:chat", { detail: event.data }));
    });
    for (const [name, call] of Object.entries(more)) {
      source.addEventListener(name, (event) => {
        hear(source);
        call(event.data);
      });
    }
    source.addEventListener("error", () => close(source));
    sources.push(source);
    if (sources.length > MOST_TRIES) sources.shift().close();
  }

  function hear(source) {
    heard = Date.now();
    for (const other of sources) if (other !== source) other.close();
    sources = [source];
    source.good = good = true;
    setTrouble("stream", false);
  }

  // A stream that was good may just have come to its end: the next one tells.
  function close(source) {
    const refused = source.readyState === EventSource.CLOSED; // there was an answer, and no stream
    source.close();
    sources = sources.filter((other) => other !== source);
    if (source.good) open();
    else if (!sources.length) setTrouble("stream", true);
    if (refused && !source.good) askWhy();
  }

  // The table was erased, or the server plays other rules by now: the whole page says so. A stream tells no status.
  // If the page has just been loaded anew for that and says nothing, it can only say that the line is lost.
  async function askWhy() {
    if (!good && performance.getEntriesByType("navigation")[0]?.type === "reload") return;
    const stop = new AbortController();
    try {
      const { status } = await fetch(url(), { signal: stop.signal });
      if (NO_MORE.includes(status)) window.location.reload();
    } catch {
      // Nobody answers any more; it is tried again.
    } finally {
      stop.abort();
    }
  }

  function look() {
    if (Date.now() - heard > SILENT_MS) setTrouble("stream", true);
    if (troubles.stream) open();
  }

  // A lid was opened, a network is there: the old stream may be dead without knowing.
  function wake() {
    if (!document.hidden && Date.now() - heard > BEAT_MS) open();
  }

  open();
  setInterval(look, TRY_MS);
  document.addEventListener("visibilitychange", wake);
  window.addEventListener("pageshow", wake);
  window.addEventListener("online", open);
  window.addEventListener("offline", () => setTrouble("stream", true));
}

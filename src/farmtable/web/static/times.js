// Times as the reader writes them: the server knows neither the time zone nor whether English is British.

const { lang } = document.documentElement;
const own = navigator.languages.find((code) => code.split("-")[0] === lang) ?? lang;

/** What a `<time>` element says in the reader's zone, in a form of `toLocaleString`. */
export function timeIn(time, form = { dateStyle: "medium", timeStyle: "short" }) {
  return new Date(time.dateTime).toLocaleString(own, form);
}

// To have this device told: the browser asks its push service for an address, and the server keeps it.

import { prove } from "./passkeys.js";

const button = document.getElementById("push");
const missing = document.getElementById("push-missing");
const denied = document.getElementById("push-denied");
const failed = document.getElementById("push-problem");
const can = window.isSecureContext && "serviceWorker" in navigator && "PushManager" in window;

const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (sign) => sign.charCodeAt(0));

async function registration() {
  await navigator.serviceWorker.register("/notify-worker.js");
  return navigator.serviceWorker.ready;
}

const here = async () => (await navigator.serviceWorker.getRegistration("/"))?.pushManager.getSubscription();

async function keep(subscription, proof = {}) {
  const headers = { "Content-Type": "application/json", "Farmtable-Token": button.form.token.value };
  const body = JSON.stringify({ ...subscription.toJSON(), ...proof });
  return fetch("/notifications/push", { method: "POST", headers, body });
}

// Who has an account says by its password, or by a passkey, that it is he.
async function proven() {
  const { password, proof } = button.form.elements;
  const { problem } = await prove(button.form);
  return problem ? { problem } : { password: password?.value ?? "", proof: proof?.value ?? "" };
}

function say(problem) {
  failed.textContent = problem;
  failed.hidden = !problem;
}

async function begin() {
  if ((await Notification.requestPermission()) !== "granted") {
    denied.hidden = Notification.permission !== "denied";
    return;
  }
  const { problem, ...proof } = await proven();
  say(problem ?? "");
  if (problem) return;
  const key = bytes(button.dataset.push);
  const pushed = (await registration()).pushManager;
  const subscription = await pushed.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const answer = await keep(subscription, proof);
  if (answer.ok) return location.assign("/notifications?done=kept");
  if (button.form.elements.proof) button.form.elements.proof.value = ""; // it may be too old
  say((await answer.json()).problem);
}

// The row of this device is told apart, and removed here, too. What the server knows of it is kept up to date.
async function recognise() {
  const subscription = await here();
  if (!subscription) return;
  const row = [...document.querySelectorAll("[data-endpoint]")].find((one) => one.dataset.endpoint === subscription.endpoint);
  if (!row) return;
  row.querySelector("[data-here]").hidden = false;
  row.querySelector("form").addEventListener("submit", () => subscription.unsubscribe());
  button.form.hidden = true;
  await keep(subscription);
}

if (button) {
  missing.hidden = can;
  button.disabled = !can;
  if (can) {
    button.form.addEventListener("submit", (event) => {
      event.preventDefault();
      begin().catch(() => (denied.hidden = false));
    });
    recognise();
  }
}

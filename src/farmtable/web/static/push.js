// To have this device told: the browser asks its push service for an address, and the server keeps it.

const button = document.getElementById("push");
const missing = document.getElementById("push-missing");
const denied = document.getElementById("push-denied");
const can = window.isSecureContext && "serviceWorker" in navigator && "PushManager" in window;

const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (sign) => sign.charCodeAt(0));

async function registration() {
  await navigator.serviceWorker.register("/notify-worker.js");
  return navigator.serviceWorker.ready;
}

const here = async () => (await navigator.serviceWorker.getRegistration("/"))?.pushManager.getSubscription();

async function keep(subscription) {
  const headers = { "Content-Type": "application/json", "Farmtable-Token": button.form.token.value };
  const body = JSON.stringify(subscription);
  return (await fetch("/notifications/push", { method: "POST", headers, body })).ok;
}

async function begin() {
  if ((await Notification.requestPermission()) !== "granted") {
    denied.hidden = Notification.permission !== "denied";
    return;
  }
  const key = bytes(button.dataset.push);
  const pushed = (await registration()).pushManager;
  const subscription = await pushed.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  if (await keep(subscription)) location.assign("/notifications?done=kept");
}

// The row of this device is told apart, and removed here, too. What the server knows of it is kept up to date.
async function recognise() {
  const subscription = await here();
  if (!subscription) return;
  const row = [...document.querySelectorAll("[data-endpoint]")].find((one) => one.dataset.endpoint === subscription.endpoint);
  if (!row) return;
  row.querySelector("[data-here]").hidden = false;
  row.querySelector("form").addEventListener("submit", () => subscription.unsubscribe());
  button.hidden = true;
  await keep(subscription);
}

if (button) {
  missing.hidden = can;
  button.disabled = !can;
  if (can) {
    button.addEventListener("click", () => begin().catch(() => (denied.hidden = false)));
    recognise();
  }
}

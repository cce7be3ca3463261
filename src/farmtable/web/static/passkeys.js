// Passkeys: the server asks, the device signs, the server checks. A button says in `data-passkey` what for.

const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (sign) => sign.charCodeAt(0));
const text = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");

async function post(address, body, token) {
  const headers = { "content-type": "application/json", "farmtable-token": token };
  const answer = await fetch(address, { method: "POST", headers, body: JSON.stringify(body) });
  return answer.json();
}

const keys = (list) => (list ?? []).map((key) => ({ ...key, id: bytes(key.id) }));

function sign(what, asked) {
  const publicKey = { ...asked, challenge: bytes(asked.challenge) };
  if (what === "sign-in") return navigator.credentials.get({ publicKey });
  publicKey.user = { ...asked.user, id: bytes(asked.user.id) };
  publicKey.excludeCredentials = keys(asked.excludeCredentials);
  return navigator.credentials.create({ publicKey });
}

function signed(credential) {
  const names = ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"];
  const made = names.filter((name) => credential.response[name]);
  const response = Object.fromEntries(made.map((name) => [name, text(credential.response[name])]));
  return { id: credential.id, rawId: text(credential.rawId), type: credential.type, response };
}

async function go(button) {
  const { form } = button;
  const what = button.dataset.passkey;
  const token = form.token.value;
  const asked = await post(`/passkeys/${what}/options`, { name: form.elements.name?.value ?? "" }, token);
  if (asked.problem) return asked;
  const credential = signed(await sign(what, asked.options));
  const beside = { along: Boolean(form.along?.checked), back: form.back?.value ?? "/" };
  return post(`/passkeys/${what}`, { state: asked.state, credential, ...beside }, token);
}

for (const button of document.querySelectorAll("[data-passkey]")) {
  button.hidden = !window.PublicKeyCredential;
  button.addEventListener("click", async () => {
    const name = button.form.elements.name;
    if (button.dataset.passkey === "sign-up" && !name.reportValidity()) return;
    button.disabled = true;
    const done = await go(button).catch(() => ({ problem: button.dataset.failed }));
    button.disabled = false;
    if (done.to) return location.assign(done.to);
    const said = document.getElementById("passkey-problem");
    said.textContent = done.problem ?? button.dataset.failed;
    said.hidden = false;
  });
}

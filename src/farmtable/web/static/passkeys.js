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
  if (what === "sign-in" || what === "proof") {
    publicKey.allowCredentials = keys(asked.allowCredentials);
    return navigator.credentials.get({ publicKey });
  }
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

async function settle(what, wish, beside, token) {
  const asked = await post(`/passkeys/${what}/options`, wish, token);
  if (asked.problem) return asked;
  const credential = signed(await sign(what, asked.options));
  return post(`/passkeys/${what}`, { state: asked.state, credential, ...beside }, token);
}

// Who has no password proves by a passkey that it is he: the form carries along what the server says to that.
export async function prove(form) {
  const { proof, token } = form.elements;
  if (!proof || proof.value) return {};
  const answer = await settle("proof", {}, {}, token.value).catch(() => ({ problem: proof.dataset.failed }));
  proof.value = answer.proof ?? "";
  return answer;
}

async function go(button) {
  const { form } = button;
  const what = button.dataset.passkey;
  const wish = { name: form.elements.name?.value ?? "" };
  const { proof } = form.elements;
  if (what === "more") {
    const proven = await prove(form);
    if (proven.problem) return proven;
    wish.password = form.elements.password?.value ?? "";
    wish.proof = proof?.value ?? "";
  }
  const beside = { along: Boolean(form.along?.checked), back: form.back?.value ?? "/" };
  const answer = await settle(what, wish, beside, form.token.value);
  if (answer.problem && proof) proof.value = ""; // it may be too old
  return answer;
}

for (const button of document.querySelectorAll("[data-passkey]")) {
  const { form } = button;
  const what = button.dataset.passkey;
  // A form that is there for nothing else is hidden as a whole where the browser has no passkeys.
  (what === "more" ? form : button).hidden = !window.PublicKeyCredential;
  button.addEventListener("click", async (event) => {
    event.preventDefault();
    if (what === "sign-up" && !form.elements.name.reportValidity()) return;
    if (what === "more" && !form.reportValidity()) return;
    button.disabled = true;
    const done = await go(button).catch(() => ({ problem: button.dataset.failed }));
    button.disabled = false;
    if (done.to) return location.assign(done.to);
    const said = document.getElementById("passkey-problem");
    said.textContent = done.problem ?? button.dataset.failed;
    said.hidden = false;
  });
}

// Forms that no script sends itself.
for (const proof of document.querySelectorAll("form[action] input[name=proof]")) {
  proof.form.addEventListener("submit", async (event) => {
    if (proof.value) return;
    event.preventDefault();
    const { problem } = await prove(proof.form);
    if (proof.value) return proof.form.requestSubmit(event.submitter);
    const said = proof.nextElementSibling;
    said.textContent = problem ?? proof.dataset.failed;
    said.hidden = false;
  });
}

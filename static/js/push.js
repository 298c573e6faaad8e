// Asks this browser to show messages, and tells the server where it is reached. Without it, e-mail works all the same.
(() => {
  "use strict";

  const part = document.getElementById("push");
  if (!part) return;
  const KEPT = `triomphe-told:${part.dataset.to}`;
  const button = part.querySelector("[data-ask]");
  const change = part.querySelector("[data-change]");

  function show(...names) {
    for (const name of ["offer", "told", "cannot", "denied", "problem"]) {
      part.querySelector(`[data-${name}]`).hidden = !names.includes(name);
    }
  }

  function fail(words) {
    const line = part.querySelector("[data-problem]");
    line.textContent = words || line.dataset.failed;
    show("offer", "problem");
  }

  function told(address) {
    change.href = address;
    show("told");
  }

  async function subscription() {
    const registration = await navigator.serviceWorker.register(part.dataset.worker, { scope: "/t/" });
    await navigator.serviceWorker.ready;
    const known = await registration.pushManager.getSubscription();
    // One that was made with another key of this site cannot be written to any more.
    if (known && encoded(known.options.applicationServerKey) !== part.dataset.key) await known.unsubscribe();
    return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: part.dataset.key });
  }

  function encoded(buffer) {
    const text = String.fromCharCode(...new Uint8Array(buffer ?? []));
    return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  }

  async function ask() {
    if ((await Notification.requestPermission()) !== "granted") return show("denied", "offer");
    const made = await subscription();
    const body = new FormData(document.getElementById("follow"));
    body.delete("address");
    body.set("endpoint", made.endpoint);
    for (const name of ["p256dh", "auth"]) body.set(name, encoded(made.getKey(name)));
    const answer = await fetch(part.dataset.to, { method: "POST", body, headers: { Accept: "application/json" } });
    const said = await answer.json();
    if (!answer.ok) return fail(said.problem);
    localStorage.setItem(KEPT, said.change);
    told(said.change);
  }

  // What was kept here may have been ended elsewhere meanwhile.
  async function begin() {
    const kept = localStorage.getItem(KEPT);
    if (!kept || Notification.permission !== "granted") return show("offer");
    const answer = await fetch(kept, { method: "HEAD" });
    if (answer.ok) return told(kept);
    localStorage.removeItem(KEPT);
    show("offer");
  }

  if (!navigator.serviceWorker || !window.PushManager || !window.Notification) return show("cannot");
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      await ask();
    } catch {
      fail();
    }
    button.disabled = false;
  });
  begin().catch(() => show("offer"));
})();

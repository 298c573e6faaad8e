// Entries on their way: kept in the browser's database until the server says that they stand in the log.
// Knows nothing of the page. An entry's id is that of its form, so the same form is never kept twice, and the
// server counts an id once, however often it is sent. Nothing here asks what time it is but the lease.
(() => {
  "use strict";

  const NAME = "triomphe-desk";
  const PATIENCE_MS = 12_000;
  const LEASE_MS = 20_000;
  const news = "BroadcastChannel" in window ? new BroadcastChannel(NAME) : null;
  let database = null;
  let changed = () => {};

  // -- the database -----------------------------------------------------------------------------

  const done = (request) =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });

  async function open() {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("entries", { keyPath: "id" });
      request.result.createObjectStore("tables", { keyPath: "table" });
      request.result.createObjectStore("lease", { keyPath: "name" });
    };
    database = await done(request);
    // A newer page may want to change it.
    database.onversionchange = () => database.close();
  }

  // One transaction; what it does is on the disk when the promise is kept.
  function within(name, work) {
    return new Promise((resolve, reject) => {
      const transaction = database.transaction(name, "readwrite", { durability: "strict" });
      let result;
      transaction.oncomplete = () => resolve(result);
      transaction.onabort = transaction.onerror = () => reject(transaction.error);
      work(transaction.objectStore(name)).then(
        (value) => (result = value),
        (error) => {
          reject(error);
          transaction.abort();
        },
      );
    });
  }

  const inOrder = (entries) => entries.sort((a, b) => a.order - b.order);
  const all = async () => inOrder(await done(database.transaction("entries").objectStore("entries").getAll()));

  // In order of entering, which no clock is asked for.
  async function add(entry) {
    await within("entries", async (store) => {
      const there = await done(store.getAll());
      const before = there.find((each) => each.id === entry.id && each.state === "waiting");
      // The form sent twice is one entry; an old form brought back and changed is another.
      if (before && JSON.stringify(before.pairs) === JSON.stringify(entry.pairs)) return;
      if (before) entry = renewed(entry);
      const last = Math.max(0, ...there.map((each) => each.order));
      await done(store.put({ ...entry, order: last + 1, state: "waiting" }));
    });
    tell();
  }

  // Not crypto.randomUUID: a page that came without HTTPS has none.
  function newId() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    bytes[6] = (bytes[6] & 15) | 64;
    bytes[8] = (bytes[8] & 63) | 128;
    const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  }

  // The same contents, on this version of the match or under another id.
  function renewed(entry, version = entry.version, id = newId()) {
    const fields = { ...entry.also, entry_id: id, version: String(version) };
    const kept = entry.pairs.filter(([name]) => !(name in fields));
    return { ...entry, id, version, pairs: [...kept, ...Object.entries(fields)] };
  }

  async function change(work) {
    await within("entries", async (store) => {
      for (const entry of work(inOrder(await done(store.getAll())))) await done(store.put(entry));
    });
    tell();
  }

  async function remove(id) {
    await within("entries", (store) => done(store.delete(id)));
    tell();
  }

  const recall = (table) => done(database.transaction("tables").objectStore("tables").get(table));

  // What the server last said of a table, and whether this phone has entered something there.
  const remember = (table, what) =>
    within("tables", async (store) => done(store.put({ ...(await done(store.get(table))), ...what, table })));

  function tell() {
    news?.postMessage("changed");
    changed();
  }

  if (news) news.onmessage = () => changed();

  // -- one tab sends at a time ------------------------------------------------------------------

  async function alone(work) {
    if (navigator.locks) return navigator.locks.request(NAME, { ifAvailable: true }, (lock) => (lock ? work() : null));
    // Web Locks want a secure context, which a hall without HTTPS is not: then a lease, renewed with each entry.
    if (!(await lease())) return null;
    try {
      return await work();
    } finally {
      await within("lease", (store) => done(store.delete("sender")));
    }
  }

  const me = crypto.getRandomValues(new Uint32Array(2)).join("-");

  const lease = () =>
    within("lease", async (store) => {
      const held = await done(store.get("sender"));
      const left = held ? held.until - Date.now() : 0;
      // More than a lease can last: the clock was set back.
      if (held && held.by !== me && left > 0 && left <= LEASE_MS) return false;
      await done(store.put({ name: "sender", by: me, until: Date.now() + LEASE_MS }));
      return true;
    });

  // -- sending ----------------------------------------------------------------------------------

  const cookie = (name) =>
    document.cookie.split("; ").find((each) => each.startsWith(`${name}=`))?.slice(name.length + 1) ?? "";

  // taken, refused (with a code), or later: only an answer of our own server, in words it alone uses, is one.
  async function send(entry, device) {
    const token = cookie("__Host-csrftoken") || cookie("csrftoken");
    let answer;
    try {
      answer = await fetch(entry.url, {
        method: "POST",
        headers: { Accept: "application/json", "X-CSRFToken": token, "X-Device": device, "Page-Language": document.documentElement.lang },
        body: new URLSearchParams([...entry.pairs, ["csrfmiddlewaretoken", token]]),
        signal: AbortSignal.timeout?.(PATIENCE_MS),
      });
    } catch {
      return { later: true };
    }
    const said = await answer.json().catch(() => null);
    if (answer.ok) return Number.isInteger(said?.version) ? { taken: said.version } : { later: true };
    if (answer.status >= 500 || [408, 425, 429].includes(answer.status)) return { later: true, busy: true };
    if (said?.code) return { refused: said };
    // A token that is too old: asking for the page brings a new one.
    if (answer.status === 403) await fetch(entry.table, { headers: { "HX-Request": "true" } }).catch(() => null);
    return answer.status === 403 ? { later: true, busy: true } : { refused: { code: `http-${answer.status}`, message: "" } };
  }

  // An entry that is refused keeps back all that were made after it at the same table: they counted on it.
  const hold = (refused, said) =>
    change((entries) => {
      const behind = entries.filter((each) => each.table === refused.table && each.state === "waiting");
      return behind.map((each) => ({
        ...each,
        state: "held",
        ...(each.id === refused.id
          ? { code: said.code, message: said.message, now: said.now ?? "", also: said.also ?? {} }
          : { code: "behind", message: "", now: "" }),
      }));
    });

  // Sends what waits, in order; true when nothing is left to send.
  async function flush(device, heard) {
    const sent = await alone(async () => {
      for (;;) {
        const entry = (await all()).find((each) => each.state === "waiting");
        if (!entry) return true;
        if (!navigator.locks) await lease();
        const answer = await send(entry, device);
        heard(entry, answer);
        if (answer.later) return false;
        if (answer.refused) await hold(entry, answer.refused);
        else await remove(entry.id);
      }
    });
    return sent ?? false;
  }

  const onchange = (call) => (changed = call);
  const outbox = { open, all, add, change, remove, recall, remember, flush, newId, renewed, onchange };
  window.triomphe = { ...window.triomphe, outbox };
})();

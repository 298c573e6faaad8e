// Opens a desk again while there is no network: the last copy of its page, and the files that page names.
// Kept narrow: pages of judges only (the server marks them), never an answer to a form, never anything else.
// Also shows the messages that this browser was asked to show (push.js), and opens the page that one is about.
"use strict";

const PAGES = "triomphe-desk-pages";
const FILES = "triomphe-desk-files";
const DESK = /\/t\/[^/]+\/rounds\/\d+\/tables\/\d+\/$/;
const HASHED = /\.[0-9a-f]{12}\.[a-z]+$/;
const PATIENCE_MS = 4_000;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

// A page says which files it needs; that is all that is kept.
self.addEventListener("message", (event) => {
  if (event.data?.page) event.waitUntil(Promise.all([keepPage(event.data.page), keepFiles(event.data.files ?? [])]));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate" && DESK.test(pathname)) event.respondWith(page(request));
  else if (/^(script|style|image)$/.test(request.destination)) event.respondWith(file(request));
});

self.addEventListener("push", (event) => {
  const { title, body, url, tag } = event.data.json();
  // The same message twice is one: its tag is the same.
  event.waitUntil(self.registration.showNotification(title, { body, tag, data: { url } }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const address = new URL(event.notification.data.url, self.location.origin);
  if (address.origin === self.location.origin) event.waitUntil(open(address.href));
});

async function open(address) {
  const windows = await self.clients.matchAll({ type: "window" });
  const there = windows.find((each) => each.url === address);
  return there ? there.focus() : self.clients.openWindow(address);
}

async function page(request) {
  const pages = await caches.open(PAGES);
  const copy = await pages.match(request, { ignoreSearch: true });
  try {
    const answer = await fetch(request, copy ? { signal: AbortSignal.timeout(PATIENCE_MS) } : {});
    if (copy && answer.status >= 502) return copy;
    if (copy) await keep(pages, new URL(request.url).pathname, answer.clone());
    return answer;
  } catch (error) {
    if (copy) return copy;
    throw error;
  }
}

// A page that is no longer a judge's is not kept, and its old copy goes.
async function keep(pages, path, answer) {
  if (answer.ok && answer.headers.get("X-Desk") === "keep") await pages.put(path, answer);
  else if (answer.status < 500) await pages.delete(path, { ignoreSearch: true });
}

async function keepPage(path) {
  await keep(await caches.open(PAGES), path, await fetch(path));
}

async function keepFiles(names) {
  const files = await caches.open(FILES);
  for (const old of await files.keys()) if (!names.includes(old.url)) await files.delete(old);
  const missing = [];
  for (const name of names) if (!HASHED.test(name) || !(await files.match(name))) missing.push(name);
  await files.addAll(missing);
}

async function file(request) {
  const copy = await caches.match(request, { cacheName: FILES });
  if (copy && HASHED.test(request.url)) return copy;
  return fetch(request).catch((error) => {
    if (copy) return copy;
    throw error;
  });
}

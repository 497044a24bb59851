// Keeps the page, so that it opens without the server and can be installed. Games stay on the server; see `later` there.
"use strict";
const files = ["/", "/manifest.json", "/icon.svg"], kept = "sudoku-1";

self.addEventListener("install", event => {
  self.skipWaiting();
  event.waitUntil(caches.open(kept).then(cache => cache.addAll(files)));
});
self.addEventListener("activate", event => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", event => {
  const path = new URL(event.request.url).pathname;
  if (event.request.method !== "GET" || !files.includes(path)) return;
  event.respondWith((async () => {
    try {
      const answer = await fetch(event.request);
      if (answer.ok) await (await caches.open(kept)).put(path, answer.clone());
      return answer;
    } catch (error) {
      return (await caches.match(path)) || Response.error();
    }
  })());
});

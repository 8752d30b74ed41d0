// @ts-nocheck: what a service worker knows is no part of a document's types.
/*
 * BROWSER-16 (decision 060): shows one page where a navigation fails, and does nothing else. It stores nothing: no answer, no page and no
 * part of the portal ever comes from here, so that an update is never held back and nobody's data stays on a shared computer.
 */
const page = "%PAGE%"
const policy = "%POLICY%"

self.addEventListener("install", () => self.skipWaiting())

self.addEventListener("activate", (event) => {
  const { navigationPreload } = self.registration
  if (!navigationPreload) return
  // The request is on its way while this script starts. Not in Firefox: where it fails there, the browser shows its own page
  // and leaves this worker's answer out (tried in 153).
  const isFirefox = self.navigator.userAgent.includes("Firefox/")
  event.waitUntil(isFirefox ? navigationPreload.disable() : navigationPreload.enable())
})

async function navigated(event) {
  try {
    return (await event.preloadResponse) || (await fetch(event.request))
  } catch {
    const headers = {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy,
      "cache-control": "no-store",
    }
    return new Response(page, { status: 503, headers })
  }
}

self.addEventListener("fetch", (event) => {
  const { mode, destination, method } = event.request
  // Calls, files, streams and frames go past it untouched.
  if (mode === "navigate" && destination === "document" && method === "GET")
    event.respondWith(navigated(event))
})

// @vitest-environment jsdom
import { afterEach, expect, test, vi } from "vitest"

const html = (name: string) =>
  `<script type="module" data-first crossorigin src="/assets/${name}.js"></script>`

/** A document of that version, with nothing remembered of another test's. */
async function openedWith(name: string) {
  // As boot.js leaves it: a part that is fetched ahead stands before the first file.
  document.head.innerHTML = `<script type="module" src="/assets/words.js"></script>${html(name)}`
  vi.resetModules()
  return import("./portal-update.ts")
}

afterEach(() => {
  document.head.innerHTML = ""
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

test("[BROWSER-11] the version that is open is not taken for a new one", async () => {
  const { lookForUpdate, mayReloadForUpdate } = await openedWith("index-one")
  vi.stubGlobal("fetch", async () => new Response(html("index-one")))
  await lookForUpdate()
  expect(mayReloadForUpdate()).toBe(false)
})

test("[BROWSER-11] a new version is reloaded for once", async () => {
  const { lookForUpdate, mayReloadForUpdate } = await openedWith("index-one")
  vi.stubGlobal("fetch", async () => new Response(html("index-two")))
  await lookForUpdate()
  expect([mayReloadForUpdate(), mayReloadForUpdate()]).toEqual([true, false])
})

test("[BROWSER-11] a server that fails is not taken for a new version", async () => {
  const { lookForUpdate, mayReloadForUpdate } = await openedWith("index-two")
  vi.stubGlobal("fetch", async () => new Response(html("index-three"), { status: 503 }))
  await lookForUpdate()
  expect(mayReloadForUpdate()).toBe(false)
})

// @vitest-environment jsdom
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { loadingMessages } from "@uc/contract/core/loading-messages"
import { beforeEach, expect, test, vi } from "vitest"
import { messageOf } from "./failure.ts"
import { ChunkFailure, loadChunk, needsReload } from "./load-chunk.ts"

const address = "http://localhost/assets/a-1.js"
const notFetched = () => new TypeError(`Failed to fetch dynamically imported module: ${address}`)
const fetched = vi.fn<typeof fetch>()

beforeEach(() => {
  fetched.mockReset().mockImplementation(() => Promise.resolve(new Response("")))
  vi.stubGlobal("fetch", fetched)
  document.head.innerHTML = ""
})

async function failureOf(load: () => Promise<unknown>): Promise<unknown> {
  try {
    await loadChunk(load)
  } catch (error) {
    return error
  }
  throw new Error("It was loaded")
}

test("[BARE-2] what came at once is not fetched a second time", async () => {
  expect(await loadChunk(() => Promise.resolve("part"))).toBe("part")
  expect(fetched).not.toHaveBeenCalled()
})

test("[BARE-2] what failed is fetched past the cache and asked for once more", async () => {
  const load = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(notFetched())
    .mockResolvedValueOnce("part")
  expect(await loadChunk(load)).toBe("part")
  expect(load).toHaveBeenCalledTimes(2)
  expect(fetched.mock.calls.map(([asked, options]) => [asked, options?.cache])).toEqual([[address, "reload"]])
})

test("[BARE-2] links that failed are fetched with it, and failed style sheets taken away", async () => {
  document.head.innerHTML =
    '<link rel="modulepreload" href="/b.js" data-failed><link rel="failed" href="/c.css" data-failed>' +
    '<link rel="stylesheet" href="/good.css">'
  const load = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(notFetched())
    .mockResolvedValueOnce("part")
  await loadChunk(load)
  const asked = new Set(fetched.mock.calls.map(([part]) => part))
  expect(asked).toEqual(new Set([address, "http://localhost:3000/b.js", "http://localhost:3000/c.css"]))
  const left = [...document.querySelectorAll("link")].map((link) => link.getAttribute("href"))
  expect(left).toEqual(["/b.js", "/good.css"])
  expect(document.querySelector("[data-failed]")).toBeNull()
})

test("[BARE-2] a style sheet that is asked for again for another part keeps its link", async () => {
  const sheet = "http://localhost:3000/shared.css"
  document.head.innerHTML = `<link rel="stylesheet" href="${sheet}">`
  const load = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new Error(`Unable to preload CSS for ${sheet}`))
    .mockResolvedValueOnce("part")
  await loadChunk(load)
  expect(document.querySelectorAll("link")).toHaveLength(1)
})

test("[BARE-2] a file that can be reached while the import fails on needs a new document", async () => {
  const error = await failureOf(() => Promise.reject(notFetched()))
  expect(error).toBeInstanceOf(ChunkFailure)
  expect(needsReload(error)).toBe(true)
  expect(messageOf(error, "请重试")).toBe(loadingMessages.partNeedsReload)
})

test("[BARE-2] a file that is gone needs a new document, because a new version has other files", async () => {
  fetched.mockImplementation(() => Promise.resolve(new Response("", { status: 404 })))
  expect(needsReload(await failureOf(() => Promise.reject(notFetched())))).toBe(true)
})

test.each([
  ["the network is down", () => Promise.reject(new TypeError("Failed to fetch"))],
  ["the server fails", () => Promise.resolve(new Response("", { status: 500 }))],
])("[BARE-2] while %s a retry in place is worth a try", async (_name, answer) => {
  fetched.mockImplementation(answer)
  const error = await failureOf(() => Promise.reject(notFetched()))
  expect(needsReload(error)).toBe(false)
  expect(messageOf(error, "请重试")).toBe("请重试")
})

test("[BARE-2] where nothing says which file failed, a retry in place is worth a try", async () => {
  const load = () => Promise.reject(new TypeError("Importing a module script failed."))
  expect(needsReload(await failureOf(load))).toBe(false)
})

test("[BARE-2] every import() of the portal goes through loadChunk", () => {
  const source = join(import.meta.dirname, "..", "..")
  const files = readdirSync(source, { encoding: "utf8", recursive: true }).filter(
    (file) => /\.tsx?$/.test(file) && !file.includes(".test."),
  )
  const bare = files.filter((file) => {
    const code = readFileSync(join(source, file), "utf8").replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, "")
    const imports = code.replaceAll(
      /loadChunk\(\s*\(\) =>\s*(?:Promise\.all\(\[[^\]]*\]\)|import\([^)]*\))/g,
      "",
    )
    return /(?<!typeof )\bimport\(/.test(imports)
  })
  // The charts have another answer (the table behind them); the cards come with their page, through loadPage.
  expect(bare.toSorted()).toEqual(["app/routing/all-pages.ts", "ui/charts/chart.tsx"])
})

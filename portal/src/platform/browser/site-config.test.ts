// @vitest-environment jsdom
import { SiteConfig } from "@uc/contract/core/site"
import { defaultSiteConfig } from "@uc/contract/core/site-defaults"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { readSiteConfig } from "./site-config.ts"

const own = {
  staticAddress: "https://portal.example.cn/static/usercenter/",
  services: { usercenter: "https://a.cn/uc", newusercenter: "/n", ewls: "/e", vms: "/v" },
  brand: { name: "平安校园", organisation: "" },
  areaid: "330101",
  isDemo: true,
  hasSms: true,
}

test("[SHELL-6] static address, the four services and the brand are read as they stand", () => {
  expect(readSiteConfig(own)).toEqual({ config: own, wrong: [] })
  expect(readSiteConfig(defaultSiteConfig)).toEqual({ config: defaultSiteConfig, wrong: [] })
})

const candidates: readonly (readonly [string, unknown])[] = [
  ["nothing", undefined],
  ["text", "x"],
  ["an empty object", {}],
  ["no static address", { ...own, staticAddress: undefined }],
  ["null as static address", { ...own, staticAddress: null }],
  ["an address without protocol", { ...own, staticAddress: "portal.example.cn" }],
  ["a script as address", { ...own, staticAddress: "javascript:alert(1)" }],
  ["a file as address", { ...own, staticAddress: "ftp://a.cn/" }],
  ["a service missing", { ...own, services: { ...own.services, vms: undefined } }],
  ["a service empty", { ...own, services: { ...own.services, vms: "" } }],
  ["services of another kind", { ...own, services: [] }],
  ["a brand without name", { ...own, brand: { name: "", organisation: "x" } }],
  ["a brand without organisation", { ...own, brand: { name: "x" } }],
  ["demo as text", { ...own, isDemo: "true" }],
  ["an area that is no number", { ...own, areaid: "杭州" }],
  ["no area", { ...own, areaid: null }],
  ["a file of before there were areas", { ...own, areaid: undefined }],
  ["nothing said of messages", { ...own, hasSms: undefined }],
  ["messages as text", { ...own, hasSms: "no" }],
  ["one field too many", { ...own, more: 1 }],
  ["all as it should be", own],
]

test.each(candidates)("[SHELL-6] %s: right or wrong as the contract's shape has it", (_title, raw) => {
  const { config, wrong } = readSiteConfig(raw)
  expect(wrong.length === 0).toBe(SiteConfig.safeParse(raw).success)
  expect(SiteConfig.safeParse(config).success).toBe(true)
})

test("[SHELL-6] one wrong field is named and falls back, the others stay", () => {
  const { config, wrong } = readSiteConfig({ ...own, staticAddress: "x" })
  expect(wrong).toEqual(["staticAddress"])
  expect(config).toEqual({ ...own, staticAddress: null })
})

/** A module of its own each time: the configuration is read once per document. */
beforeEach(() => vi.resetModules())
afterEach(() => vi.restoreAllMocks())

test("[SHELL-6] it is fetched once, from beside index.html", async () => {
  const fetch = vi.spyOn(globalThis, "fetch").mockImplementation(async () => Response.json(own))
  const { siteConfig, siteConfigAtHand } = await import("./site-config.ts")
  expect(siteConfigAtHand()).toEqual(defaultSiteConfig)
  await Promise.all([siteConfig(), siteConfig()])
  expect(siteConfigAtHand()).toEqual(own)
  expect(fetch.mock.calls.map(([address]) => address)).toEqual([new URL("config.json", document.baseURI)])
})

test.each([
  ["not there", () => Promise.resolve(new Response("", { status: 404 }))],
  ["no JSON", () => Promise.resolve(new Response("<html>"))],
  ["not reachable", () => Promise.reject(new TypeError("Failed to fetch"))],
])("[SHELL-6] %s: the defaults, and the console says so", async (_title, answer) => {
  vi.spyOn(globalThis, "fetch").mockImplementation(answer)
  const log = vi.spyOn(console, "error").mockReturnValue(undefined)
  const { siteConfig } = await import("./site-config.ts")
  await expect(siteConfig()).resolves.toEqual(defaultSiteConfig)
  expect(log.mock.calls[0]?.[0]).toContain("config.json")
})

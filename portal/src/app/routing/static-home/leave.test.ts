// @vitest-environment node
import { defaultSiteConfig } from "@uc/contract/core/site-defaults"
import { beforeEach, expect, test, vi } from "vitest"
import { leaveForHome } from "./leave.ts"

const config = vi.hoisted(() => ({ staticAddress: null as string | null }))
vi.mock("../../../platform/browser/site-config.ts", () => ({
  siteConfig: async () => ({ ...defaultSiteConfig, ...config }),
}))

const here = "https://portal.example.cn/static/usercenter/?a=1#/main/home"
const replace = vi.fn<(address: string) => void>()
const assign = vi.fn<(address: string) => void>()

beforeEach(() => {
  replace.mockReset()
  assign.mockReset()
  vi.stubGlobal("window", { location: { href: here, replace, assign } })
})

test("[SPEC-6][ROUTE-5][REQ-6] the browser leaves for the static home address and replaces the entry", async () => {
  config.staticAddress = "https://portal.example.cn/home/"
  expect(await leaveForHome()).toBe(false)
  expect(replace.mock.calls).toEqual([["https://portal.example.cn/home/"]])
  expect(assign).not.toHaveBeenCalled()
})

test.each([null, "https://portal.example.cn/static/usercenter/"])(
  "[SPEC-6][ROUTE-5] with the static address %s home is this document, and the router goes there",
  async (address) => {
    config.staticAddress = address
    expect(await leaveForHome()).toBe(true)
    expect(replace).not.toHaveBeenCalled()
  },
)

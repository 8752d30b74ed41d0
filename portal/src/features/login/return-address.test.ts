// @vitest-environment jsdom
import { domainCalls } from "@uc/contract/domains/calls"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { send } from "../../platform/http/send.ts"
import { permittedReturn } from "./return-address.ts"
import { keepUser } from "../../platform/session/session.ts"
import { someUser } from "../../testing/some-user.ts"

vi.mock("../../platform/http/send.ts", () => ({ send: vi.fn() }))

beforeEach(() => {
  keepUser(someUser)
  vi.mocked(send).mockImplementation(async (call) =>
    call === domainCalls.inForce
      ? { version: "1", domains: [{ origin: "https://oa.example.cn", name: "办公", helpers: [] }] }
      : {},
  )
})
afterEach(() => void vi.mocked(send).mockReset())

test("[LOGIN-6][DOM-7] a login leads back to this site and to what is in force, and nowhere else", async () => {
  expect(await permittedReturn("https://oa.example.cn/a?b=1")).toBe("https://oa.example.cn/a?b=1")
  expect(await permittedReturn("/openapi.json")).toBe(`${window.location.origin}/openapi.json`)
  for (const wanted of [
    "https://evil.example/",
    "//evil.example",
    "\\\\evil.example",
    "https://oa.example.cn@evil.example/",
    "https://oa.example.cn.evil.example/",
    "http://oa.example.cn/",
    "javascript:alert(1)",
    "java\tscript:alert(1)",
    "data:text/html,x",
  ])
    expect(await permittedReturn(wanted), wanted).toBeNull()
  expect(send).toHaveBeenCalledWith(domainCalls.seen, { origin: "https://evil.example", wasRefused: true })
})

test("[LOGIN-6] without a list the return address is ignored", async () => {
  vi.mocked(send).mockRejectedValue(new Error("down"))
  await expect(permittedReturn("https://oa.example.cn/")).rejects.toThrow("down")
})

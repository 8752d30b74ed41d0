import { act, cleanup, render, screen } from "@testing-library/react"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { answerHostedFrames, type HostedFrame as Shown } from "../../platform/hosted-frames.ts"
import { send } from "../../platform/send.ts"
import { frameAddress, HostedFrame } from "./hosted-frame.tsx"

vi.mock("../../platform/send.ts", () => ({ send: vi.fn() }))
beforeEach(() => void vi.mocked(send).mockResolvedValue({ domainList: [] }))

afterEach(cleanup)

const base = "https://portal.example.cn/static/usercenter/"

test.each([
  ["/openapi.json", "https://portal.example.cn/openapi.json"],
  ["https://oa.example.cn/a?b=1", "https://oa.example.cn/a?b=1"],
  ["javascript:alert(1)", null],
  ["java\nscript:alert(1)", null],
  [" data:text/html,x", null],
  ["blob:https://portal.example.cn/1", null],
  ["https://", null],
])("[MENU-3] of the address %j the frame gets %j", (address, source) => {
  expect(frameAddress(address, base)).toBe(source)
})

test("[MENU-3] a hosted page may not lead the tab away", () => {
  render(<HostedFrame title="收文" address="https://oa.example.cn/" />)
  const allowed = screen.getByTitle("收文").getAttribute("sandbox")?.split(" ") ?? ["allow-top-navigation"]
  expect(allowed.filter((word) => word.startsWith("allow-top-navigation"))).toEqual([])
})

test("[MENU-3] a site that can't be hosted yet is told as such, with a way to it, not left blank", () => {
  render(<HostedFrame title="收文" address="https://oa.example.cn/in" />)
  const violation = Object.assign(new Event("securitypolicyviolation"), {
    effectiveDirective: "frame-src",
    blockedURI: "https://oa.example.cn/in",
  })
  act(() => void document.dispatchEvent(violation))
  expect(screen.getByRole("alert").textContent).toContain("该功能开放后，将在这里打开 oa.example.cn 的页面")
  const link = screen.getByRole("link", { name: "在新窗口打开" })
  expect(link.getAttribute("href")).toBe("https://oa.example.cn/in")
  expect(link.getAttribute("rel")).toContain("noopener")
})

test("the refusal of another site says nothing about this one", () => {
  render(<HostedFrame title="收文" address="https://oa.example.cn/in" />)
  const violation = Object.assign(new Event("securitypolicyviolation"), {
    effectiveDirective: "frame-src",
    blockedURI: "https://oa.example.cn.evil.example/",
  })
  act(() => void document.dispatchEvent(violation))
  expect(screen.queryByRole("alert")).toBeNull()
})

test("[DOM-7] a site that was listed after the portal was opened needs a reload, and is told so", async () => {
  vi.mocked(send).mockResolvedValue({ domainList: [{ id: "1", name: "办公", domainIp: "oa.example.cn" }] })
  render(<HostedFrame title="收文" address="https://oa.example.cn/in" />)
  const violation = Object.assign(new Event("securitypolicyviolation"), {
    effectiveDirective: "frame-src",
    blockedURI: "https://oa.example.cn/in",
  })
  act(() => void document.dispatchEvent(violation))
  expect(await screen.findByRole("button", { name: "重新加载" })).toBeTruthy()
})

test("[DLG-5] the bridge knows the frame as long as it is shown", () => {
  const known = new Set<Shown>()
  answerHostedFrames((frame) => {
    known.add(frame)
    return () => known.delete(frame)
  })
  const { unmount } = render(<HostedFrame title="收文" address="https://oa.example.cn/in" />)
  expect([...known]).toEqual([screen.getByTitle("收文")])
  unmount()
  expect(known.size).toBe(0)
})

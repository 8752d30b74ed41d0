import { act, cleanup, render, screen } from "@testing-library/react"
import { afterEach, expect, test } from "vitest"
import { frameAddress, HostedFrame } from "./hosted-frame.tsx"

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

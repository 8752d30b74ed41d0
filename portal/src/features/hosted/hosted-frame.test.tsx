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

test("a site that the server does not let in is told as such, not left blank", () => {
  render(<HostedFrame title="收文" address="https://oa.example.cn/in" />)
  const violation = Object.assign(new Event("securitypolicyviolation"), {
    effectiveDirective: "frame-src",
    blockedURI: "https://oa.example.cn/in",
  })
  act(() => void document.dispatchEvent(violation))
  expect(screen.getByRole("alert").textContent).toContain("oa.example.cn")
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

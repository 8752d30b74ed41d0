// @vitest-environment node
import { describe, expect, test } from "vitest"
import { homeElsewhere, redirectLimit, redirectTarget } from "./static-address.ts"

const site = "https://portal.example.cn/static/usercenter/"

describe("[SHELL-5] to the static address", () => {
  test("none configured: stay", () => {
    expect(redirectTarget(null, "http://10.0.0.1/static/usercenter/#/main/home", 0)).toBeNull()
  })

  test.each([
    ["another host", "https://10.0.0.1/static/usercenter/"],
    ["another protocol", "http://portal.example.cn/static/usercenter/"],
    ["another port", "https://portal.example.cn:8443/static/usercenter/"],
  ])("%s: go there, hash and query kept", (_title, here) => {
    expect(redirectTarget(site, `${here}?from=a%20b#/main/home?x=1`, 0)).toBe(
      `${site}?from=a%20b#/main/home?x=1`,
    )
  })

  test("the same origin: stay, whatever the path", () => {
    expect(redirectTarget(site, `${site}?a=1#/main/home`, 0)).toBeNull()
    expect(redirectTarget(site, "https://portal.example.cn/other/", 0)).toBeNull()
  })

  test("it can't loop: the target itself stays where it is", () => {
    for (const here of ["http://a.cn/x?y#z", "https://portal.example.cn:1/", "http://portal.example.cn/"]) {
      const target = redirectTarget(site, here, 0)
      expect(target).not.toBeNull()
      expect(redirectTarget(site, target ?? "", 0)).toBeNull()
    }
  })

  test("a server that always redirects back is given up after a few times", () => {
    const sent = Array.from({ length: 50 }, (_unused, soFar) => redirectTarget(site, "http://a.cn/", soFar))
    expect(sent.filter((target) => target !== null)).toHaveLength(redirectLimit)
  })
})

test("[ROUTE-5][REQ-6] home is elsewhere only if another document is configured", () => {
  expect(homeElsewhere(null, `${site}#/main/home`)).toBeNull()
  expect(homeElsewhere(site, `${site}?a=1#/main/home`)).toBeNull()
  expect(homeElsewhere(site, "http://a.cn/static/usercenter/#/x")).toBe(site)
  expect(homeElsewhere("https://portal.example.cn/", `${site}#/x`)).toBe("https://portal.example.cn/")
})

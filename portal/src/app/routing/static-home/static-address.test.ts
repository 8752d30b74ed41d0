// @vitest-environment node
import { describe, expect, test } from "vitest"
import {
  homeElsewhere,
  nextRedirect,
  readRedirect,
  redirectLimit,
  redirectTarget,
  rowPauseMs,
  writeRedirect,
  type Redirect,
} from "./static-address.ts"

const site = "https://portal.example.cn/static/usercenter/"

describe("[SHELL-5] to the static address", () => {
  test("none configured: stay", () => {
    expect(redirectTarget(null, "http://10.0.0.1/static/usercenter/#/main/home")).toBeNull()
  })

  test.each([
    ["another host", "https://10.0.0.1/static/usercenter/"],
    ["another protocol", "http://portal.example.cn/static/usercenter/"],
    ["another port", "https://portal.example.cn:8443/static/usercenter/"],
  ])("%s: go there, hash and query kept", (_title, here) => {
    expect(redirectTarget(site, `${here}?from=a%20b#/main/home?x=1`)).toBe(
      `${site}?from=a%20b#/main/home?x=1`,
    )
  })

  test("the same origin: stay, whatever the path", () => {
    expect(redirectTarget(site, `${site}?a=1#/main/home`)).toBeNull()
    expect(redirectTarget(site, "https://portal.example.cn/other/")).toBeNull()
  })

  test("it can't loop: the target itself stays where it is", () => {
    for (const here of ["http://a.cn/x?y#z", "https://portal.example.cn:1/", "http://portal.example.cn/"]) {
      const target = redirectTarget(site, here)
      expect(target).not.toBeNull()
      expect(redirectTarget(site, target ?? "")).toBeNull()
    }
  })
})

describe("[SPEC-1][SHELL-5] a loop of redirects and visits to a wrong origin", () => {
  /** How many of the attempts lead away; every attempt is `pauseMs` after the one before. */
  function followed(attempts: readonly { readonly pauseMs: number; readonly entries: number }[]): number {
    let last: Redirect | null = null
    let nowMs = 1_000_000
    return attempts.filter(({ pauseMs, entries }) => {
      nowMs += pauseMs
      const next = nextRedirect(last, nowMs, entries)
      last = next ?? last
      return next !== null
    }).length
  }
  const times = <T>(count: number, of: (at: number) => T) => Array.from({ length: count }, (_, at) => of(at))

  test("a server that always redirects back is given up after a few times", () => {
    expect(followed(times(50, () => ({ pauseMs: 500, entries: 4 })))).toBe(redirectLimit)
  })

  test("visits that follow one another quickly all lead to the static address", () => {
    expect(followed(times(50, (at) => ({ pauseMs: 500, entries: 2 + at })))).toBe(50)
  })

  test("visits after a pause all lead there, also where the history is full", () => {
    expect(followed(times(50, () => ({ pauseMs: rowPauseMs + 1, entries: 50 })))).toBe(50)
  })

  test("a loop that was stopped is tried again after the pause", () => {
    const loop = times(6, () => ({ pauseMs: 500, entries: 4 }))
    expect(followed([...loop, { pauseMs: rowPauseMs, entries: 4 }])).toBe(redirectLimit + 1)
  })

  test("what was kept is read back; what cannot be read counts as nothing", () => {
    const redirect = { inRow: 2, atMs: 1_700_000_000_000, entries: 7 }
    expect(readRedirect(writeRedirect(redirect))).toEqual(redirect)
    for (const kept of [null, "", "3", "a b c", "1 2 3 4"]) expect(readRedirect(kept)).toBeNull()
  })
})

test("[ROUTE-5][REQ-6] home is elsewhere only if another document is configured", () => {
  expect(homeElsewhere(null, `${site}#/main/home`)).toBeNull()
  expect(homeElsewhere(site, `${site}?a=1#/main/home`)).toBeNull()
  expect(homeElsewhere(site, "http://a.cn/static/usercenter/#/x")).toBe(site)
  expect(homeElsewhere("https://portal.example.cn/", `${site}#/x`)).toBe("https://portal.example.cn/")
})

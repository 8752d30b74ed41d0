// @vitest-environment node
import { describe, expect, test } from "vitest"
import { admissionVerdict, type Asked } from "./guard.ts"
import { accessTo, redirects, staticRoutes } from "./routes.ts"

const asked: readonly Asked[] = ["not-yet", "user", "failed", "cancelled"]

describe("[ROUTE-5] a page that needs a user", () => {
  test("goes on with a stored one, whatever else happened", () => {
    for (const outcome of asked) {
      expect(admissionVerdict({ access: "closed", hasUser: true, asked: outcome })).toBe("go-on")
    }
  })

  test("without one the server is asked: yes goes on, no leaves", () => {
    expect(admissionVerdict({ access: "closed", hasUser: false, asked: "not-yet" })).toBe("ask")
    expect(admissionVerdict({ access: "closed", hasUser: false, asked: "user" })).toBe("go-on")
    expect(admissionVerdict({ access: "closed", hasUser: false, asked: "failed" })).toBe("leave")
  })

  test("[REQ-2] a cancellation is never a failure: it is asked again", () => {
    expect(admissionVerdict({ access: "closed", hasUser: false, asked: "cancelled" })).toBe("ask")
  })
})

test("[ROUTE-6] an open page goes on without requesting the user", () => {
  for (const outcome of asked) {
    expect(admissionVerdict({ access: "open", hasUser: false, asked: outcome })).toBe("go-on")
  }
})

test("[ROUTE-10] an unknown address requests the user and is shown as unknown", () => {
  expect(admissionVerdict({ access: "unknown", hasUser: false, asked: "not-yet" })).toBe("ask")
  expect(admissionVerdict({ access: "unknown", hasUser: false, asked: "failed" })).toBe("go-on")
})

test("[ROUTE-6] only login paths, mainBox, demo, demoLogin, getQrcode and our two for passwords are open", () => {
  const open = staticRoutes.map(({ path }) => path).filter((path) => accessTo(path) === "open")
  expect(open.toSorted()).toEqual(
    [
      "/newLogin",
      "/defaultLogin",
      "/eduLogin",
      "/gzLogin",
      "/demoLogin",
      "/adminLogin",
      "/demo1",
      "/main/demo",
      "/mainBox",
      "/getQrcode",
      // DISTRICT-1, DAY-15: for who has no password yet, or has forgotten it.
      "/activate",
      "/forgotPassword",
      // SSO-4: somebody whom another has vouched for, on the way to a session.
      "/signInByOther",
      // DAY-7: a screen is nobody who could be signed in; the server answers it by its own cookie.
      "/main/screen",
    ].toSorted(),
  )
  for (const { from } of redirects) expect(accessTo(from)).toBe("open")
})

test.each([
  ["/newLogin/", "open"],
  ["/newlogin", "open"],
  ["/main/home", "closed"],
  ["/MAIN/HOME", "closed"],
  ["/12", "closed"],
  ["/12/34", "closed"],
  ["/no-such-page", "unknown"],
  ["/main/demo/more", "unknown"],
  ["/newLogin/../main/home", "unknown"],
] as const)("[ROUTE-6] %s is %s", (path, access) => expect(accessTo(path)).toBe(access))

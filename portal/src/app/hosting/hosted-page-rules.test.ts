import { invocationOf } from "@uc/bridge/invocation"
import type { Method } from "@uc/bridge/protocol"
import { refusalMessages } from "@uc/bridge/refusals"
import { reauthMessages } from "@uc/contract/reauth/calls"
import { expect, test } from "vitest"
import { refusalFor } from "./hosted-page-rules.ts"
import { staticRoutes } from "../routing/routes.ts"

function refused(method: Method, ...args: readonly unknown[]): string | null {
  const { invocation, sentence } = invocationOf(method, args)
  return invocation ? refusalFor(invocation) : expect.fail(sentence)
}

const logins = staticRoutes.filter(({ isLogin }) => isLogin).map(({ path }) => path)

test.each([
  ...logins,
  "/",
  "/?return=x",
  "/getQrcode",
  "/getQrcode?t=abc",
  "/GETQRCODE/",
  "/get%51rcode#x",
  "#/getQrcode?t=abc",
  "/getQrcode//",
  "/newLogin?return=https://evil.example",
  "/mainBox?url=https://oa.example.cn",
])("[DLG-5] another site can't open %s, neither as the page nor in a drawer", (path) => {
  expect(refused("navigate", path)).toBe(refusalMessages.closedPlace)
  expect(refused("openDrawer", "page", { path })).toBe(refusalMessages.closedPlace)
  expect(refused("openPicker", 1, { path })).toBe(refusalMessages.closedPlace)
})

test.each(["/main/home", "/main/account?tab=1", "/task", "/12/34", "/main/oldpage?url=%2FgetQrcode"])(
  "[DLG-5] it may lead to %s",
  (path) => {
    expect(refused("navigate", path)).toBeNull()
    expect(refused("openDrawer", "page", { path })).toBeNull()
  },
)

test("[DLG-5][RANGE-1] another site's picker only chooses: it saves no range and edits no department", () => {
  const save = { objectIds: ["1"], objectType: 2 }
  expect(refused("openPicker", "range", { save })).toBe(refusalMessages.noSaving)
  expect(refused("openPicker", 999, { save })).toBe(refusalMessages.noSaving)
  expect(refused("openPicker", "range", {})).toBeNull()
  expect(refused("openPicker", "department", { canEdit: true })).toBe(refusalMessages.noEditing)
  expect(refused("openPicker", "department", { canEdit: false })).toBeNull()
})

test("[AUTH-2][DLG-5] another site's re-authentication without a module is refused", () => {
  expect(refused("reauthenticate")).toBe(reauthMessages.midMissing)
  expect(refused("reauthenticate", "domain")).toBeNull()
})

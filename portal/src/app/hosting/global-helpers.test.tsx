import { waitFor } from "@testing-library/react"
import { createMemoryRouter } from "react-router"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import {
  closeDialogs,
  closeDialogsOnBack,
  openDialogs,
  settleDialog,
} from "../../platform/dialogs/dialogs.ts"
import { provideIdentityCheck } from "../../platform/session/identity.ts"
import { drill } from "../../testing/fake-alarms.ts"
import { monitorOrder } from "../../features/monitor/monitor-client.ts"
import { forgetUser, keepUser } from "../../platform/session/session.ts"
import { someUser } from "../../testing/some-user.ts"
import { installGlobalHelpers } from "./global-helpers.ts"

const router = createMemoryRouter([{ path: "*", element: null }])
installGlobalHelpers(router)
const portal = () => window.UserCenter ?? expect.fail("window.UserCenter is not there")

async function opened() {
  await waitFor(() => expect(openDialogs()).toHaveLength(1))
  return openDialogs()[0] ?? expect.fail("nothing is open")
}

beforeEach(() => keepUser(someUser))
afterEach(closeDialogs)

test("[DLG-1][DLG-3][DLG-4] an older page opens a picker by its number and gets the choice once", async () => {
  const callback = vi.fn()
  void portal().openDialog({ key: 998, max: 2 }, callback)
  const dialog = await opened()
  expect(dialog).toMatchObject({ key: 998, content: { kind: "picker", name: "person", options: { max: 2 } } })
  settleDialog(dialog, [{ id: "7", label: "王", phone: "13800000000" }])
  await waitFor(() => expect(callback.mock.calls).toEqual([[[{ id: "7", label: "王" }]]]))
})

test("[DLG-1] without a key it is 1", async () => {
  void portal().openDialog({ path: "/main/home" })
  expect(await opened()).toMatchObject({ key: 1, content: { kind: "drawer", name: "page" } })
})

test("[DLG-2] closed from outside, by key or all, the opener gets null", async () => {
  const chosen = portal().openPicker("area")
  await opened()
  portal().closeDialog(998)
  expect(openDialogs()).toHaveLength(1)
  portal().closeDialog(997)
  await expect(chosen).resolves.toBeNull()
  const shown = portal().openDrawer("person", { id: "7" })
  await opened()
  portal().closeDialog()
  await expect(shown).resolves.toBeNull()
})

test("[SPEC-4][SPEC-6][DLG-2] closing a numbered picker clears its callback without calling it", async () => {
  const callback = vi.fn()
  const closing = [
    () => portal().closeDialog(998),
    () => portal().closeDialog(),
    () => window.dispatchEvent(new PopStateEvent("popstate")),
  ]
  closeDialogsOnBack()
  for (const close of closing) {
    const asked = portal().openDialog({ key: 998 }, callback)
    await opened()
    // A second one of the same key is not opened, and its callback is not called either.
    expect(await portal().openDialog({ key: "998" }, callback)).toBeNull()
    close()
    expect(await asked).toBeNull()
  }
  expect(callback).not.toHaveBeenCalled()
  void portal().openDialog({ key: 998 }, callback)
  settleDialog(await opened(), [{ id: "7", label: "王" }])
  await waitFor(() => expect(callback.mock.calls).toEqual([[[{ id: "7", label: "王" }]]]))
})

test("[SPEC-2][DLG-1] an older page's key and numbers may be texts, its ids numbers", async () => {
  void portal().openDialog({ key: "998", max: "3", defaults: [5] })
  expect(await opened()).toMatchObject({
    key: 998,
    content: { name: "person", options: { max: 3, defaults: ["5"] } },
  })
})

test("[DLG-4] options that make no sense open nothing", async () => {
  await expect(portal().openPicker("person", { max: 0 })).rejects.toThrow("max：")
  vi.spyOn(console, "error").mockReturnValue(undefined)
  const callback = vi.fn()
  await portal().openDialog({ key: 77 }, callback)
  expect(callback).not.toHaveBeenCalled()
  expect(openDialogs()).toEqual([])
})

test("[AUTH-1][AUTH-2] re-authentication takes module ids as older pages send them, unknown ones not", async () => {
  const asked: string[] = []
  provideIdentityCheck(async (mid) => {
    asked.push(mid)
    return mid === "domain"
  })
  vi.spyOn(console, "error").mockReturnValue(undefined)
  const callback = vi.fn()
  await portal().reauthenticate("domain", callback)
  await portal().reauthenticate(7 as unknown as string, callback)
  await portal().reauthenticate("unlock", callback)
  await portal().reauthenticate(undefined as unknown as string, callback)
  await portal().reauthenticate({ toString: () => "evil" } as unknown as string, callback)
  expect(asked).toEqual(["domain", "", ""])
  expect(callback.mock.calls).toEqual([[true], [false], [false], [false], [false]])
  await expect(portal().reauthenticate("unlock")).rejects.toThrow("没有这项操作")
})

test("[DLG-5] a page gets the brief form of the user, or null, and can't choose another", async () => {
  const { id, orgid, orgname, areaid, areaname, usertype } = someUser
  await expect(portal().currentUser()).resolves.toEqual({
    jid: id,
    orgid,
    orgname,
    areaid,
    areaname,
    usertype,
  })
  forgetUser()
  await expect(portal().currentUser()).resolves.toBeNull()
  await expect(portal().openPicker("person")).rejects.toThrow("请先登录")
  await expect(portal().openDrawer("person", { id: "7" })).rejects.toThrow("请先登录")
})

test("[DLG-5] navigate goes to places of the portal only; setTitle names the page", async () => {
  await portal().navigate("#/main/account?tab=1")
  expect(router.state.location).toMatchObject({ pathname: "/main/account", search: "?tab=1" })
  await expect(portal().navigate("//evil.example")).rejects.toThrow("只能打开本站的页面")
  expect(router.state.location.pathname).toBe("/main/account")
  await portal().setTitle(" 收文 (3) ")
  expect(document.title).toMatch(/^收文 \(3\) - /)
  await expect(portal().setTitle("长".repeat(51))).rejects.toThrow("不能超过50个字符")
})

test("[DLG-4][WARN-5] the monitor is started and stopped, and never without a user", async () => {
  const callback = vi.fn()
  expect(await portal().startMonitor({ areaid: "3", intervalMs: 2000 }, callback)).toBe(true)
  expect(monitorOrder()).toMatchObject({ options: { areaid: "3", intervalMs: 2000 } })
  const item = { ...drill("d"), startTime: "14:00:00", schoolAddress: "" }
  monitorOrder()?.callback?.(item, "yuan")
  expect(callback.mock.calls).toEqual([[item, "yuan"]])
  await portal().stopMonitor()
  expect(monitorOrder()).toBeNull()
  await expect(portal().startMonitor({ intervalMs: 10 })).rejects.toThrow("intervalMs")
  forgetUser()
  await expect(portal().startMonitor()).rejects.toThrow("请先登录")
})

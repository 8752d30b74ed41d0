// @vitest-environment jsdom
import { afterEach, expect, test, vi } from "vitest"
import {
  closeDialog,
  closeDialogsOnBack,
  openDialog,
  openDialogs,
  reduceDialogs,
  settleDialog,
  type DialogContent,
  type OpenDialog,
} from "./dialogs.ts"
import { openDrawer } from "./drawers.ts"
import { pick } from "./pick.ts"

closeDialogsOnBack()
afterEach(() => void window.dispatchEvent(new PopStateEvent("popstate")))

const keys = () => openDialogs().map(({ key }) => key)
const opened = (key: number) => openDialogs().find((dialog) => dialog.key === key) as OpenDialog
const area: DialogContent = { kind: "picker", name: "area", options: {} }

test("[DLG-1] the default key is 1", () => {
  void openDrawer("page", { path: "/main/home" })
  expect(keys()).toEqual([1])
})

test("[DLG-1] each picker has its own key", () => {
  for (const name of ["area", "person", "range", "department", "menu", "module", "building", "grid"] as const)
    void pick(name)
  expect(keys()).toEqual([997, 998, 999, 1000, 1001, 1002, 1003, 1004])
})

test("[DLG-2] a key that is already visible is not reopened", async () => {
  void pick("person", { title: "first" })
  await expect(pick("person", { title: "second" })).resolves.toBeNull()
  expect(openDialogs().map(({ content }) => content.options)).toEqual([{ title: "first" }])
})

test("[DLG-3] the result goes to the callback, then the dialog closes", async () => {
  const chosen = pick("area")
  settleDialog(opened(997), [{ areaid: "1", areaname: "甲" }])
  expect(keys()).toEqual([])
  await expect(chosen).resolves.toEqual([{ areaid: "1", areaname: "甲" }])
})

test("[DLG-2] the reducer closes a dialog without calling its callback", () => {
  const settle = vi.fn<(result: unknown) => void>()
  const dialog = { key: 1, turn: 1, content: area, openedBy: null, settle }
  const open = reduceDialogs([], { type: "opened", dialog })
  expect(reduceDialogs(open, { type: "closed", key: 1 })).toEqual([])
  expect(settle).not.toHaveBeenCalled()
})

test("[SPEC-6][DLG-2] closing clears the callback: no later result, close or back reaches it", async () => {
  const told: unknown[] = []
  void pick("area").then((result) => told.push(["first", result]))
  const before = opened(997)
  closeDialog(997)
  expect(keys()).toEqual([])
  settleDialog(before, [{ areaid: "1", areaname: "甲" }])
  closeDialog(997)
  const second = pick("area").then((result) => told.push(["second", result]))
  expect(opened(997)).not.toBe(before)
  settleDialog(before, [{ areaid: "2", areaname: "乙" }])
  settleDialog(opened(997), [{ areaid: "3", areaname: "丙" }])
  await second
  window.dispatchEvent(new PopStateEvent("popstate"))
  expect(told).toEqual([
    ["first", null],
    ["second", [{ areaid: "3", areaname: "丙" }]],
  ])
})

test("[DLG-2] a dialog that is over can't close the next one of its key", async () => {
  const first = pick("area")
  const before = opened(997)
  closeDialog(997)
  await expect(first).resolves.toBeNull()
  void pick("area")
  settleDialog(before, "late")
  expect(keys()).toEqual([997])
})

test("[DLG-2] browser back clears all open dialogs; each caller is answered", async () => {
  const results = [pick("area"), pick("person"), openDrawer("person", { id: "7" })]
  window.dispatchEvent(new PopStateEvent("popstate"))
  expect(keys()).toEqual([])
  await expect(Promise.all(results)).resolves.toEqual([null, null, null])
})

test("[DLG-5] what a closed opener had opened closes, later dialogs of others do not", async () => {
  const gone = new AbortController()
  const first = openDialog(997, area, gone.signal)
  settleDialog(opened(997), "chosen")
  void openDialog(997, area)
  gone.abort()
  await expect(first).resolves.toBe("chosen")
  expect(keys()).toEqual([997])
  await expect(openDialog(998, area, gone.signal)).resolves.toBeNull()
  expect(keys()).toEqual([997])

  const second = new AbortController()
  const closed = openDialog(998, area, second.signal)
  second.abort()
  await expect(closed).resolves.toBeNull()
  expect(keys()).toEqual([997])
})

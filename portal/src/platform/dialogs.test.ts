import { afterEach, expect, test, vi } from "vitest"
import { closeDialog, closeDialogsOnBack, openDialog, openDialogs, reduceDialogs } from "./dialogs.ts"

closeDialogsOnBack()
afterEach(() => void window.dispatchEvent(new PopStateEvent("popstate")))

const keys = () => openDialogs().map(({ key }) => key)

test("[DLG-1] the default key is 1", () => {
  void openDialog({ name: "drawer" })
  expect(keys()).toEqual([1])
})

test("[DLG-2] a key that is already visible is not reopened", async () => {
  void openDialog({ key: 998, name: "person", options: "first" })
  await expect(openDialog({ key: 998, name: "person", options: "second" })).resolves.toBeNull()
  expect(openDialogs().map(({ options }) => options)).toEqual(["first"])
})

test("[DLG-3] the result goes to the callback, then the dialog closes", async () => {
  const chosen = openDialog({ key: 997, name: "area" })
  closeDialog(997, ["1"])
  expect(keys()).toEqual([])
  await expect(chosen).resolves.toEqual(["1"])
})

test("[DLG-2] closing clears the callback: a later close reaches nobody", () => {
  const settle = vi.fn<(result: unknown) => void>()
  const open = reduceDialogs([], { type: "opened", dialog: { key: 1, name: "x", options: null, settle } })
  expect(reduceDialogs(open, { type: "closed", key: 1 })).toEqual([])
  expect(settle).not.toHaveBeenCalled()
})

test("[DLG-2] browser back clears all open dialogs; each caller is told", async () => {
  const results = [openDialog({ key: 997, name: "area" }), openDialog({ key: 998, name: "person" })]
  window.dispatchEvent(new PopStateEvent("popstate"))
  expect(keys()).toEqual([])
  await expect(Promise.all(results)).resolves.toEqual([null, null])
})

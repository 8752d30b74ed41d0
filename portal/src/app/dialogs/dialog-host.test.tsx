import type { DrawerName } from "@uc/contract/drawers/drawers"
import type { PickerName } from "@uc/contract/pickers/pickers"
import { act, render, screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { createMemoryRouter } from "react-router"
import { beforeEach, expect, test, vi } from "vitest"
import type { PickerProps } from "../../features/pickers/picker-props.ts"
import { closeDialogs, openDialogs } from "../../platform/dialogs/dialogs.ts"
import { openDrawer } from "../../platform/dialogs/drawers.ts"
import { pick } from "../../platform/dialogs/pick.ts"
import { dismissToast, shownToasts } from "../../platform/browser/toast.ts"
import { windowBroken } from "../../ui/feedback/closes-when-broken.tsx"
import { DialogHost } from "./dialog-host.tsx"

const { loading, broken } = vi.hoisted(() => ({
  loading: { failures: 0 },
  broken: { picker: false, drawer: false },
}))

vi.mock("../../features/pickers/registry.ts", async () => {
  const { useState } = await import("react")
  function FakePicker({ options, onDone, onSaving }: PickerProps<PickerName>) {
    const [typed, setTyped] = useState("")
    if (broken.picker || typed === "错") throw new Error("can't be drawn")
    return (
      <>
        <p>可选 {options.max}</p>
        <input aria-label="搜索" value={typed} onChange={(event) => setTyped(event.target.value)} />
        <button type="button" onClick={() => onDone([])}>
          确定
        </button>
        <button type="button" onClick={() => onSaving?.(true)}>
          保存
        </button>
      </>
    )
  }
  async function load() {
    if (loading.failures-- > 0) throw new Error("no chunk")
    return { default: FakePicker }
  }
  return { loadPicker: { person: load, area: load } }
})

vi.mock("./drawer-registry.ts", () => {
  const loadDrawer: Record<DrawerName, unknown> = {
    page: async () => ({ default: () => <p>一页</p> }),
    person: async () => ({
      default: () => {
        if (broken.drawer) throw new Error("can't be drawn")
        return <p>一人</p>
      },
    }),
  }
  return { loadDrawer }
})

function shownHost() {
  const router = createMemoryRouter([{ path: "*", element: null }], { initialEntries: ["/a", "/b"] })
  render(<DialogHost router={router} />)
  return router
}

beforeEach(() => {
  act(closeDialogs)
  loading.failures = 0
  Object.assign(broken, { picker: false, drawer: false })
  for (const { id } of shownToasts()) dismissToast(id)
})

test("[DLG-3] a picker opens with title and options, and its choice settles the promise", async () => {
  shownHost()
  const chosen = pick("person", { max: 3 })
  expect(await screen.findByRole("dialog", { name: "选择人员" })).toBeTruthy()
  expect(await screen.findByText("可选 3")).toBeTruthy()
  await userEvent.click(screen.getByRole("button", { name: "确定" }))
  await expect(chosen).resolves.toEqual([])
  expect(screen.queryByRole("dialog")).toBeNull()
})

test("[DLG-6] the search box has the focus once the picker is there", async () => {
  shownHost()
  void pick("person")
  const box = await screen.findByLabelText("搜索")
  await waitFor(() => expect(document.activeElement).toBe(box))
})

test("[DLG-6] Escape closes; a press beside it does not, so that no choice is lost by a slip", async () => {
  shownHost()
  const chosen = pick("person", { title: "选值班人员" })
  const dialog = await screen.findByRole("dialog", { name: "选值班人员" })
  await userEvent.click(dialog)
  expect(screen.getByRole("dialog")).toBeTruthy()
  act(() => void dialog.dispatchEvent(new Event("cancel", { cancelable: true })))
  await expect(chosen).resolves.toBeNull()
})

test("[DLG-3] [DLG-6] Escape does not close what is being saved: its answer settles the promise", async () => {
  shownHost()
  const chosen = pick("person")
  await userEvent.click(await screen.findByRole("button", { name: "保存" }))
  act(() => void screen.getByRole("dialog").dispatchEvent(new Event("cancel", { cancelable: true })))
  await userEvent.click(screen.getByRole("button", { name: "确定" }))
  await expect(chosen).resolves.toEqual([])
})

test("[DLG-2] a second picker lies over the first; one of a visible key is not opened", async () => {
  shownHost()
  void pick("person")
  await userEvent.type(await screen.findByLabelText("搜索"), "王")
  await expect(pick("person")).resolves.toBeNull()
  void pick("area")
  expect(await screen.findByRole("dialog", { name: "选择区域" })).toBeTruthy()
  expect(screen.getAllByRole("dialog")).toHaveLength(2)
  const typed = () => screen.getAllByLabelText<HTMLInputElement>("搜索").map(({ value }) => value)
  await waitFor(() => expect(typed()).toEqual(["王", ""]))
})

test("[DLG-2] opened again it begins again", async () => {
  shownHost()
  void pick("person")
  await userEvent.type(await screen.findByLabelText("搜索"), "王")
  await act(async () => {
    closeDialogs()
    void pick("person")
  })
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>("搜索").value).toBe(""))
})

test("[DLG-2] back closes all of them and stays on the page; going elsewhere closes them too", async () => {
  const router = shownHost()
  await act(() => router.navigate("/c"))
  const results = [pick("person"), openDrawer("person", { id: "7" })]
  expect(await screen.findByText("一人")).toBeTruthy()
  await act(() => router.navigate(-1))
  await expect(Promise.all(results)).resolves.toEqual([null, null])
  expect(openDialogs()).toEqual([])
  expect(router.state.location.pathname).toBe("/c")

  const again = pick("area")
  await screen.findByRole("dialog", { name: "选择区域" })
  await act(() => router.navigate("/d"))
  await expect(again).resolves.toBeNull()
  await act(() => router.navigate(-1))
  expect(router.state.location.pathname).toBe("/c")
})

test("[DLG-4][DLG-5] a drawer of another site's page names its kind and the site that opened it", async () => {
  shownHost()
  const by = "https://oa.example.cn"
  void openDrawer("page", { path: "/main/account?x=1", title: "领取奖品" }, undefined, by)
  const drawer = await screen.findByRole("dialog", { name: "账号与安全" })
  expect(await screen.findByRole("heading", { name: "账号与安全" })).toBeTruthy()
  expect(drawer.textContent).toContain("由 oa.example.cn 打开：领取奖品")
  act(closeDialogs)
  void openDrawer("person", { id: "7" }, undefined, by)
  expect((await screen.findByRole("dialog", { name: "人员信息" })).textContent).toContain(
    "由 oa.example.cn 打开",
  )
  act(closeDialogs)
  void openDrawer("page", { path: "/main/account", title: "我的账号" })
  expect((await screen.findByRole("dialog", { name: "我的账号" })).textContent).not.toContain("打开")
})

test("[ROUTE-8][DLG-6] a picker that can't be fetched says so; it is tried again, or closed", async () => {
  vi.spyOn(console, "error").mockReturnValue(undefined)
  shownHost()
  loading.failures = 2
  const chosen = pick("person")
  expect((await screen.findByRole("alert")).textContent).toContain("窗口加载失败")
  await userEvent.click(screen.getByRole("button", { name: "重试" }))
  await userEvent.click(await screen.findByRole("button", { name: "重试" }))
  expect(await screen.findByLabelText("搜索")).toBeTruthy()
  await userEvent.click(screen.getByRole("button", { name: "确定" }))
  await expect(chosen).resolves.toEqual([])

  loading.failures = 1
  const given = pick("area")
  await screen.findByRole("alert")
  await userEvent.click(screen.getAllByRole("button", { name: "关闭" })[1] as HTMLElement)
  await expect(given).resolves.toBeNull()
})

const told = () => shownToasts().map(({ text }) => text)

test("[BARE-20] a picker that breaks closes, answers its opener and says so; one below it stays", async () => {
  vi.spyOn(console, "error").mockReturnValue(undefined)
  shownHost()
  void pick("person")
  await userEvent.type(await screen.findByLabelText("搜索"), "王")
  const chosen = pick("area")
  await waitFor(() => expect(screen.getAllByLabelText("搜索")).toHaveLength(2))
  await userEvent.type(screen.getAllByLabelText("搜索")[1] as HTMLElement, "错")
  await expect(chosen).resolves.toBeNull()
  expect(told()).toEqual([windowBroken])
  expect(screen.queryByRole("dialog", { name: "选择区域" })).toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>("搜索").value).toBe("王")
})

test("[BARE-20] a picker that can't be drawn at all answers its opener, and opens once it can", async () => {
  vi.spyOn(console, "error").mockReturnValue(undefined)
  shownHost()
  broken.picker = true
  expect(await pick("person")).toBeNull()
  expect(told()).toEqual([windowBroken])
  broken.picker = false
  void pick("person")
  expect(await screen.findByLabelText("搜索")).toBeTruthy()
})

test("[BARE-20] a drawer that can't be drawn closes, answers its opener and says so", async () => {
  vi.spyOn(console, "error").mockReturnValue(undefined)
  shownHost()
  broken.drawer = true
  expect(await openDrawer("person", { id: "7" })).toBeNull()
  expect(told()).toEqual([windowBroken])
  expect(screen.queryByRole("dialog")).toBeNull()
})

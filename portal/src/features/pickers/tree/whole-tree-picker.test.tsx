import { admintypes } from "@uc/contract/account/calls"
import { timeoutsMs } from "@uc/contract/core/http"
import { gridCalls, type GridNode } from "@uc/contract/grids/calls"
import { menuCalls, type Menu } from "@uc/contract/menus/calls"
import { moduleCalls, type Module } from "@uc/contract/modules/calls"
import { pickerMessages } from "@uc/contract/pickers/pickers"
import { act, screen, waitFor } from "@testing-library/react"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { forgetUser, keepUser } from "../../../platform/session/session.ts"
import { someUser } from "../../../testing/some-user.ts"
import { answering, Refused, serveFakes } from "../../../testing/fake-answers.ts"
import { shownPicker } from "../../../testing/fake-picker.tsx"
import GridPicker from "../building/grid-picker.tsx"
import MenuPicker from "./menu-picker.tsx"
import ModulePicker from "./module-picker.tsx"

beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => undefined))
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

function grid(id: string, name: string, childList: readonly GridNode[] = [], keys = ""): GridNode {
  return { id, name, keys, childList: [...childList] }
}

const grids = [
  grid("1", "全校", [
    grid("2", "东区", [grid("4", "东一片", [], "dongyipian dyp"), grid("5", "东二片")], "dongqu dq"),
    grid("3", "西区", [], "xiqu xq"),
  ]),
]

const serveGrids = (answer: () => unknown = () => grids) =>
  serveFakes(answering(gridCalls.tree, () => answer() as GridNode[]))

test("[GRID-1] [GRID-3] the tree is asked for as the caller says; a further tick above max is refused", async () => {
  const asked = serveGrids()
  const picker = shownPicker(GridPicker, { orgid: "7", ifCallBackSpaceName: 1, max: 2 })
  await picker.press("全校")
  await picker.press("东区")
  expect(picker.rows()).toEqual(["全校✓", "东区✓", "西区"])
  await picker.press("西区")
  expect(picker.problem()).toBe("最多只能选择2个")
  expect(picker.chosen()).toEqual(["全校", "东区"])
  picker.confirm()
  expect(picker.onDone).toHaveBeenCalledExactlyOnceWith([
    { id: "1", name: "全校" },
    { id: "2", name: "东区" },
  ])
  expect(asked).toEqual([
    { path: `/newusercenter${gridCalls.tree.path}`, sent: "ifCallBackSpaceName=1&orgid=7" },
  ])
})

test("[GRID-3] defaults above max are refused on confirming; deleted ones are counted", async () => {
  serveGrids()
  const picker = shownPicker(GridPicker, { defaults: ["2", "3", "4", "98", "99"], max: 2 })
  await picker.row("全校")
  expect(picker.notices()).toEqual(["有2条数据不存在"])
  picker.confirm()
  expect(picker.problem()).toBe("最多只能选择2个，当前已选择3个")
  expect(picker.onDone).not.toHaveBeenCalled()
})

test("[GRID-2] with max 1 a click chooses, without checkboxes, at the given level alone", async () => {
  serveGrids()
  const picker = shownPicker(GridPicker, { max: 1, level: 1 })
  await picker.press("东区")
  await picker.press("西区")
  expect(picker.rows()).toEqual(["全校", "东区", "西区✓"])
  expect(document.querySelector("[aria-checked]")).toBeNull()
  await picker.press("全校")
  expect(picker.problem()).toBe("不能选择该层级")
  expect(picker.chosen()).toEqual(["西区"])
})

test("[GRID-2] selectLevel cuts deeper levels off", async () => {
  serveGrids()
  const picker = shownPicker(GridPicker, { selectLevel: 1 })
  await picker.row("全校")
  picker.click("全部展开")
  expect(picker.rows()).toEqual(["全校", "东区", "西区"])
  expect((await picker.row("东区")).hasAttribute("aria-expanded")).toBe(false)
})

test("[GRID-1] a tree that does not come within 15 s is given up, and can be asked for again", async () => {
  vi.useFakeTimers()
  let hangs = true
  serveGrids(() => (hangs ? new Promise(() => undefined) : grids))
  const picker = shownPicker(GridPicker, {})
  await act(() => vi.advanceTimersByTimeAsync(timeoutsMs.gridTree - 1))
  expect(screen.queryByText(pickerMessages.failed)).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(10))
  expect(screen.getByText(pickerMessages.failed)).toBeDefined()
  vi.useRealTimers()
  hangs = false
  picker.click("重试")
  await picker.row("全校")
})

test("[PICK-9] the whole tree is filtered by text, pinyin and initials, and choices survive it", async () => {
  serveGrids()
  const picker = shownPicker(GridPicker, {})
  await picker.press("西区")
  picker.search("东一")
  await waitFor(() => expect(picker.rows()).toEqual(["全校", "东区", "东一片"]))
  picker.search("DONG YI")
  await waitFor(() => expect(picker.rows()).toEqual(["全校", "东区", "东一片"]))
  picker.search("xq")
  await waitFor(() => expect(picker.rows()).toEqual(["全校", "西区✓"]))
  picker.search("北区")
  await screen.findByText("没有找到“北区”")
  expect(picker.rows()).toEqual([])
  picker.search("")
  await waitFor(() => expect(picker.rows()).toEqual(["全校", "东区", "西区✓"]))
  expect(picker.chosen()).toEqual(["西区"])
})

test("[PICK-0] required entries stay, disabled ones can't be chosen, clear takes the rest", async () => {
  serveGrids()
  const picker = shownPicker(GridPicker, { required: ["2"], disabled: ["3"], defaults: ["1"] })
  await picker.press("西区")
  await picker.press("东区")
  expect(picker.chosen()).toEqual(["东区", "全校"])
  expect((await picker.row("西区")).getAttribute("aria-disabled")).toBe("true")
  picker.click("清空")
  expect(picker.chosen()).toEqual(["东区"])
})

test.each<[what: string, answer: () => unknown, sentence: string]>([
  ["a refusal with a sentence", () => Promise.reject(new Refused("网格未启用")), "网格未启用"],
  ["a refusal without one", () => Promise.reject(new Refused("")), pickerMessages.failed],
  ["a broken connection", () => Promise.reject(new TypeError("failed")), pickerMessages.failed],
  ["a node without an id", () => [{ name: "无编号", keys: "", childList: [] }], pickerMessages.failed],
  ["no list at all", () => null, pickerMessages.failed],
])("[PICK-0] %s is shown, with a retry", async (_what, answer, sentence) => {
  let isBad = true
  serveGrids(() => (isBad ? answer() : grids))
  const picker = shownPicker(GridPicker, {})
  await screen.findByText(sentence)
  isBad = false
  picker.click("重试")
  await picker.row("全校")
})

test("[PICK-0] doubled ids, a hundred levels and an empty tree are shown, with a notice", async () => {
  serveGrids(() => [grid("1", "第一"), grid("1", "第二")])
  const doubled = shownPicker(GridPicker, {})
  await doubled.row("第一")
  expect(doubled.rows()).toEqual(["第一"])
  expect(doubled.notices()).toEqual(["有1项数据编号重复，已忽略"])
  doubled.unmount()

  const deep = Array.from({ length: 100 }, (_, at) => 100 - at).reduce<GridNode[]>(
    (below, level) => [grid(`${level}`, `第${level}级`, below)],
    [],
  )
  serveGrids(() => deep)
  const tall = shownPicker(GridPicker, {})
  await tall.row("第1级")
  tall.click("全部展开")
  expect(tall.rows().length).toBeGreaterThan(20)
  expect(tall.notices()).toHaveLength(1)
  tall.unmount()

  serveGrids(() => [])
  shownPicker(GridPicker, {})
  await screen.findByText("暂无网格")
})

test("[DISTRICT-9] an empty picker leads who may add something to its page, and nobody else", async () => {
  serveGrids(() => [])
  keepUser({ ...someUser, admintype: admintypes.none, permissions: [] })
  const clerks = shownPicker(GridPicker, {})
  await screen.findByText("请联系管理员添加网格后再选择。")
  expect(document.querySelector("a")).toBeNull()
  clerks.unmount()

  keepUser({ ...someUser, permissions: ["grids.manage"] })
  shownPicker(GridPicker, {})
  await screen.findByText("请先在“网格管理”中添加，然后重新打开本窗口。")
  const link = screen.getByRole("link", { name: "前往网格管理" })
  expect([link.getAttribute("href"), link.getAttribute("target")]).toEqual(["#/main/grids", "_blank"])
  forgetUser()
})

const menu = (value: string, text: string, modulelist: Menu[] = []): Menu => {
  return { value, text, keys: "", modulelist }
}

test("[MENUP-1] one menu is chosen out of the user's own tree; none is refused", async () => {
  const asked = serveFakes(
    answering(menuCalls.forPicker, () => ({ modulelist: [menu("1", "办公", [menu("2", "收文")])] })),
  )
  const picker = shownPicker(MenuPicker, { departmentid: "9" })
  await picker.row("办公")
  picker.confirm()
  expect(picker.problem()).toBe("请选择一个菜单!")
  await picker.press("办公")
  await picker.press("收文")
  expect(picker.chosen()).toEqual(["收文"])
  expect(picker.problem()).toBe("")
  picker.confirm()
  expect(picker.onDone).toHaveBeenCalledExactlyOnceWith([{ value: "2", text: "收文" }])
  expect(asked.map(({ sent }) => sent)).toEqual(["departmentid=9"])
})

const part = (id: string, name: string, children: Module[] = []): Module => {
  return { id, name, keys: "", children }
}

test("[MODULE-1] modules: one by default, more where the caller allows it, none is refused", async () => {
  const asked = serveFakes(
    answering(moduleCalls.tree, () => [part("1", "考勤", [part("2", "打卡"), part("3", "请假")])]),
  )
  const one = shownPicker(ModulePicker, { identifier: "oa", ifAll: 1 })
  await one.row("考勤")
  one.confirm()
  expect(one.problem()).toBe("至少选择一个模块!")
  await one.press("打卡")
  await one.press("请假")
  expect(one.chosen()).toEqual(["请假"])
  expect(asked.map(({ sent }) => sent)).toEqual(["identifier=oa&ifAll=1"])
  one.unmount()

  const two = shownPicker(ModulePicker, { max: 2 })
  await two.press("考勤")
  await two.press("打卡")
  await two.press("请假")
  expect(two.problem()).toBe("最多选择2个模块!")
  two.confirm()
  expect(two.onDone).toHaveBeenCalledExactlyOnceWith([
    { id: "1", name: "考勤" },
    { id: "2", name: "打卡" },
  ])
})

test("[PICK-0] a node that a newer answer lacks leaves the list, and is counted", async () => {
  let isGone = false
  serveGrids(() => (isGone ? [grid("3", "西区")] : grids))
  const picker = shownPicker(GridPicker, {})
  await picker.press("东区")
  await picker.press("西区")
  isGone = true
  await act(() => picker.queries.invalidateQueries())
  await waitFor(() => expect(picker.chosen()).toEqual(["西区"]))
  expect(picker.notices()).toEqual(["有1条数据不存在"])
})

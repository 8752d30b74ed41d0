import { departmentCalls, departmentMessages, type DepartmentNode } from "@uc/contract/departments/calls"
import { pickerMessages } from "@uc/contract/pickers/pickers"
import { admintypes, usertypes } from "@uc/contract/account/calls"
import { screen, waitFor } from "@testing-library/react"
import userEvent, { PointerEventsCheckLevel } from "@testing-library/user-event"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { keepUser, forgetUser } from "../../../platform/session/session.ts"
import { someUser } from "../../../testing/some-user.ts"
import { shownToasts } from "../../../platform/browser/toast.ts"
import DepartmentPicker from "./department-picker.tsx"
import { answering, Refused, serveFakes } from "../../../testing/fake-answers.ts"
import { shownPicker } from "../../../testing/fake-picker.tsx"

function node(id: string, name: string, sortNo: number, keys = "", children: DepartmentNode[] = []) {
  return { id, name, sortNo, keys, children }
}

function school(): DepartmentNode[] {
  return [
    node("3", "后勤处", 2, "houqinchu hqc"),
    node("1", "小学部", 1, "xiaoxuebu xxb", [
      node("2", "教务处", 1, "jiaowuchu jwc", [
        node("4", "语文组", 1, "yuwenzu ywz", [
          node("5", "低年级组", 1, "dinianjizu dnjz", [node("6", "一年级", 1, "yinianji ynj")]),
        ]),
      ]),
    ]),
  ]
}

/** A server that keeps departments and refuses what the real one refuses, by its own sentences. */
function serveSchool(departments = school()) {
  let last = 100
  const all = (nodes: readonly DepartmentNode[]): DepartmentNode[] =>
    nodes.flatMap((one) => [one, ...all(one.children)])
  const listOf = (id: string | null) =>
    id === null ? departments : (all(departments).find((one) => one.id === id)?.children ?? [])
  const asked = serveFakes(
    answering(departmentCalls.tree, () => structuredClone(departments)),
    answering(departmentCalls.save, (sent) => {
      const name = sent.get("name") ?? ""
      const id = sent.get("id")
      if (all(departments).some((one) => one.name === name)) throw new Refused(departmentMessages.nameTaken)
      const before = all(departments).find((one) => one.id === id)
      if (before) return Object.assign(before, { name })
      const added = node(`${(last += 1)}`, name, 99)
      listOf(sent.get("parentId")).push(added)
      return added
    }),
    answering(departmentCalls.remove, (sent) => {
      const id = sent.get("id")
      const list = [departments, ...all(departments).map(({ children }) => children)].find((siblings) =>
        siblings.some((one) => one.id === id),
      )
      const at = list?.findIndex((one) => one.id === id) ?? -1
      if (list?.[at]?.children.length) throw new Refused(departmentMessages.hasChildren)
      list?.splice(at, 1)
      return {}
    }),
  )
  return { asked, departments, listOf }
}

// Whole stories on a machine that may be busy: only a hang takes this long.
vi.setConfig({ testTimeout: 20_000 })

const hand = userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never })
const toasts = () => shownToasts().map(({ text }) => text)

beforeEach(() => keepUser({ ...someUser, admintype: admintypes.organisation }))
afterEach(() => void vi.unstubAllGlobals())

test("[DEPT-1] one tree by sortNo, parent and child independent, several or one", async () => {
  serveSchool()
  const picker = shownPicker(DepartmentPicker, {})
  await picker.row("小学部")
  expect(picker.rows()).toEqual(["小学部", "教务处", "后勤处"])
  await picker.press("小学部")
  expect(picker.rows()).toEqual(["小学部✓", "教务处", "后勤处"])
  await picker.open("教务处")
  await picker.press("语文组")
  expect(picker.rows()).toEqual(["小学部✓", "教务处", "语文组✓", "后勤处"])
  expect(picker.chosen()).toEqual(["小学部", "语文组"])
  picker.confirm()
  await waitFor(() =>
    expect(picker.onDone).toHaveBeenCalledExactlyOnceWith([
      { id: "1", name: "小学部" },
      { id: "4", name: "语文组" },
    ]),
  )
})

test("[DEPT-2] nothing chosen: 请选择数据; a second one where one is allowed: 最多选择一个", async () => {
  serveSchool()
  const picker = shownPicker(DepartmentPicker, { max: 1 })
  await picker.row("小学部")
  picker.confirm()
  expect(picker.problem()).toBe("请选择数据")
  expect(toasts()).not.toContain("请选择数据")
  await picker.press("小学部")
  expect(picker.problem()).toBe("")
  await picker.press("后勤处")
  expect(picker.problem()).toBe("最多选择一个")
  expect(picker.chosen()).toEqual(["小学部"])
})

test("[DEPT-2] defaults above the maximum can't be confirmed; none can if the caller allows it", async () => {
  serveSchool()
  const many = shownPicker(DepartmentPicker, { max: 1, defaults: ["1", "3"] })
  await waitFor(() => expect(many.chosen()).toEqual(["小学部", "后勤处"]))
  many.confirm()
  expect(many.problem()).toBe("最多选择一个")
  many.click("移除小学部")
  many.confirm()
  await waitFor(() => expect(many.onDone).toHaveBeenCalledExactlyOnceWith([{ id: "3", name: "后勤处" }]))
  many.unmount()

  const none = shownPicker(DepartmentPicker, { min: 0 })
  await none.row("小学部")
  none.confirm()
  await waitFor(() => expect(none.onDone).toHaveBeenCalledExactlyOnceWith([]))
})

test("[DEPT-1] [PICK-9] found by name, pinyin and initials with its path; the choice survives the search", async () => {
  serveSchool()
  const picker = shownPicker(DepartmentPicker, { defaults: ["3", "999"], required: ["3"] })
  await picker.row("小学部")
  expect(picker.notices()).toContain("有1条数据不存在")
  picker.search("jwc")
  await waitFor(() => expect(picker.rows()).toEqual(["小学部", "教务处"]))
  await picker.press("教务处")
  picker.search("yuwen")
  await waitFor(() => expect(picker.rows()).toEqual(["小学部", "教务处✓", "语文组"]))
  picker.search("没有")
  await screen.findByText("没有找到“没有”")
  picker.search("")
  await waitFor(() => expect(picker.rows()).toContain("后勤处✓"))
  expect(picker.chosen()).toEqual(["后勤处", "教务处"])
  picker.click("清空")
  expect(picker.chosen()).toEqual(["后勤处"])
})

test("[DEPT-1] a department is added, renamed and removed; the choice survives", async () => {
  serveSchool()
  const picker = shownPicker(DepartmentPicker, { canEdit: true, defaults: ["2"] })
  await picker.row("小学部")
  picker.click("添加部门")
  await hand.type(screen.getByLabelText("部门名称"), "  初中部 ")
  picker.click("保存")
  await picker.row("初中部")
  expect(toasts()).toContain("保存成功")

  picker.click("在“教务处”下添加部门")
  await hand.type(screen.getByLabelText("部门名称"), "保卫科")
  picker.click("保存")
  // It is shown where it stands, with the way to it open.
  await waitFor(() =>
    expect(picker.rows()).toEqual(["小学部", "教务处✓", "语文组", "保卫科", "后勤处", "初中部"]),
  )

  picker.click("重命名“教务处”")
  const box = screen.getByLabelText("部门名称")
  await hand.clear(box)
  picker.click("保存")
  expect(screen.getByText(departmentMessages.nameMissing)).toBeTruthy()
  await hand.type(box, "后勤处")
  picker.click("保存")
  await screen.findByText(departmentMessages.nameTaken)
  await hand.clear(box)
  await hand.type(box, "教导处")
  picker.click("保存")
  await waitFor(() => expect(picker.chosen()).toEqual(["教导处"]))
  expect(screen.queryByLabelText("部门名称")).toBeNull()

  await picker.press("保卫科")
  // What has departments below it is not even asked about.
  picker.click("删除“小学部”")
  expect(picker.problem()).toBe(departmentMessages.hasChildren)
  expect(screen.queryByText(departmentMessages.confirmRemove)).toBeNull()
  picker.click("删除“保卫科”")
  picker.click("删除")
  await waitFor(() => expect(picker.chosen()).toEqual(["教导处"]))
  expect(picker.notices()).toContain("保卫科已不存在，已从已选中移除")
  picker.confirm()
  await waitFor(() => expect(picker.onDone).toHaveBeenCalledExactlyOnceWith([{ id: "2", name: "教导处" }]))
})

test("[DEPT-1] [DLG-6] a new department is shown with the focus, also after another search", async () => {
  serveSchool()
  const picker = shownPicker(DepartmentPicker, { canEdit: true })
  await picker.row("小学部")
  picker.search("yuwen")
  await waitFor(() => expect(picker.rows()).toEqual(["小学部", "教务处", "语文组"]))
  picker.click("在“语文组”下添加部门")
  await hand.type(screen.getByLabelText("部门名称"), "保卫科")
  picker.click("保存")
  const added = await picker.row("保卫科")
  await waitFor(() => expect(picker.rows()).toContain("后勤处"))
  const tree = screen.getByRole("tree")
  await waitFor(() => expect(document.activeElement).toBe(tree))
  expect(tree.getAttribute("aria-activedescendant")).toBe(added.id)
})

test("[DEPT-3] a department at level index 4 takes no children: 该部门已是第5级，不能再添加子级", async () => {
  const { asked } = serveSchool()
  const picker = shownPicker(DepartmentPicker, { canEdit: true })
  for (const name of ["教务处", "语文组", "低年级组"]) await picker.open(name)
  await picker.row("一年级")
  const before = asked.length
  picker.click("在“一年级”下添加部门")
  expect(picker.problem()).toBe("该部门已是第5级，不能再添加子级")
  expect(screen.queryByLabelText("部门名称")).toBeNull()
  expect(asked).toHaveLength(before)
  picker.click("在“低年级组”下添加部门")
  expect(screen.getByLabelText("部门名称")).toBeTruthy()
})

test.each([
  ["the caller does not allow it", {}, { ...someUser, admintype: admintypes.organisation }],
  ["the user administers nothing", { canEdit: true }, { ...someUser, admintype: admintypes.none }],
  [
    "it is another organisation",
    { canEdit: true, orgid: "77" },
    { ...someUser, admintype: admintypes.organisation },
  ],
])("[ROLE-2] nothing can be edited when %s", async (_why, options, user) => {
  keepUser(user)
  serveSchool()
  const picker = shownPicker(DepartmentPicker, options)
  await picker.row("小学部")
  expect(picker.hasButton("重命名“小学部”")).toBe(false)
  expect(screen.queryByText("添加部门")).toBeNull()
})

test("[DEPT-1] a department removed meanwhile is reported on confirming", async () => {
  const { departments } = serveSchool()
  const picker = shownPicker(DepartmentPicker, {})
  await picker.press("后勤处")
  await picker.press("小学部")
  departments.shift()
  picker.confirm()
  await waitFor(() => expect(picker.chosen()).toEqual(["小学部"]))
  expect(picker.notices()).toContain("后勤处已不存在，已从已选中移除")
  expect(picker.onDone).not.toHaveBeenCalled()
})

test.each([
  [usertypes.school, "T"],
  [usertypes.enterprise, "E"],
  [usertypes.bureau, null],
])("[SPEC-6][DEPT-1] somebody of type %i asks for the tree of type %s", async (usertype, type) => {
  keepUser({ ...someUser, usertype })
  const sent: [string | null, string | null][] = []
  serveFakes(
    answering(departmentCalls.tree, (parameters) => {
      sent.push([parameters.get("orgid"), parameters.get("type")])
      return school()
    }),
  )
  const picker = shownPicker(DepartmentPicker, {})
  await picker.row("小学部")
  expect(sent).toEqual([["10", type]])
})

test("[PICK-0] a call that fails shows the server's sentence, or ours, and is tried again", async () => {
  let turn = 0
  serveFakes(
    answering(departmentCalls.tree, () => {
      turn += 1
      if (turn === 1) throw new Refused("机构已停用")
      if (turn === 2) throw new Error("away")
      return school()
    }),
  )
  const picker = shownPicker(DepartmentPicker, { defaults: ["1"] })
  await screen.findByText("机构已停用")
  // What was chosen before is not lost by it.
  picker.confirm()
  expect(picker.onDone).not.toHaveBeenCalled()
  const retry = screen.getByRole("button", { name: "重试" })
  retry.focus()
  await hand.keyboard("{Enter}")
  expect(document.activeElement?.getAttribute("aria-label")).toBe("搜索部门")
  await screen.findByText(pickerMessages.failed)
  picker.click("重试")
  await picker.row("小学部")
  expect(picker.chosen()).toEqual(["小学部"])
})

test("[PICK-0] bad answers: a node without id, one id twice, a hundred levels, nothing at all", async () => {
  const nameless = { ...node("1", "小学部", 1), id: "" }
  vi.spyOn(console, "error").mockImplementation(() => undefined)
  serveFakes(answering(departmentCalls.tree, () => [nameless]))
  const without = shownPicker(DepartmentPicker, {})
  await screen.findByText(pickerMessages.failed)
  without.unmount()

  serveSchool([node("1", "小学部", 1, "", [node("1", "小学部的影子", 1)]), node("2", "后勤处", 2)])
  const twice = shownPicker(DepartmentPicker, {})
  await twice.row("小学部")
  expect(twice.rows()).toEqual(["小学部", "后勤处"])
  expect(twice.notices().join()).toMatch(/有1项数据(循环引用|编号重复)，已忽略/)
  twice.unmount()

  let deep: DepartmentNode[] = []
  for (let at = 100; at > 0; at -= 1) deep = [node(`${at}`, `第${at}级`, 1, "", deep)]
  serveSchool(deep)
  const hundred = shownPicker(DepartmentPicker, {})
  await hundred.row("第1级")
  expect(hundred.notices().join()).toContain("已忽略")
  hundred.unmount()

  serveSchool([])
  shownPicker(DepartmentPicker, { canEdit: true })
  await screen.findByText("暂无部门")
  vi.restoreAllMocks()
})

test("[PERSON-3] without an organisation there is nothing to ask: 缺少用户信息参数", () => {
  forgetUser()
  shownPicker(DepartmentPicker, {})
  expect(screen.getByText("缺少用户信息参数")).toBeTruthy()
})

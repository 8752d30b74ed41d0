import { defaultTimeoutMs } from "@uc/contract/core/http"
import {
  idkeyOf,
  peopleCalls,
  postLevels,
  type PersonNode,
  type SearchedPerson,
} from "@uc/contract/people/calls"
import { pickerMessages } from "@uc/contract/pickers/pickers"
import { idsOf } from "@uc/contract/core/wire"
import { act, screen, waitFor } from "@testing-library/react"
import userEvent, { PointerEventsCheckLevel } from "@testing-library/user-event"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { forgetUser, keepUser } from "../../../platform/session/session.ts"
import { someUser } from "../../../testing/some-user.ts"
import { shownToasts } from "../../../platform/browser/toast.ts"
import { answering, Refused, serveFakes } from "../../../testing/fake-answers.ts"
import { shownPicker } from "../../../testing/fake-picker.tsx"
import PersonPicker from "./person-picker.tsx"

interface Member {
  readonly id: string
  readonly name: string
  readonly departments: readonly string[]
  readonly post?: string
}

/** 1 小学部 > 2 语文组; 3 后勤处. 李明 is in two departments that stand apart. */
const above: Readonly<Record<string, readonly string[]>> = { "1": ["1"], "2": ["1", "2"], "3": ["3"] }
const names: Readonly<Record<string, string>> = { "1": "小学部", "2": "语文组", "3": "后勤处" }
const everybody: readonly Member[] = [
  { id: "11", name: "王芳", departments: ["1"], post: "校长" },
  { id: "12", name: "李明", departments: ["2", "3"], post: "教师" },
  { id: "13", name: "张伟", departments: ["2"], post: "教师" },
  { id: "14", name: "张伟", departments: ["3"], post: "保安" },
]

function person({ id, name, departments, post }: Member): SearchedPerson {
  return {
    id,
    username: name,
    usercode: `user${id}`,
    deptname: departments.map((one) => names[one]).join("、"),
    postname: post ?? "",
    ids: [...new Set(departments.flatMap((one) => above[one] ?? []))],
  }
}

const inside = (department: string) =>
  everybody.filter((one) => one.departments.some((own) => above[own]?.includes(department)))

function departmentNode(id: string): PersonNode {
  const lists = { userlist: null, deptlist: null, usercount: inside(id).length }
  const label = names[id] ?? ""
  return {
    jid: null,
    nickname: null,
    deptid: id,
    deptname: label,
    id,
    idkey: idkeyOf(null, id),
    label,
    ...lists,
  }
}

function personNode({ id, name }: Member, deptid: string): PersonNode {
  const lists = { userlist: null, deptlist: null, usercount: null }
  const deptname = names[deptid] ?? ""
  return { jid: id, nickname: name, deptid, deptname, id, idkey: idkeyOf(id, deptid), label: name, ...lists }
}

function level(deptid: string | null): PersonNode[] {
  if (deptid === null) return ["1", "3"].map(departmentNode)
  const people = everybody.filter(({ departments }) => departments.includes(deptid))
  const below = deptid === "1" ? ["2"] : []
  return [...people.map((one) => personNode(one, deptid)), ...below.map(departmentNode)]
}

/** All levels below, as without `leveldept`. */
function whole(deptid: string): PersonNode[] {
  return level(deptid).map((node) => {
    if (node.jid !== null) return node
    const below = whole(node.id)
    const isPerson = ({ jid }: PersonNode) => jid !== null
    return { ...node, userlist: below.filter(isPerson), deptlist: below.filter((one) => !isPerson(one)) }
  })
}

type Tree = (sent: URLSearchParams) => PersonNode[] | Promise<PersonNode[]>
type Search = (words: string) => SearchedPerson[] | Promise<SearchedPerson[]>

const tree: Tree = (sent) => {
  const deptid = sent.get("deptid")
  return sent.has("leveldept") || deptid === null ? level(deptid) : whole(deptid)
}
const search: Search = (words) => everybody.filter(({ name }) => name.includes(words)).map(person)

function serveSchool({
  removed = new Set<string>(),
  ...fakes
}: {
  readonly tree?: Tree
  readonly search?: Search
  readonly removed?: Set<string>
  readonly ofIds?: (ids: readonly string[]) => SearchedPerson[]
} = {}) {
  const there = () => everybody.filter(({ id }) => !removed.has(id))
  const found = (ids: readonly string[]) =>
    ids.flatMap((id) => there().filter((one) => one.id === id)).map(person)
  return serveFakes(
    answering(peopleCalls.departmentTree, fakes.tree ?? tree),
    answering(peopleCalls.search, (sent) => (fakes.search ?? search)(sent.get("username") ?? "")),
    answering(peopleCalls.ofIds, (sent) => (fakes.ofIds ?? found)(idsOf(sent.get("ids") ?? ""))),
    answering(peopleCalls.match, (sent) => {
      const { names: asked } = JSON.parse(sent.get("json") ?? "") as { names: string[] }
      return asked.map((name) => ({
        name,
        people: there()
          .filter((one) => one.name === name)
          .map(person),
      }))
    }),
    answering(peopleCalls.postTree, () =>
      ["校长", "教师", "保安"].map((name, at) => ({
        id: `${90 + at}`,
        name,
        level: postLevels.post,
        children: everybody
          .filter(({ post }) => post === name)
          .map((one) => ({ id: one.id, name: one.name, level: postLevels.person, children: [] })),
      })),
    ),
  )
}

// Whole stories on a machine that may be busy: only a hang takes this long.
vi.setConfig({ testTimeout: 20_000 })

const hand = userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never })
const toasts = () => shownToasts().map(({ text }) => text)
const options = () => [...document.querySelectorAll("[role=option]")]
const optionLabels = () => options().map((one) => one.textContent)
const option = (words: string) =>
  waitFor(() => {
    const found = options().find(({ textContent }) => textContent.includes(words))
    if (!found) throw new Error(`No option ${words}`)
    return found
  })

beforeEach(() => {
  localStorage.clear()
  keepUser(someUser)
})
afterEach(() => void vi.unstubAllGlobals())

test("[PERSON-1] [PERSON-2] [PERSON-4] [PERSON-5] ticks agree in the three modes, and one person in two departments is one", async () => {
  const asked = serveSchool()
  const picker = shownPicker(PersonPicker, {})
  await picker.open("小学部")
  await picker.open("语文组")
  await picker.press("李明")
  expect(picker.chosen()).toEqual(["李明"])
  // 后勤处 was never opened, and is partial all the same: the person is in it too.
  await waitFor(() =>
    expect(picker.rows()).toEqual(["小学部-", "王芳", "语文组-", "李明✓", "张伟", "后勤处-"]),
  )
  await picker.open("后勤处")
  await picker.row("张伟")
  await waitFor(() => expect(picker.rows().slice(-3)).toEqual(["后勤处-", "李明✓", "张伟"]))

  picker.click("按岗位")
  await picker.open("教师")
  expect(picker.rows()).toEqual(["校长", "教师-", "李明✓", "张伟", "保安"])
  await picker.tick("教师")
  expect(picker.chosen()).toEqual(["李明", "张伟"])

  picker.search("李明")
  const found = await option("李明")
  expect(found.getAttribute("aria-selected")).toBe("true")
  expect(found.textContent).toContain("语文组、后勤处 · 教师")
  await hand.click(found)
  expect(picker.chosen()).toEqual(["张伟"])

  picker.search("")
  picker.click("按部门")
  expect(picker.rows()).toEqual(["小学部-", "王芳", "语文组-", "李明", "张伟✓", "后勤处", "李明", "张伟"])
  picker.confirm()
  await waitFor(() => expect(picker.onDone).toHaveBeenCalledExactlyOnceWith([{ id: "13", label: "张伟" }]))
  // PERSON-5: each level by itself.
  const levels = asked.filter(({ path }) => path.endsWith("getDepartmentOfOrgUnToken.action"))
  expect(levels).toHaveLength(4)
})

test("[PERSON-1] ticking a department adds everybody below it, also unopened; again removes them", async () => {
  serveSchool()
  const picker = shownPicker(PersonPicker, { disabled: ["13"] })
  await picker.tick("小学部")
  await waitFor(() => expect(picker.chosen()).toEqual(["王芳", "李明"]))
  // One of its people can't be chosen, so it is not whole.
  await waitFor(() => expect(picker.rows()).toEqual(["小学部-", "后勤处-"]))
  await picker.tick("小学部")
  await waitFor(() => expect(picker.chosen()).toEqual([]))
})

test("[PERSON-3] none: 请选择人员！; above: 最多可以选择N人, a department without loading it", async () => {
  const asked = serveSchool()
  const picker = shownPicker(PersonPicker, { min: 1, max: 2 })
  await picker.row("小学部")
  picker.confirm()
  expect(picker.problem()).toBe("请选择人员！")
  expect(toasts()).not.toContain("请选择人员！")
  const before = asked.length
  await picker.tick("小学部")
  expect(picker.problem()).toBe("最多可以选择2人")
  expect(asked).toHaveLength(before)
  await picker.tick("后勤处")
  await waitFor(() => expect(picker.chosen()).toEqual(["李明", "张伟"]))
  expect(picker.problem()).toBe("")
  picker.search("王")
  await hand.click(await option("王芳"))
  expect(picker.chosen()).toEqual(["李明", "张伟"])
  expect(picker.problem()).toBe("最多可以选择2人")
  expect(picker.onDone).not.toHaveBeenCalled()
})

test("[PERSON-3] with a minimum of two, one is too few", async () => {
  serveSchool()
  const picker = shownPicker(PersonPicker, { min: 2, defaults: ["11"] })
  await waitFor(() => expect(picker.chosen()).toEqual(["王芳"]))
  picker.confirm()
  expect(picker.problem()).toBe(pickerMessages.person.tooFew(2))
})

test("[PERSON-3] without the user's jid and orgid: 缺少用户信息参数, also when it is confirmed", async () => {
  forgetUser()
  const asked = serveSchool()
  const picker = shownPicker(PersonPicker, {})
  expect(screen.getByText("缺少用户信息参数")).toBeTruthy()
  picker.confirm()
  expect(picker.problem()).toBe("缺少用户信息参数")
  expect(picker.onDone).not.toHaveBeenCalled()
  expect(asked).toEqual([])
})

test.each([{ jid: "", orgid: "10" }, { jid: "1", orgid: "" }, { jid: null, orgid: null }, { orgid: null }])(
  "[PERSON-3] a page that passes %o has no user: 缺少用户信息参数",
  (handed) => {
    const asked = serveSchool()
    shownPicker(PersonPicker, handed)
    expect(screen.getByText("缺少用户信息参数")).toBeTruthy()
    expect(toasts()).toContain("缺少用户信息参数")
    expect(asked).toEqual([])
  },
)

test("[PERSON-1] [PERSON-5] a press on a department's name opens and closes it; only its box ticks everybody", async () => {
  serveSchool()
  const picker = shownPicker(PersonPicker, {})
  await picker.press("后勤处")
  await picker.row("张伟")
  expect(picker.chosen()).toEqual([])
  await picker.press("后勤处")
  expect(picker.rows()).toEqual(["小学部", "后勤处"])
  await picker.tick("后勤处")
  await waitFor(() => expect(picker.chosen()).toEqual(["李明", "张伟"]))
})

test("[PERSON-2] [PERSON-4] with max 1 a choice replaces the other, also in search; a required one stays", async () => {
  serveSchool()
  const picker = shownPicker(PersonPicker, { max: 1 })
  await picker.press("后勤处")
  await picker.press("李明")
  expect((await picker.row("李明")).getAttribute("aria-selected")).toBe("true")
  await picker.press("张伟")
  expect(picker.chosen()).toEqual(["张伟"])
  await picker.press("张伟")
  expect(picker.chosen()).toEqual(["张伟"])
  picker.search("王")
  await hand.click(await option("王芳"))
  expect(picker.chosen()).toEqual(["王芳"])
  expect(picker.problem()).toBe("")
  picker.unmount()

  const fixed = shownPicker(PersonPicker, { max: 1, required: ["11"] })
  await fixed.press("后勤处")
  await fixed.press("张伟")
  expect(fixed.problem()).toBe("最多可以选择1人")
  expect(fixed.chosen()).toEqual(["王芳"])
})

test.each([
  [40, "T"],
  [30, "E"],
  [20, null],
] as const)("[PERSON-4] user type %i searches with type %s", async (usertype, type) => {
  keepUser({ ...someUser, usertype })
  const sentTypes: (string | null)[] = []
  serveFakes(
    answering(peopleCalls.departmentTree, tree),
    answering(peopleCalls.search, (sent) => {
      sentTypes.push(sent.get("usertype"))
      return []
    }),
  )
  const picker = shownPicker(PersonPicker, {})
  picker.search("王")
  await screen.findByText("没有找到“王”")
  expect(sentTypes).toEqual([type])
})

test("[PERSON-1] a late answer to the first search does not replace the second's", async () => {
  let answerFirst: (people: SearchedPerson[]) => void = () => undefined
  serveSchool({
    search: (words) => (words === "张" ? new Promise((resolve) => (answerFirst = resolve)) : search(words)),
  })
  const picker = shownPicker(PersonPicker, {})
  picker.search("张")
  await waitFor(() => expect(answerFirst.length).toBe(1))
  picker.search("王")
  await option("王芳")
  await act(async () => answerFirst(search("张") as SearchedPerson[]))
  expect(optionLabels().join()).toContain("王芳")
  expect(optionLabels().join()).not.toContain("张伟")
})

test("[PERSON-1] a found person shows department, post and account, and the hit is marked", async () => {
  serveSchool()
  const picker = shownPicker(PersonPicker, {})
  picker.search("伟")
  await option("语文组")
  expect(optionLabels()).toEqual(["张伟user13语文组 · 教师", "张伟user14后勤处 · 保安"])
  expect([...document.querySelectorAll("mark")].map(({ textContent }) => textContent)).toEqual(["伟", "伟"])
})

test("[PICK-0] a failed search or tree shows the server's sentence or 请求出错，请重试！ and retries", async () => {
  let fails = true
  serveSchool({
    tree: (sent) => {
      if (fails) throw new Refused("组织机构正在维护")
      return tree(sent)
    },
    search: (words) => {
      if (fails) throw new Error("away")
      return search(words)
    },
  })
  const picker = shownPicker(PersonPicker, {})
  await screen.findByText("组织机构正在维护")
  picker.search("王")
  await screen.findByText("请求出错，请重试！")
  fails = false
  await hand.click(screen.getAllByText("重试")[0] ?? document.body)
  await option("王芳")
  picker.search("")
  await hand.click(screen.getByText("重试"))
  await picker.row("小学部")
})

test("[PICK-0] a failed level says so in its place; an unloadable department is not ticked", async () => {
  let fails = true
  serveSchool({
    tree: (sent) => {
      if (fails && sent.has("deptid")) throw new Refused("部门已停用")
      return tree(sent)
    },
  })
  const picker = shownPicker(PersonPicker, {})
  await picker.open("小学部")
  const retry = await picker.row("部门已停用，重试")
  await picker.tick("后勤处")
  await waitFor(() => expect(picker.problem()).toBe("部门已停用"))
  expect(picker.chosen()).toEqual([])
  fails = false
  await hand.click(retry)
  await picker.row("王芳")
})

test("[PICK-0] defaults and required are chosen at the start, missing ones counted", async () => {
  serveSchool()
  const picker = shownPicker(PersonPicker, { defaults: ["13", "777", "778"], required: ["11"] })
  await waitFor(() => expect(picker.chosen()).toEqual(["王芳", "张伟"]))
  expect(picker.notices()).toContain("有2条数据不存在")
  expect(picker.hasButton("移除王芳")).toBe(false)
  picker.click("清空")
  expect(picker.chosen()).toEqual(["王芳"])
  await picker.open("小学部")
  await picker.press("王芳")
  expect(picker.chosen()).toEqual(["王芳"])
})

test("[PICK-0] nothing can be confirmed until the defaults are loaded", async () => {
  let fails = true
  serveSchool({
    ofIds: (ids) => {
      if (fails) throw new Refused("稍后再试")
      return everybody.filter(({ id }) => ids.includes(id)).map(person)
    },
  })
  const picker = shownPicker(PersonPicker, { defaults: ["13"] })
  await screen.findByText("稍后再试")
  picker.confirm()
  expect(picker.onDone).not.toHaveBeenCalled()
  fails = false
  picker.click("重试")
  await waitFor(() => expect(picker.chosen()).toEqual(["张伟"]))
  expect(picker.onDone).not.toHaveBeenCalled()
})

test("[PICK-0] somebody deleted while chosen leaves the list by name, for another look", async () => {
  const removed = new Set<string>()
  serveSchool({ removed })
  const picker = shownPicker(PersonPicker, { defaults: ["11", "13"] })
  await waitFor(() => expect(picker.chosen()).toEqual(["王芳", "张伟"]))
  removed.add("13")
  picker.confirm()
  await waitFor(() => expect(picker.chosen()).toEqual(["王芳"]))
  expect(picker.notices()).toContain("张伟已不存在，已从已选中移除")
  expect(picker.onDone).not.toHaveBeenCalled()
  picker.confirm()
  await waitFor(() => expect(picker.onDone).toHaveBeenCalledExactlyOnceWith([{ id: "11", label: "王芳" }]))
})

test("[PICK-0] doubled keys and an organisation without departments have a clear message", async () => {
  serveSchool({ tree: () => [departmentNode("1"), departmentNode("1")] })
  const twice = shownPicker(PersonPicker, {})
  await twice.row("小学部")
  expect(twice.rows()).toEqual(["小学部"])
  await waitFor(() => expect(twice.notices()).toContain("有1项数据编号重复，已忽略"))
  twice.unmount()

  serveSchool({ tree: () => [] })
  shownPicker(PersonPicker, {})
  await screen.findByText("暂无部门和人员")
})

test("[PICK-0] a department below itself shows once with a notice; one without id fails", async () => {
  serveSchool({ tree: (sent) => (sent.get("deptid") === "2" ? [departmentNode("1")] : tree(sent)) })
  const circle = shownPicker(PersonPicker, {})
  await circle.open("小学部")
  await circle.open("语文组")
  await waitFor(() => expect(circle.notices()).toContain("有1项数据循环引用，已忽略"))
  expect(circle.rows()).toEqual(["小学部", "王芳", "语文组", "后勤处"])
  circle.unmount()

  vi.spyOn(console, "error").mockImplementation(() => undefined)
  serveSchool({ tree: () => [{ ...departmentNode("1"), id: "" }] })
  shownPicker(PersonPicker, {})
  await screen.findByText(pickerMessages.failed)
  vi.restoreAllMocks()
})

test("[PICK-0] [REQ-3] a call that hangs shows that it is loading, then that it failed", async () => {
  vi.useFakeTimers()
  try {
    serveSchool({ tree: () => new Promise(() => undefined) })
    shownPicker(PersonPicker, {})
    await act(() => vi.advanceTimersByTimeAsync(299))
    expect(screen.queryByText("正在加载…")).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(10))
    expect(screen.getByText("正在加载…")).toBeTruthy()
    await act(() => vi.advanceTimersByTimeAsync(defaultTimeoutMs))
    expect(screen.getByText(pickerMessages.failed)).toBeTruthy()
    expect(screen.queryByText("正在加载…")).toBeNull()
  } finally {
    vi.useRealTimers()
  }
})

test("[PERSON-1] recently chosen people are offered next time, if they still exist", async () => {
  const removed = new Set<string>()
  serveSchool({ removed })
  const first = shownPicker(PersonPicker, { defaults: ["11", "14"] })
  await waitFor(() => expect(first.chosen()).toEqual(["王芳", "张伟"]))
  first.confirm()
  await waitFor(() => expect(first.onDone).toHaveBeenCalledOnce())
  first.unmount()

  removed.add("14")
  const second = shownPicker(PersonPicker, {})
  const offered = await screen.findByRole("button", { name: "王芳" })
  expect(screen.queryByRole("button", { name: "张伟" })).toBeNull()
  await hand.click(offered)
  expect(second.chosen()).toEqual(["王芳"])
  expect(offered.getAttribute("aria-pressed")).toBe("true")
})

test("[PERSON-1] a pasted list: matches are chosen, 同名 decided by department, unknown ones listed", async () => {
  serveSchool()
  const picker = shownPicker(PersonPicker, {})
  await picker.row("小学部")
  picker.click("粘贴名单")
  const box = screen.getByLabelText(/粘贴姓名或账号/)
  await hand.click(box)
  await hand.paste("1. 王 芳\n2、张伟\n赵六")
  expect(screen.getByText("共 3 个姓名")).toBeTruthy()
  picker.click("识别名单")
  await screen.findByText("已匹配 1 人")
  expect(picker.chosen()).toEqual(["王芳"])
  expect(screen.getByText("未找到 1 个")).toBeTruthy()
  expect(screen.getByRole("region", { name: "未找到" }).textContent).toContain("赵六")
  await hand.click(screen.getByLabelText(/后勤处 · 保安/))
  expect(picker.chosen()).toEqual(["王芳", "张伟"])

  picker.click("返回")
  await picker.row("小学部")
  // The panel took the focus with it; it is where it came from.
  expect(document.activeElement?.textContent).toBe("粘贴名单")
  picker.click("粘贴名单")
  expect(screen.getByLabelText(/粘贴姓名或账号/)).toHaveProperty("value", "1. 王 芳\n2、张伟\n赵六")
  expect(screen.getByText("同名待选 1 个")).toBeTruthy()
  picker.confirm()
  await waitFor(() =>
    expect(picker.onDone).toHaveBeenCalledExactlyOnceWith([
      { id: "11", label: "王芳" },
      { id: "14", label: "张伟" },
    ]),
  )
})

test("[PERSON-1] a list pasted into the search box is taken as a list; one name is searched for", async () => {
  serveSchool()
  const picker = shownPicker(PersonPicker, {})
  await picker.row("小学部")
  const box = screen.getByRole("searchbox", { name: "搜索人员" })
  await hand.click(box)
  await hand.paste("王芳")
  expect(box).toHaveProperty("value", "王芳")
  await hand.clear(box)
  await hand.paste("王芳老师\n李明")
  expect(screen.getByLabelText(/粘贴姓名或账号/)).toHaveProperty("value", "王芳老师\n李明")
  picker.click("识别名单")
  await screen.findByText("已匹配 2 人")
  expect(picker.chosen()).toEqual(["王芳", "李明"])
})

test("[PICK-0] a pasted list does not choose who can't be chosen", async () => {
  serveSchool()
  const picker = shownPicker(PersonPicker, { disabled: ["11"] })
  await picker.row("小学部")
  picker.click("粘贴名单")
  await hand.click(screen.getByLabelText(/粘贴姓名或账号/))
  await hand.paste("王芳、李明")
  picker.click("识别名单")
  await screen.findByText("已匹配 2 人")
  expect(picker.chosen()).toEqual(["李明"])
  expect(screen.getByLabelText(/王芳/)).toHaveProperty("disabled", true)
})

test("[PERSON-1] who chooses one person is offered no list to paste", async () => {
  serveSchool()
  const picker = shownPicker(PersonPicker, { max: 1 })
  await picker.row("小学部")
  expect(screen.queryByRole("button", { name: "粘贴名单", hidden: true })).toBeNull()
})

test("[PERSON-3] a pasted list above the maximum is refused whole and can be ticked singly", async () => {
  serveSchool()
  const picker = shownPicker(PersonPicker, { max: 2, defaults: ["13"] })
  await picker.row("小学部")
  picker.click("粘贴名单")
  await hand.click(screen.getByLabelText(/粘贴姓名或账号/))
  await hand.paste("王芳、李明")
  picker.click("识别名单")
  await screen.findByText("已匹配 2 人")
  expect(picker.chosen()).toEqual(["张伟"])
  expect(picker.problem()).toBe("最多可以选择2人")
  await hand.click(screen.getByLabelText(/李明/))
  expect(picker.chosen()).toEqual(["张伟", "李明"])
})

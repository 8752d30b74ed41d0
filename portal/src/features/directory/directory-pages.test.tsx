import { QueryClientProvider } from "@tanstack/react-query"
import { departmentAdminCalls, departmentAdminMessages } from "@uc/contract/departments/admin-calls"
import { departmentCalls } from "@uc/contract/departments/calls"
import { directoryCalls, type DirectoryNode } from "@uc/contract/directory/calls"
import { organisationAdminCalls, type OrganisationDetails } from "@uc/contract/organisations/admin-calls"
import {
  peopleAdminCalls,
  peopleAdminMessages,
  type ListedPerson,
  type ListedPost,
  type PersonDetails,
} from "@uc/contract/people/admin-calls"
import { admintypes, usertypes } from "@uc/contract/account/calls"
import { loginMessages } from "@uc/contract/login/calls"
import { cleanup, render, screen, waitFor, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { createMemoryRouter, RouterProvider } from "react-router"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { pick } from "../../platform/dialogs/pick.ts"
import { keepUser } from "../../platform/session/session.ts"
import { someUser } from "../../testing/some-user.ts"
import { createQueryClient } from "../../platform/http/use-call.ts"
import { answering, Refused, serveFakes } from "../../testing/fake-answers.ts"
import { Component as OrgTree } from "./org-tree.page.tsx"
import { Component as PeopleTree } from "./people-tree.page.tsx"
import { chooseOption } from "../../testing/choose-option.ts"

vi.mock("../../platform/dialogs/pick.ts", () => ({ pick: vi.fn() }))

function node(kind: DirectoryNode["kind"], id: string, name: string, more = {}): DirectoryNode {
  const isOrganisation = kind === "organisation"
  return {
    kind,
    id,
    name,
    orgid: "10",
    orgKind: "school",
    level: isOrganisation ? null : 0,
    isLeaf: !isOrganisation,
    isDisabled: false,
    above: isOrganisation ? [] : ["organisation-10"],
    ...more,
  }
}

const school: OrganisationDetails = {
  orgid: "10",
  name: "实验小学",
  shortName: "",
  kind: "school",
  areaid: "100",
  path: [],
  address: "学院路1号",
  schoolLevel: "",
  tags: [],
  phone: "",
  isDisabled: false,
  version: 3,
  departments: 2,
  people: 60,
  disabledPeople: 0,
  administrators: [{ id: "1", nickname: "王芳", admintype: 1, phone: "138****5678" }],
  mayChange: true,
  mayAddDepartments: true,
  mayRun: false,
}
const listed: ListedPerson = {
  id: "7",
  orgid: "10",
  orgname: "实验小学",
  usercode: "lisi",
  nickname: "<b>李四</b>",
  phone: "139****0000",
  email: "l***@school.cn",
  deptname: "教务处",
  postname: "教师",
  admintype: 0,
  isDisabled: false,
}
const details: PersonDetails = {
  ...listed,
  sex: "男",
  role: "教师",
  usertype: usertypes.school,
  places: [{ deptid: "20", postid: null, isMain: true, path: ["教务处"], postname: null, isDisabled: false }],
  version: 5,
  lastSignIn: null,
  oneTimeUntil: null,
  isActivated: true,
  mayChange: true,
  mayReset: true,
  grantable: [0, 1],
}

let done: [string, Record<string, string>][]
let treesAsked: (string | null)[]
let isDown: boolean
let moveRefusal: string | null
let departmentVersion: number
let posts: ListedPost[]
let personShown: PersonDetails

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
  // jsdom has no layout: the tree draws as many rows as its box is high.
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(600)
  done = []
  treesAsked = []
  isDown = false
  moveRefusal = null
  departmentVersion = 9
  personShown = details
  posts = [
    { id: "4", parentId: null, name: "管理岗位", people: 0, version: 3 },
    { id: "5", parentId: "4", name: "主任", people: 2, version: 1 },
    { id: "6", parentId: "4", name: "干事", people: 0, version: 1 },
  ]
  const wrote = (name: string) => (sent: URLSearchParams) => {
    done.push([name, Object.fromEntries(sent)])
  }
  const offices = [node("department", "20", "教务处"), node("department", "21", "总务处")]
  serveFakes(
    answering(directoryCalls.opened, (sent) => {
      treesAsked.push(sent.get("disabled"))
      if (isDown) throw new Refused("维护中")
      return {
        levels: [
          { parent: null, nodes: [node("organisation", "10", "实验小学")] },
          { parent: "organisation-10", nodes: offices },
        ],
        chosen: sent.has("deptid") ? `department-${sent.get("deptid")}` : "organisation-10",
      }
    }),
    answering(directoryCalls.below, () => offices),
    answering(directoryCalls.found, (sent) =>
      sent.get("name") === "zwc" ? [{ ...node("department", "21", "总务处"), path: ["实验小学"] }] : [],
    ),
    answering(organisationAdminCalls.details, () => school),
    answering(departmentAdminCalls.details, (sent) => ({
      id: sent.get("deptid") ?? "",
      orgid: "10",
      orgname: "实验小学",
      name: sent.get("deptid") === "21" ? "总务处" : "教务处",
      parentId: null,
      path: [],
      level: 0,
      isDisabled: false,
      version: departmentVersion,
      isFirst: sent.get("deptid") === "20",
      isLast: sent.get("deptid") !== "20",
      children: 0,
      people: 3,
      peopleBelow: 3,
      mayChange: true,
    })),
    answering(departmentAdminCalls.move, (sent) => {
      if (moveRefusal !== null) throw new Refused(moveRefusal)
      wrote("move")(sent)
      return {}
    }),
    answering(departmentAdminCalls.shift, (sent) => {
      if (moveRefusal !== null) throw new Refused(moveRefusal)
      wrote("shift")(sent)
      departmentVersion++
      return {}
    }),
    answering(peopleAdminCalls.postTree, () => posts),
    answering(peopleAdminCalls.add, (sent) => {
      wrote("add")(sent)
      throw new Refused(peopleAdminMessages.accountTaken, "account")
    }),
    answering(peopleAdminCalls.savePost, (sent) => {
      wrote("savePost")(sent)
      posts = [
        ...posts,
        { id: "7", parentId: sent.get("parentId"), name: sent.get("name") ?? "", people: 0, version: 1 },
      ]
      return { id: "7" }
    }),
    answering(peopleAdminCalls.shiftPost, (sent) => {
      wrote("shiftPost")(sent)
      return {}
    }),
    answering(peopleAdminCalls.removePost, (sent) => {
      wrote("removePost")(sent)
      throw new Refused(peopleAdminMessages.postHeld(2))
    }),
    answering(departmentCalls.save, (sent) => {
      wrote("save")(sent)
      return { id: "22", name: sent.get("name") ?? "", sortNo: 1, keys: "", children: [] }
    }),
    answering(peopleAdminCalls.details, () => personShown),
    answering(peopleAdminCalls.posts, () => [{ id: "5", name: "主任" }]),
    answering(peopleAdminCalls.place, (sent) => {
      wrote("place")(sent)
      return {}
    }),
    answering(peopleAdminCalls.resetPassword, (sent) => {
      wrote("reset")(sent)
      return { password: "abcd-EFGH-2345", until: "2026-11-18 10:00:00", ended: 2 }
    }),
    answering(peopleAdminCalls.list, (sent) => {
      wrote("list")(sent)
      const isSecond = sent.get("after") === "two"
      if (sent.get("name") === "没有") return { items: [], next: null, total: 0 }
      return {
        items: [isSecond ? { ...listed, id: "8", nickname: "赵六" } : listed],
        next: isSecond ? null : "two",
        total: isSecond ? null : 51,
      }
    }),
  )
  keepUser({ ...someUser, admintype: admintypes.organisation })
})
afterEach(() => vi.unstubAllGlobals())

function show(page: "/main/orgTree" | "/main/peopleTree", search = "") {
  const router = createMemoryRouter(
    [
      { path: "/main/orgTree", Component: OrgTree },
      { path: "/main/peopleTree", Component: PeopleTree },
    ],
    { initialEntries: [`${page}${search}`] },
  )
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return { router, user: userEvent.setup() }
}

test("[HOME-6][ROUTE-4] orgTree opens where the user works, and a search result is selected in it", async () => {
  const { router, user } = show("/main/orgTree")
  await screen.findByRole("heading", { name: /实验小学/ })
  await screen.findByRole("treeitem", { name: "教务处" })
  screen.getByText("138****5678")
  await user.type(screen.getByRole("searchbox"), "zwc")
  await user.click(await screen.findByRole("button", { name: /总务处/ }))
  await screen.findByRole("heading", { name: /总务处.*第1级部门/ })
  expect(router.state.location.search).toBe("?node=department-21")
  expect(screen.getByRole("treeitem", { name: "总务处", selected: true })).toBeDefined()
})

test("[HOME-6] a department moves below the picked one; a refusal keeps the dialog open", async () => {
  const { user } = show("/main/orgTree", "?node=department-20")
  vi.mocked(pick).mockResolvedValue([{ id: "21", name: "总务处" }])
  await user.click(await screen.findByRole("button", { name: "移动" }))
  const dialog = await screen.findByRole("dialog", { name: /移动到“总务处”之下/ })
  moveRefusal = departmentAdminMessages.changedMeanwhile
  await user.click(within(dialog).getByRole("button", { name: "移动" }))
  await within(dialog).findByText(departmentAdminMessages.changedMeanwhile)
  moveRefusal = null
  await user.click(within(dialog).getByRole("button", { name: "移动" }))
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
  expect(done).toContainEqual([
    "move",
    expect.objectContaining({ orgid: "10", deptid: "20", toDeptid: "21", version: "9" }),
  ])
})

test("[HOME-6] a tree that does not come says so and comes at another try", async () => {
  isDown = true
  const { user } = show("/main/orgTree")
  const failed = await screen.findByText("组织机构加载失败")
  isDown = false
  const retry = within(failed.parentElement as HTMLElement).getByRole("button", { name: "重试" })
  await user.click(retry)
  await screen.findByRole("treeitem", { name: "教务处" })
})

test("[HOME-6] people are paged forth and back; filters begin at page one", async () => {
  const { router, user } = show("/main/peopleTree")
  await screen.findByRole("link", { name: "<b>李四</b>" })
  screen.getByText("共 51 人")
  await user.click(screen.getByRole("button", { name: "下一页" }))
  await screen.findByRole("link", { name: "赵六" })
  screen.getByText("共 51 人")
  await user.click(screen.getByRole("button", { name: "上一页" }))
  await screen.findByRole("link", { name: "<b>李四</b>" })
  await user.type(screen.getByRole("searchbox", { name: "搜索人员" }), "没有")
  await screen.findByText("没有符合条件的人员")
  await user.click(screen.getByRole("checkbox", { name: "仅管理员" }))
  await waitFor(() =>
    expect(done.filter(([what]) => what === "list").at(-1)?.[1]).toMatchObject({ isAdmin: "1", orgid: "10" }),
  )
  expect(new URLSearchParams(router.state.location.search).get("name")).toBe("没有")
  // A school has nobody elsewhere.
  expect(screen.queryByRole("button", { name: /中查找/ })).toBeNull()
})

test("[HOME-6] a bureau repeats an empty search over its whole area with one press", async () => {
  keepUser({
    ...someUser,
    admintype: admintypes.area,
    usertype: usertypes.bureau,
    areaid: "100",
    areaname: "甲区",
  })
  const { router, user } = show("/main/peopleTree", "?name=没有")
  await user.click(await screen.findByRole("button", { name: "在甲区中查找" }))
  await waitFor(() =>
    expect(done.filter(([what]) => what === "list").at(-1)?.[1]).toMatchObject({
      areaid: "100",
      name: "没有",
    }),
  )
  expect(router.state.location.search).toContain("area-100")
  await router.navigate("/main/peopleTree?node=department-21&name=没有")
  await user.click(await screen.findByRole("button", { name: "在实验小学中查找" }))
  await waitFor(() =>
    expect(done.filter(([what]) => what === "list").at(-1)?.[1]).toMatchObject({ orgid: "10", name: "没有" }),
  )
})

test("[HOME-6] a password is reset after a confirmation and shown once", async () => {
  const { user } = show("/main/peopleTree", "?person=7")
  const drawer = await screen.findByRole("dialog", { name: "<b>李四</b>" })
  await user.click(await within(drawer).findByRole("button", { name: "重置密码" }))
  const confirm = await screen.findByRole("dialog", { name: /重置“<b>李四<\/b>”的密码/ })
  await user.click(within(confirm).getByRole("button", { name: "重置密码" }))
  const told = await screen.findByRole("dialog", { name: "一次性密码" })
  within(told).getByText("abcd-EFGH-2345")
  await user.click(within(told).getByRole("button", { name: "我已记下" }))
  expect(screen.queryByText("abcd-EFGH-2345")).toBeNull()

  await user.click(within(drawer).getByRole("button", { name: "调整部门" }))
  vi.mocked(pick).mockResolvedValue([
    { id: "20", name: "教务处" },
    { id: "21", name: "总务处" },
  ])
  const form = await screen.findByRole("dialog", { name: /部门与职务/ })
  await user.click(within(form).getByRole("button", { name: "选择部门" }))
  await chooseOption(await within(form).findByLabelText("在总务处的职务"), "主任")
  await user.click(within(form).getAllByRole("radio", { name: "主部门" })[1] as HTMLElement)
  await user.click(within(form).getByRole("button", { name: "保存" }))
  await waitFor(() => expect(done.some(([what]) => what === "place")).toBe(true))
  const sent = done.find(([what]) => what === "place")?.[1]["json"] ?? "{}"
  expect(JSON.parse(sent)).toEqual({
    personid: "7",
    version: 5,
    places: [
      { deptid: "20", postid: null, isMain: false },
      { deptid: "21", postid: "5", isMain: true },
    ],
  })
})

test("[HOME-6] without administrator's rights there is nothing to change", async () => {
  keepUser({ ...someUser, admintype: admintypes.none })
  show("/main/peopleTree")
  await screen.findByRole("link", { name: "<b>李四</b>" })
  for (const name of ["新增人员", "导出表格"]) expect(screen.queryByRole("button", { name })).toBeNull()
  expect(screen.queryByLabelText("状态")).toBeNull()
  expect(screen.queryByRole("checkbox", { name: "显示已停用" })).toBeNull()
})

test("[DISTRICT-15] an address asks for what is out of use only for who administers it", async () => {
  const asked = () => [
    ...treesAsked,
    ...done.flatMap(([name, sent]) => (name === "list" ? [sent["state"], sent["isInactive"]] : [])),
  ]
  keepUser({ ...someUser, admintype: admintypes.none })
  show("/main/peopleTree", "?off=1&state=off&inactive=1")
  await screen.findByRole("link", { name: "<b>李四</b>" })
  expect(new Set(asked())).toEqual(new Set(["0", "on"]))
  cleanup()
  treesAsked = []
  done = []
  keepUser({ ...someUser, admintype: admintypes.organisation })
  show("/main/peopleTree", "?off=1&state=off&inactive=1")
  await screen.findByRole("link", { name: "<b>李四</b>" })
  expect(new Set(asked())).toEqual(new Set(["1", "off"]))
})

test("[DISTRICT-8] each button of people follows from its own permission", async () => {
  keepUser({ ...someUser, permissions: ["people.export"], beyond: [] })
  personShown = { ...details, mayChange: false, mayReset: true, grantable: [] }
  show("/main/peopleTree", "?person=7")
  const drawer = await screen.findByRole("dialog", { name: "<b>李四</b>" })
  expect(await within(drawer).findByRole("button", { name: "重置密码" })).toBeTruthy()
  for (const name of ["修改资料", "调整部门", "调动与兼职", "管理权限", "停用"])
    expect(within(drawer).queryByRole("button", { name })).toBeNull()
  expect(screen.getByRole("button", { name: "导出表格" })).toBeTruthy()
  expect(screen.queryByRole("button", { name: "新增人员" })).toBeNull()
  expect(screen.queryByLabelText("状态")).toBeNull()
})

test("[DISTRICT-8] an administrator without a permission is not offered its buttons", async () => {
  const permissions = ["people.manage", "organisations.change"]
  keepUser({ ...someUser, admintype: admintypes.organisation, permissions, beyond: [] })
  personShown = { ...details, mayReset: false, grantable: [] }
  show("/main/peopleTree", "?person=7")
  const drawer = await screen.findByRole("dialog", { name: "<b>李四</b>" })
  expect(await within(drawer).findByRole("button", { name: "修改资料" })).toBeTruthy()
  for (const name of ["重置密码", "调动与兼职", "管理权限"])
    expect(within(drawer).queryByRole("button", { name })).toBeNull()
  expect(screen.queryByRole("button", { name: "导出表格" })).toBeNull()
})

test("[HOME-6][DEPT-1] a department moves by buttons that keep the focus and its new version", async () => {
  const { user } = show("/main/peopleTree", "?node=department-20")
  const up = await screen.findByRole("button", { name: "上移教务处" })
  expect(up.getAttribute("aria-disabled")).toBe("true")
  await user.click(up)
  const written = (name: string) => done.filter(([each]) => each === name)
  expect(written("shift")).toEqual([])
  const down = () => screen.getByRole("button", { name: "下移教务处" })
  await user.click(down())
  await waitFor(() => expect(written("shift")).toHaveLength(1))
  await waitFor(() => expect(down().getAttribute("aria-busy")).toBe("false"))
  expect(document.activeElement).toBe(down())
  await user.keyboard("{Enter}")
  await waitFor(() => expect(written("shift")).toHaveLength(2))
  expect(written("shift").map(([, sent]) => [sent["deptid"], sent["version"], sent["by"]])).toEqual([
    ["20", "9", "down"],
    ["20", "10", "down"],
  ])
})

test("[HOME-6] posts are added, renamed and moved; a held one can't be removed", async () => {
  const { user } = show("/main/peopleTree")
  await user.click(await screen.findByRole("button", { name: "职务管理" }))
  const drawer = await screen.findByRole("dialog", { name: "职务管理" })
  await within(drawer).findByText("2 人")
  await user.click(within(drawer).getByRole("button", { name: "在管理岗位下新增职务" }))
  const form = await screen.findByRole("dialog", { name: "在“管理岗位”下新增职务" })
  await user.click(within(form).getByRole("button", { name: "保存" }))
  await within(form).findByText(peopleAdminMessages.postMissing)
  await user.type(within(form).getByLabelText("名称"), "教研员")
  await user.click(within(form).getByRole("button", { name: "保存" }))
  await within(drawer).findByText("教研员")
  await user.click(within(drawer).getByRole("button", { name: "上移干事" }))
  await waitFor(() =>
    expect(done).toContainEqual(["shiftPost", expect.objectContaining({ postid: "6", by: "up" })]),
  )
  expect(done).toContainEqual([
    "savePost",
    expect.objectContaining({ orgid: "10", parentId: "4", name: "教研员" }),
  ])
  await user.click(within(drawer).getByRole("button", { name: "删除主任" }))
  const confirm = await screen.findByRole("dialog", { name: /删除“主任”/ })
  await user.click(within(confirm).getByRole("button", { name: "删除" }))
  await within(confirm).findByText(peopleAdminMessages.postHeld(2))
})

test("[HOME-6] a department is renamed with the version that was seen", async () => {
  const { user } = show("/main/orgTree", "?node=department-21")
  await user.click(await screen.findByRole("button", { name: "改名" }))
  const form = await screen.findByRole("dialog", { name: "部门改名" })
  const seen = departmentVersion
  departmentVersion++
  await user.clear(within(form).getByLabelText("部门名称"))
  await user.type(within(form).getByLabelText("部门名称"), "后勤处{Enter}")
  await waitFor(() => expect(done.find(([what]) => what === "save")).toBeDefined())
  expect(done.find(([what]) => what === "save")?.[1]).toMatchObject({
    id: "21",
    name: "后勤处",
    version: `${seen}`,
  })
})

test("[LAYOUT-3] refusals of the server and of the contract stand at their field", async () => {
  const { user } = show("/main/peopleTree", "?node=department-20")
  await user.click(await screen.findByRole("button", { name: "新增人员" }))
  const form = await screen.findByRole("dialog", { name: "新增人员" })
  const said = (label: string) => {
    const field = within(form).getByLabelText(label)
    const sentence = document.getElementById(field.getAttribute("aria-describedby") ?? "")
    return [field.getAttribute("aria-invalid"), sentence?.textContent]
  }
  await user.type(within(form).getByLabelText("账号"), "lisi")
  await user.type(within(form).getByLabelText("手机号（选填）"), "123")
  await user.click(within(form).getByRole("button", { name: "保存" }))
  expect(said("姓名")).toEqual(["true", peopleAdminMessages.nameMissing])
  expect(said("手机号（选填）")).toEqual(["true", loginMessages.phoneWrong])
  expect(document.activeElement).toBe(within(form).getByLabelText("姓名"))
  expect(done.some(([what]) => what === "add")).toBe(false)
  await user.type(within(form).getByLabelText("姓名"), "李四")
  await user.clear(within(form).getByLabelText("手机号（选填）"))
  await user.click(within(form).getByRole("button", { name: "保存" }))
  await within(form).findByText(peopleAdminMessages.accountTaken)
  expect(said("账号")).toEqual(["true", peopleAdminMessages.accountTaken])
  expect(document.activeElement).toBe(within(form).getByLabelText("账号"))
})

test("[LAYOUT-3] a page of people has an address: a reload stays on it", async () => {
  const { router, user } = show("/main/peopleTree")
  await user.click(await screen.findByRole("button", { name: "下一页" }))
  await screen.findByRole("link", { name: "赵六" })
  expect(router.state.location.search).toBe("?after=two")
  await user.click(screen.getByRole("checkbox", { name: "仅管理员" }))
  await screen.findByRole("link", { name: "<b>李四</b>" })
  expect(router.state.location.search).toBe("?admin=1")
})

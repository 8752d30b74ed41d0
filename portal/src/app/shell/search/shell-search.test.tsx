import { admintypes, type CurrentUser } from "@uc/contract/account/calls"
import { applicationCalls } from "@uc/contract/applications/calls"
import type { OutputOf } from "@uc/contract/core/call"
import { peopleCalls, type FoundPerson } from "@uc/contract/people/calls"
import { screen, waitFor, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { keepMenuEntries } from "../../../features/menus/menu-entries.ts"
import type { MenuEntry } from "../../../features/menus/menu-entry.ts"
import { keepUser } from "../../../platform/session/session.ts"
import { answering, Refused, serveFakes } from "../../../testing/fake-answers.ts"
import { renderPage } from "../../../testing/render-page.tsx"
import { someUser } from "../../../testing/some-user.ts"
import { offeredEntries, offeredPlaces } from "./offered-places.ts"
import { ShellSearch } from "./shell-search.tsx"

const dialled: string[] = []
vi.mock("../../../platform/browser/dial.ts", () => ({ dial: (phone: string) => dialled.push(phone) }))

const person: FoundPerson = {
  id: "7",
  orgid: someUser.orgid,
  orgname: someUser.orgname,
  username: "王芳",
  deptname: "教务处",
  postname: "主任",
  phone: "138****5678",
  mayCall: true,
  task: "give",
}

let answer: (words: string) => readonly FoundPerson[]
let mine: () => OutputOf<typeof applicationCalls.mine>
let asked: ReturnType<typeof serveFakes>
beforeEach(() => {
  localStorage.clear()
  dialled.length = 0
  keepUser(someUser)
  keepMenuEntries([])
  answer = () => [person]
  mine = () => ({ applications: [] })
  asked = serveFakes(
    answering(peopleCalls.find, (sent) => [...answer(sent.get("words") ?? "")]),
    answering(applicationCalls.mine, () => mine()),
    answering(peopleCalls.phoneOf, () => ({ phone: "13800005678" })),
  )
})
afterEach(() => vi.unstubAllGlobals())

const box = () => screen.getByRole("combobox", { name: "搜索菜单、页面和人员" })
const options = () => screen.queryAllByRole("option").map(({ textContent }) => textContent)

test("[DAY-12] by keyboard alone: typed, chosen with the arrow, Enter leads to the call", async () => {
  renderPage(<ShellSearch onClose={() => undefined} />)
  await userEvent.type(box(), "wangfang")
  const option = await screen.findByRole("option", { name: /王芳/ })
  expect(option.textContent).toContain("教务处 · 主任")
  while (option.getAttribute("aria-selected") !== "true") await userEvent.keyboard("{ArrowDown}")
  const actions = within(await screen.findByRole("group", { name: "联系王芳" }))
  actions.getByText(/138\*\*\*\*5678/)
  await userEvent.keyboard("{Enter}")
  expect(document.activeElement).toBe(actions.getByRole("button", { name: "拨打电话" }))
  await userEvent.keyboard("{Enter}")
  await waitFor(() => expect(dialled).toEqual(["13800005678"]))
})

test("[DAY-12] who may not be called or given a task is not offered it", async () => {
  answer = () => [{ ...person, mayCall: false, task: null }]
  renderPage(<ShellSearch onClose={() => undefined} />)
  await userEvent.type(box(), "王")
  await userEvent.click(await screen.findByRole("option", { name: /王芳/ }))
  const actions = within(await screen.findByRole("group", { name: "联系王芳" }))
  expect(actions.getAllByRole("button").map(({ textContent }) => textContent)).toEqual(["查看资料"])
})

test("[DAY-12] nobody found and a failure are two different things; the failure is retried", async () => {
  answer = () => []
  renderPage(<ShellSearch onClose={() => undefined} />)
  await userEvent.type(box(), "查无此人")
  await screen.findByText(/没有找到“查无此人”/)
  answer = () => {
    throw new Refused("人员服务维护中")
  }
  await userEvent.clear(box())
  await userEvent.type(box(), "王芳")
  expect((await screen.findByRole("alert")).textContent).toContain("人员服务维护中")
  expect(screen.queryByText(/没有找到/)).toBeNull()
  answer = () => [person]
  await userEvent.click(screen.getByRole("button", { name: "重试" }))
  await screen.findByRole("option", { name: /王芳/ })
  expect(screen.queryByRole("alert")).toBeNull()
})

test("[DAY-12] three digits and one letter are not asked for, four digits are", async () => {
  renderPage(<ShellSearch onClose={() => undefined} />)
  await userEvent.type(box(), "567")
  await screen.findByText(/没有找到“567”/)
  expect(asked.filter(({ path }) => path.endsWith(peopleCalls.find.path))).toEqual([])
  await userEvent.type(box(), "8")
  await screen.findByRole("option", { name: /王芳/ })
})

test("[DAY-12] pages and menus that the person may not open are not offered", async () => {
  const entry = (id: string, shows: MenuEntry["shows"], children: readonly MenuEntry[] = []): MenuEntry => ({
    path: `/${id}`,
    name: id,
    id,
    text: `菜单${id}`,
    icon: null,
    shows,
    children,
  })
  const broken = entry("2", { kind: "problem", problem: "unknown-page", words: "" })
  const entries = [
    entry("1", { kind: "hosted", address: "https://a.cn/" }),
    entry("3", { kind: "group" }, [broken]),
    entry("4", { kind: "group" }, [entry("5", { kind: "page", page: "tasks/task" }), broken]),
  ]
  const ids = (all: readonly MenuEntry[]): string[] =>
    all.flatMap(({ id, children }) => [id, ...ids(children)])
  expect(ids(offeredEntries(entries))).toEqual(["1", "4", "5"])

  const teacher: CurrentUser = { ...someUser, admintype: admintypes.none, permissions: [] }
  const places = (user: CurrentUser) => offeredPlaces(user).map(({ to }) => to)
  expect(places(teacher)).toEqual(expect.not.arrayContaining(["/main/manage", "/domain"]))
  expect(places({ ...teacher, permissions: ["domains.manage"] })).toEqual(
    expect.arrayContaining(["/main/manage", "/domain"]),
  )
  keepUser(teacher)
  answer = () => []
  renderPage(<ShellSearch onClose={() => undefined} />)
  await userEvent.type(box(), "授权")
  await screen.findByText(/没有找到“授权”/)
  expect(options()).toEqual([])
})

test("[SSO-3] an application is found by pinyin and opened as by its tile; a failure is said", async () => {
  mine = () => {
    throw new Refused("应用服务维护中")
  }
  answer = () => []
  const opened = vi.fn()
  vi.stubGlobal("open", opened)
  let isClosed = false
  const { router } = renderPage(<ShellSearch onClose={() => (isClosed = true)} />)
  await userEvent.type(box(), "xiaoche")
  expect((await screen.findByRole("alert")).textContent).toContain("应用服务维护中")
  mine = () => ({
    applications: [
      { id: "1", name: "校车管理", icon: "", homeAddress: "https://bus.example.cn/in?a=1" },
      { id: "2", name: "图书馆", icon: "", homeAddress: "https://lib.example.cn/" },
    ],
  })
  await userEvent.click(screen.getByRole("button", { name: "重试" }))
  await screen.findByRole("option", { name: /校车管理/ })
  expect(options()).toHaveLength(1)
  await userEvent.type(box(), "{Enter}")
  expect(opened).toHaveBeenCalledExactlyOnceWith(
    "https://bus.example.cn/in?a=1",
    "_blank",
    "noopener,noreferrer",
  )
  expect([isClosed, router.state.location.pathname]).toEqual([true, "/"])
})

import { dictionaryCalls } from "@uc/contract/dictionary/calls"
import { directoryCalls } from "@uc/contract/directory/calls"
import { QueryClientProvider } from "@tanstack/react-query"
import { firstPasswordCalls, type FirstPasswordSheet } from "@uc/contract/first-passwords/calls"
import { defaultSiteConfig } from "@uc/contract/core/site-defaults"
import { render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { createMemoryRouter, RouterProvider } from "react-router"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { siteConfigStore } from "../../platform/browser/site-config.ts"
import { saveXlsx } from "../../platform/http/save-file.ts"
import { createQueryClient } from "../../platform/http/use-call.ts"
import { chooseOption } from "../../testing/choose-option.ts"
import { answering, serveFakes } from "../../testing/fake-answers.ts"
import { FirstPasswordsDialog } from "./first-passwords-dialog.tsx"
import { FirstPasswordsDrawer } from "./first-passwords-drawer.tsx"

vi.mock("../../platform/http/save-file.ts", () => ({ saveXlsx: vi.fn() }))

const sheet: FirstPasswordSheet = {
  id: "5",
  orgid: "10",
  orgname: "实验小学",
  secretKind: "password",
  way: "sms",
  state: "ready",
  by: "王芳",
  createdAt: "2026-11-17 08:00:00",
  until: "2026-11-24 08:00:00",
  total: 30,
  waiting: 0,
  skipped: 0,
  inSheet: 10,
  bySms: 20,
  failed: 1,
  activated: 4,
  downloadedAt: null,
  downloadedBy: null,
}

let shown: FirstPasswordSheet
let begun: unknown[]

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
  shown = sheet
  begun = []
  serveFakes(
    answering(firstPasswordCalls.list, () => [shown]),
    answering(firstPasswordCalls.download, () => {
      shown = { ...sheet, state: "downloaded", downloadedAt: "2026-11-17 09:00:00", downloadedBy: "李四" }
      return { name: "实验小学初始密码.xlsx", content: "eA==", password: "abcd-EFGH-2345" }
    }),
    answering(directoryCalls.tags, () => []),
    answering(dictionaryCalls.codesByParent, () => [
      { code: "primary", name: "小学", parentcode: "schoolLevel", sortNo: 1, isDisabled: false },
    ]),
    answering(firstPasswordCalls.count, () => ({ missing: 1, holding: 2, activated: 0 })),
    answering(firstPasswordCalls.begin, (sent) => {
      begun.push(JSON.parse(sent.get("json") ?? ""))
      return { people: 3, organisations: 1, activated: 0, holding: 0 }
    }),
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
  siteConfigStore.setState(defaultSiteConfig, true)
})

function show(element: React.JSX.Element) {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={createMemoryRouter([{ path: "/", element }])} />
    </QueryClientProvider>,
  )
  return userEvent.setup()
}

const drawer = (
  <FirstPasswordsDrawer organisation={{ id: "10", name: "实验小学" }} area={null} onClose={() => {}} />
)
const dialog = (
  <FirstPasswordsDialog source={{ orgid: "10" }} whose="实验小学" onClose={() => {}} onBegun={() => {}} />
)

test("[DISTRICT-1] a file is downloaded once, and its password is told with it", async () => {
  const user = show(drawer)
  expect(await screen.findByText("共30人，表格10人，短信20人，短信未送达1人，已激活4人")).toBeTruthy()
  await user.click(screen.getByRole("button", { name: "下载加密表格" }))
  expect(await screen.findByText("abcd-EFGH-2345")).toBeTruthy()
  expect(saveXlsx).toHaveBeenCalledWith("实验小学初始密码.xlsx", "eA==")
  await user.click(screen.getByRole("button", { name: "我已记下" }))
  expect(await screen.findByText("已下载")).toBeTruthy()
  expect(screen.queryByRole("button", { name: "下载加密表格" })).toBeNull()
  expect(screen.queryByText("abcd-EFGH-2345")).toBeNull()
})

test("[DISTRICT-1] while they are made it is told how many are done", async () => {
  shown = { ...sheet, state: "running", waiting: 18 }
  show(drawer)
  const progress = await screen.findByRole("progressbar", { name: "实验小学的进度" })
  expect(progress.getAttribute("aria-valuetext")).toBe("已生成12/30人")
})

test("[DISTRICT-1] it begins with the chosen way and validity, which are a file and a week", async () => {
  const user = show(dialog)
  await user.click(await screen.findByRole("button", { name: "生成" }))
  expect(begun).toEqual([{ orgid: "10", secretKind: "password", way: "sheet", days: 7, scope: "missing" }])
})

test("[DISTRICT-1] links may be handed out instead of passwords", async () => {
  const user = show(dialog)
  await chooseOption(await screen.findByLabelText("发放内容"), "激活链接")
  await user.click(await screen.findByRole("button", { name: "生成" }))
  expect(begun).toEqual([{ orgid: "10", secretKind: "link", way: "sheet", days: 7, scope: "missing" }])
})

test("[DISTRICT-1] it is told whether links were handed out, and until when they are good", async () => {
  shown = { ...sheet, secretKind: "link" }
  show(drawer)
  expect(await screen.findByText(/激活链接，短信，有效期至2026-11-24 08:00/)).toBeTruthy()
})

test("[DISTRICT-1] without a gateway the way by SMS is not offered", async () => {
  siteConfigStore.setState({ ...defaultSiteConfig, hasSms: false }, true)
  const user = show(dialog)
  await user.click(await screen.findByRole("combobox", { name: "发放方式" }))
  expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toEqual(["加密表格"])
})

test("[DISTRICT-7] for an area they are made for the schools of one 学段", async () => {
  const user = show(
    <FirstPasswordsDialog
      source={{ areaid: "5" }}
      whose="甲区各单位"
      onClose={() => {}}
      onBegun={() => {}}
    />,
  )
  await chooseOption(await screen.findByLabelText("学段"), "小学")
  await user.click(await screen.findByRole("button", { name: "生成" }))
  expect(begun).toEqual([
    { areaid: "5", secretKind: "password", way: "sheet", days: 7, scope: "missing", schoolLevel: "primary" },
  ])
})

test("[OPERATE-3] before earlier ones are replaced it says how many people lose theirs, and asks", async () => {
  const user = show(dialog)
  await chooseOption(await screen.findByLabelText("生成范围"), "为所有未激活的人重新生成")
  await user.click(screen.getByRole("button", { name: "生成" }))
  expect(await screen.findByText(/其中2人已有尚未过期的初始密码或激活链接/)).toBeTruthy()
  await user.click(screen.getAllByRole("button", { name: "取消" }).at(-1) as HTMLElement)
  expect(begun).toEqual([])
  await user.click(screen.getByRole("button", { name: "生成" }))
  await user.click(await screen.findByRole("button", { name: "作废并重新生成" }))
  await vi.waitFor(() =>
    expect(begun).toEqual([{ orgid: "10", secretKind: "password", way: "sheet", days: 7, scope: "all" }]),
  )
})

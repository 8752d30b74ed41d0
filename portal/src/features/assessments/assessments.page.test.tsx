import { noPermissionMessage } from "@uc/contract/roles/permissions"
import { QueryClientProvider } from "@tanstack/react-query"
import { assessmentMessages } from "@uc/contract/assessments/messages"
import {
  assessmentAdminCalls,
  type AssessmentDetail,
  type OrganisationBase,
} from "@uc/contract/assessments/admin-calls"
import { assessmentCalls } from "@uc/contract/assessments/calls"
import { dictionaryCalls } from "@uc/contract/dictionary/calls"
import { directoryCalls } from "@uc/contract/directory/calls"
import { schoolLevelTable } from "@uc/contract/organisations/school-levels"
import { drillCalls } from "@uc/contract/drills/calls"
import { admintypes } from "@uc/contract/account/calls"
import { act, render, screen, waitFor, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { createMemoryRouter, RouterProvider } from "react-router"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { pick } from "../../platform/dialogs/pick.ts"
import { shownToasts } from "../../platform/browser/toast.ts"
import { keepUser } from "../../platform/session/session.ts"
import { someUser } from "../../testing/some-user.ts"
import { upload } from "../attachments/upload.ts"
import { createQueryClient } from "../../platform/http/use-call.ts"
import { answering, Refused, serveFakes } from "../../testing/fake-answers.ts"
import { Component } from "./assessments.page.tsx"
import { chooseOption } from "../../testing/choose-option.ts"

vi.mock("../../platform/dialogs/pick.ts", () => ({ pick: vi.fn() }))
vi.mock("../attachments/upload.ts", async (original) => ({
  ...(await original<typeof import("../attachments/upload.ts")>()),
  upload: vi.fn(),
}))

let given: unknown
let detail: AssessmentDetail
let refuse: string | null
let saved: { itemId: string; words: string; ownScore: number | null; version: number; evidence: string }[]
let submits: number
let takenBack = 0
let extended: unknown
let isEmpty: boolean

function item(itemId: string, name: string): AssessmentDetail["items"][number] {
  return {
    itemId,
    group: "消防",
    name,
    weight: 1,
    fullScore: 10,
    asked: "照片",
    words: "",
    ownScore: null,
    reviewScore: null,
    remark: "",
    evidence: [],
    version: 0,
  }
}

let mayChange = false
const base: OrganisationBase = {
  orgid: "9",
  orgname: "甲一小学",
  kind: "school",
  shortName: "甲一",
  address: "",
  phone: "",
  lng: null,
  lat: null,
  founded: null,
  staff: 30,
  classes: null,
  students: null,
  siteM2: null,
  cameras: null,
  fireHydrants: null,
  completeness: 75,
  version: 1,
  mayChange: false,
}

beforeEach(() => {
  // jsdom has no modal dialogs.
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
  sessionStorage.clear()
  localStorage.clear()
  keepUser({ ...someUser, admintype: admintypes.organisation })
  detail = {
    id: "5",
    title: "平安校园",
    period: "2026年度",
    orgid: "9",
    orgname: "甲一小学",
    begins: "2026-01-01",
    ends: "2099-12-31",
    stage: "open",
    filled: 0,
    score: null,
    full: 20,
    submittedAt: null,
    description: "",
    items: [item("1", "通道畅通"), item("2", "器材完好")],
    ownSum: 0,
    reason: null,
    submittedBy: null,
    reviewedAt: null,
    reviewedBy: null,
    version: 1,
    mayFill: true,
    mayTakeBack: false,
    mayReview: false,
    mayExtend: false,
    why: null,
  }
  refuse = null
  saved = []
  submits = 0
  takenBack = 0
  isEmpty = false
  serveFakes(
    answering(assessmentAdminCalls.page, () => {
      if (refuse !== null) throw new Refused(refuse)
      const { description: _d, items, ...row } = detail
      return { items: isEmpty ? [] : [{ ...row, items: items.length }], older: null }
    }),
    answering(assessmentAdminCalls.detail, () => detail),
    answering(assessmentAdminCalls.takeBack, () => ({ version: detail.version + ++takenBack })),
    answering(assessmentAdminCalls.saveItem, (sent) => {
      if (refuse !== null) throw new Refused(refuse)
      const body = JSON.parse(sent.get("json") ?? "") as (typeof saved)[number]
      saved.push(body)
      return { version: body.version + 1, evidence: [] }
    }),
    answering(assessmentAdminCalls.submit, (sent) => {
      const { version } = JSON.parse(sent.get("json") ?? "") as { version: number }
      if (detail.stage === "submitted") throw new Refused(assessmentMessages.submitted)
      if (version !== detail.version) throw new Refused(assessmentMessages.movedMeanwhile)
      submits++
      detail = { ...detail, stage: "submitted", mayFill: false, version: version + 1 }
      return { version: version + 1 }
    }),
    answering(assessmentAdminCalls.extend, (sent) => {
      extended = JSON.parse(sent.get("json") ?? "")
      return { version: 2 }
    }),
    answering(assessmentAdminCalls.schemes, () => ({
      mayAdminister: true,
      schemes: [
        {
          id: "3",
          title: "平安校园",
          description: "",
          items: [{ id: "1", group: "", name: "通道畅通", weight: 1, fullScore: 10, asked: "" }],
          given: 0,
          periods: [],
          version: 1,
        },
      ],
    })),
    answering(drillCalls.participants, (sent) => ({
      organisations: [
        { orgid: "21", orgname: "甲一小学", areaname: "甲区" },
        ...(sent.has("schoolLevel") ? [] : [{ orgid: "22", orgname: "甲二公司", areaname: "甲区" }]),
      ],
    })),
    answering(directoryCalls.tags, () => []),
    answering(dictionaryCalls.codesByParent, (sent) =>
      sent.get("parentcode") === schoolLevelTable
        ? [{ code: "primary", name: "小学", parentcode: schoolLevelTable, sortNo: 1, isDisabled: false }]
        : [],
    ),
    answering(assessmentAdminCalls.give, (sent) => {
      given = JSON.parse(sent.get("json") ?? "")
      return { given: 1 }
    }),
    answering(assessmentAdminCalls.profile, () => ({ ...base, mayChange })),
    answering(assessmentAdminCalls.saveProfile, () => base),
    answering(assessmentCalls.profiles, () => ({
      total: 1,
      items: [{ orgid: "9", orgname: "甲一小学", completeness: 75, updatetime: null }],
    })),
  )
})
afterEach(() => {
  mayChange = false
  vi.unstubAllGlobals()
})

function opened(address: string) {
  const router = createMemoryRouter([{ path: "/a", element: <Component /> }], { initialEntries: [address] })
  const { unmount } = render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return { router, unmount, hand: userEvent.setup() }
}

function fieldsOf(no: number) {
  const row = screen.getAllByRole("listitem").find((each) => within(each).queryByText(`${no}.`) !== null)
  if (!row) throw new Error(`There is no item ${no}`)
  return within(row)
}

test("[WORK-2] a failed save loses nothing, also over a reload, and blocks submitting", async () => {
  const first = opened("/a?id=5")
  await screen.findByText("通道畅通")
  refuse = "数据库正忙"
  await first.hand.type(fieldsOf(1).getByLabelText("完成情况"), "已清理")
  await first.hand.tab()
  await screen.findByText(/保存失败：数据库正忙/)
  await first.hand.click(screen.getByRole("button", { name: "提交" }))
  await screen.findByText(assessmentMessages.unsaved)
  expect(submits).toBe(0)
  first.unmount()

  // The tab was closed; in another one, and then the server answers.
  sessionStorage.clear()
  keepUser({ ...someUser, admintype: admintypes.organisation })
  const { hand } = opened("/a?id=5")
  await screen.findByText("通道畅通")
  refuse = null
  const words = fieldsOf(1).getByLabelText<HTMLTextAreaElement>("完成情况")
  expect(words.value).toBe("已清理")
  await hand.type(fieldsOf(1).getByLabelText("自评分（0–10）"), "9.5")
  await hand.type(fieldsOf(2).getByLabelText("自评分（0–10）"), "8")
  await hand.click(screen.getByRole("button", { name: "提交" }))
  const asked = await screen.findByRole("dialog", { name: "提交考核" })
  // What is typed is summed up at once.
  expect(screen.getByText("17.5")).toBeTruthy()
  expect(saved.findLast(({ itemId }) => itemId === "1")).toMatchObject({ words: "已清理", ownScore: 9.5 })
  expect(saved.findLast(({ itemId }) => itemId === "2")).toMatchObject({ ownScore: 8 })
  await hand.dblClick(within(asked).getByRole("button", { name: "提交" }))
  await waitFor(() => expect(screen.queryByRole("button", { name: "提交" })).toBeNull())
  expect(submits).toBe(1)
  expect(Object.keys(localStorage).filter((key) => key.includes("assessment"))).toEqual([])
})

test("[WORK-2] nothing is submitted while evidence uploads; removed evidence is not sent", async () => {
  let arrive: (file: { id: string }) => void = () => {}
  vi.mocked(upload).mockImplementation(() => new Promise((resolve) => (arrive = resolve as typeof arrive)))
  const { hand } = opened("/a?id=5")
  await screen.findByText("通道畅通")
  const field = fieldsOf(1).getByRole("group", { name: "第1项佐证材料" })
  const fileInput = field.querySelector("input")
  if (!fileInput) throw new Error("There is no chooser")
  await hand.upload(fileInput, new File(["x"], "通道.png", { type: "image/png" }))
  await hand.click(screen.getByRole("button", { name: "提交" }))
  await screen.findByText(assessmentMessages.uploading)
  expect(submits).toBe(0)
  // It arrives while a wrong score blocks the item, and is removed then.
  await hand.type(fieldsOf(1).getByLabelText("自评分（0–10）"), "99")
  arrive({ id: "77" })
  await waitFor(() => expect(Object.values(localStorage).join()).toContain("77"))
  await hand.click(within(field).getByRole("button", { name: /移除.*通道/ }))
  await hand.clear(fieldsOf(1).getByLabelText("自评分（0–10）"))
  await hand.type(fieldsOf(1).getByLabelText("自评分（0–10）"), "9")
  await hand.tab()
  await waitFor(() => expect(saved.at(-1)).toMatchObject({ ownScore: 9, evidence: "" }))
})

test("[WORK-2] changed by another: the new version shows and nothing typed is lost", async () => {
  const { hand } = opened("/a?id=5")
  await screen.findByText("通道畅通")
  await hand.type(fieldsOf(1).getByLabelText("自评分（0–10）"), "9")
  await hand.type(fieldsOf(2).getByLabelText("自评分（0–10）"), "8")
  const submit = async () => {
    await hand.click(screen.getByRole("button", { name: "提交" }))
    const asked = await screen.findByRole("dialog", { name: "提交考核" })
    await hand.click(within(asked).getByRole("button", { name: "提交" }))
  }
  const items = detail.items.map((each) => ({ ...each, ownScore: each.itemId === "1" ? 9 : 8, version: 1 }))
  detail = { ...detail, ends: "2099-05-06", version: 2, items }
  await submit()
  await screen.findByText(/2099-05-06/)
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
  expect(submits).toBe(0)
  expect(fieldsOf(1).getByLabelText<HTMLInputElement>("自评分（0–10）").value).toBe("9")
  await submit()
  await waitFor(() => expect(submits).toBe(1))
})

test("[DAY-14] gaps are told at once, and not after a question", async () => {
  Element.prototype.scrollIntoView = () => undefined
  const { hand } = opened("/a?id=5")
  await screen.findByText("通道畅通")
  await hand.type(fieldsOf(1).getByLabelText("自评分（0–10）"), "9")
  await hand.click(screen.getByRole("button", { name: "提交" }))
  await screen.findByText(assessmentMessages.itemsUnfilled(["器材完好"]))
  expect(screen.queryByRole("dialog")).toBeNull()
  expect(document.activeElement).toBe(fieldsOf(2).getByLabelText("自评分（0–10）"))
})

test("[WORK-2] submitted on another device: it says so and offers nothing more to fill in", async () => {
  detail = { ...detail, items: detail.items.map((each) => ({ ...each, ownScore: 8 })) }
  const { hand } = opened("/a?id=5")
  await screen.findByText("通道畅通")
  await hand.click(screen.getByRole("button", { name: "提交" }))
  const asked = await screen.findByRole("dialog", { name: "提交考核" })
  detail = { ...detail, stage: "submitted", mayFill: false, version: 2 }
  await hand.click(within(asked).getByRole("button", { name: "提交" }))
  await waitFor(() => expect(screen.queryByRole("button", { name: "提交" })).toBeNull())
  expect(screen.queryByLabelText("完成情况")).toBeNull()
  expect(submits).toBe(0)
})

test("[WORK-2] who gave it moves the last day of what is not handed in", async () => {
  detail = { ...detail, ends: "2026-01-02", mayFill: false, mayExtend: true }
  const { hand } = opened("/a?id=5")
  await hand.click(await screen.findByRole("button", { name: "修改截止日期" }))
  const form = await screen.findByRole("dialog", { name: "修改截止日期" })
  const day = within(form).getByLabelText("新的截止日期")
  await hand.clear(day)
  await hand.click(within(form).getByRole("button", { name: "保存" }))
  expect(within(form).getByText(assessmentMessages.returnEndsPast)).toBeTruthy()
  await hand.type(day, "2099-05-06")
  await hand.click(within(form).getByRole("button", { name: "保存" }))
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
  expect(extended).toMatchObject({ id: "5", version: 1, ends: "2099-05-06" })
})

test("[DAY-9] what is submitted and not reviewed yet is taken back after a question", async () => {
  detail = { ...detail, stage: "submitted", mayFill: false, mayTakeBack: true }
  const { hand } = opened("/a?id=5")
  await hand.click(await screen.findByRole("button", { name: "撤回提交" }))
  const confirm = within(await screen.findByRole("dialog", { name: "撤回提交" }))
  expect(takenBack).toBe(0)
  await hand.click(confirm.getByRole("button", { name: "撤回" }))
  await waitFor(() => expect(takenBack).toBe(1))
})

test("[DAY-14] the index names each item, and the button leads from gap to gap", async () => {
  Element.prototype.scrollIntoView = () => undefined
  const { hand } = opened("/a?id=5")
  const index = within(await screen.findByRole("navigation", { name: "考核项目录" }))
  expect(index.getAllByRole("button").map(({ title }) => title)).toEqual(["通道畅通", "器材完好"])
  await hand.click(index.getByRole("button", { name: /器材完好/ }))
  const score = (no: number) => fieldsOf(no).getByLabelText("自评分（0–10）")
  expect(document.activeElement).toBe(score(2))
  await hand.click(screen.getByRole("button", { name: "下一处未填（剩2项）" }))
  expect(document.activeElement).toBe(score(1))
  await hand.type(score(1), "7")
  await hand.click(await screen.findByRole("button", { name: "下一处未填（剩1项）" }))
  expect(document.activeElement).toBe(score(2))
  await hand.type(score(2), "8")
  await waitFor(() => expect(screen.queryByRole("button", { name: /下一处未填/ })).toBeNull())
})

test("[WORK-2] a score beyond the full one is said at once and never sent", async () => {
  const { hand } = opened("/a?id=5")
  await screen.findByText("通道畅通")
  await hand.type(fieldsOf(1).getByLabelText("自评分（0–10）"), "11")
  await hand.tab()
  await screen.findByText(new RegExp(assessmentMessages.ownScoreWrong(10)))
  expect(saved).toEqual([])
  // The obstacle is gone as soon as the score is changed.
  await hand.click(screen.getByRole("button", { name: "提交" }))
  const foot = await screen.findByText(assessmentMessages.unsaved)
  await hand.clear(fieldsOf(1).getByLabelText("自评分（0–10）"))
  await hand.type(fieldsOf(1).getByLabelText("自评分（0–10）"), "7")
  await waitFor(() => expect(foot.isConnected).toBe(false))
})

test("[WORK-2] each view of the list has its address; staff reads why it is empty", async () => {
  refuse = "数据库正忙"
  const { hand, router, unmount } = opened("/a")
  await screen.findByText("数据库正忙")
  refuse = null
  isEmpty = true
  await hand.click(screen.getByRole("button", { name: "重试" }))
  await screen.findByText("目前没有考核")
  await act(() => router.navigate("/a?stage=returned"))
  await screen.findByText("没有符合条件的考核")
  isEmpty = false
  await hand.click(screen.getByRole("button", { name: "重置筛选" }))
  await chooseOption(await screen.findByLabelText("状态"), "已退回")
  await waitFor(() => expect(router.state.location.search).toBe("?stage=returned"))
  await hand.click(await screen.findByRole("link", { name: "2026年度 平安校园" }))
  await screen.findByText("通道畅通")
  await hand.click(screen.getByRole("button", { name: "返回列表" }))
  await hand.click(screen.getByRole("tab", { name: "单位档案" }))
  await screen.findByText("75%")
  unmount()
  keepUser({ ...someUser, admintype: admintypes.none })
  opened("/a")
  await screen.findByText(noPermissionMessage("assessments.read"))
})

test("[HOME-1][HOME-4] a home card's number leads to the profile with the same number", async () => {
  keepUser({ ...someUser, admintype: admintypes.area })
  const { hand, router } = opened("/a?view=profiles&org=9")
  const dialog = await screen.findByRole("dialog")
  await within(dialog).findByText("75%")
  await hand.click(within(dialog).getByRole("button", { name: "关闭" }))
  await screen.findByRole("table", { name: "单位档案" })
  expect(screen.queryByRole("dialog")).toBeNull()
  expect(router.state.location.search).toBe("?view=profiles")
})

test("[HOME-4] an organisation's profile is saved", async () => {
  keepUser({ ...someUser, admintype: admintypes.area })
  mayChange = true
  const { hand } = opened("/a?view=profiles&org=9")
  await hand.click(await screen.findByRole("button", { name: "保存" }))
  await waitFor(() =>
    expect(shownToasts().map(({ text }) => text)).toContain(`${assessmentMessages.profileSaved}，完整度75%`),
  )
})

test("[WORK-2] a scheme goes to an area's organisations, less those taken out again", async () => {
  keepUser({ ...someUser, admintype: admintypes.area })
  vi.mocked(pick).mockResolvedValue([{ areaid: "5", areaname: "甲区" }] as never)
  const { hand } = opened("/a?view=schemes")
  await hand.click(await screen.findByRole("button", { name: "下发平安校园" }))
  const form = await screen.findByRole("dialog", { name: "下发：平安校园" })
  await hand.click(within(form).getByRole("button", { name: "下发" }))
  expect(within(form).getByRole("alert").textContent).toBe(assessmentMessages.nobodyChosen)
  await hand.click(within(form).getByRole("button", { name: "按区域选择" }))
  await within(form).findByText("2 个单位")
  await hand.click(within(form).getByRole("button", { name: "移除甲一小学" }))
  await hand.click(within(form).getByRole("button", { name: "下发" }))
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
  expect(given).toMatchObject({ schemeId: "3", orgids: "22" })
})

test("[DISTRICT-7] a scheme for one 学段 of an area does not reach its companies", async () => {
  keepUser({ ...someUser, admintype: admintypes.area })
  vi.mocked(pick).mockResolvedValue([{ areaid: "5", areaname: "甲区" }] as never)
  const { hand } = opened("/a?view=schemes")
  await hand.click(await screen.findByRole("button", { name: "下发平安校园" }))
  const form = await screen.findByRole("dialog", { name: "下发：平安校园" })
  await chooseOption(within(form).getByLabelText("学段"), "小学")
  await hand.click(within(form).getByRole("button", { name: "按区域选择" }))
  await within(form).findByText("1 个单位")
  await hand.click(within(form).getByRole("button", { name: "下发" }))
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
  expect(given).toMatchObject({ schemeId: "3", orgids: "21" })
})

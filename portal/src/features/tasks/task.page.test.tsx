import { QueryClientProvider } from "@tanstack/react-query"
import { attachmentCalls, attachmentMessages } from "@uc/contract/attachments/calls"
import { dictionaryCalls } from "@uc/contract/dictionary/calls"
import { drillCalls } from "@uc/contract/drills/calls"
import { admintypes } from "@uc/contract/account/calls"
import { taskMessages } from "@uc/contract/tasks/messages"
import { taskCalls, taskStates, type Task, type TaskDetail } from "@uc/contract/tasks/calls"
import { cleanup, act, fireEvent, render, screen, waitFor, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { createMemoryRouter, RouterProvider } from "react-router"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { pick } from "../../platform/dialogs/pick.ts"
import { keepUser } from "../../platform/session/session.ts"
import { someUser } from "../../testing/some-user.ts"
import { createQueryClient } from "../../platform/http/use-call.ts"
import { answering, Refused, serveFakes } from "../../testing/fake-answers.ts"
import { Component } from "./task.page.tsx"
import { TaskForm } from "./task-form.tsx"
import { chooseOption } from "../../testing/choose-option.ts"

vi.mock("../../platform/dialogs/pick.ts", () => ({ pick: vi.fn() }))
vi.mock("../../platform/realtime/events.ts", () => ({ onEvent: () => () => {} }))

const row: Task = {
  id: "7",
  title: "检查消防通道",
  state: taskStates.open,
  progress: 50,
  givername: "王芳",
  giverorg: "甲区教育局",
  createtime: "2026-11-10 09:00:00",
  deadline: "2026-11-12 17:00:00",
  isOverdue: true,
  priority: 1,
  repeat: "weekly",
  isRequest: false,
  isUnanswered: false,
  counts: { total: 2, done: 1, returned: 0 },
  work: null,
  forOrganisation: false,
}

const mine = {
  id: "70",
  nickname: null,
  orgname: "甲一小学",
  isGone: false,
  state: "doing",
  progress: 50,
  doneSteps: [0],
  note: null,
  workedBy: "李老师",
  finishedAt: null,
  remindedAt: null,
  attachments: [],
} as const

let detail: TaskDetail
let isAsked: boolean
let isDown: boolean
let isEmpty: boolean
let refuse: string | null
let done: [string, URLSearchParams][]
let listed: URLSearchParams[]

function acted(name: string, change: Partial<TaskDetail> = {}) {
  return (sent: URLSearchParams) => {
    if (refuse !== null) throw new Refused(refuse)
    done.push([name, sent])
    detail = { ...detail, ...change }
    return detail
  }
}

beforeEach(() => {
  // jsdom has no modal dialogs.
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
  const { work: _work, forOrganisation: _for, ...shown } = row
  detail = {
    ...shown,
    content: "<b>逐层检查</b>",
    steps: ["检查", "拍照"],
    version: 3,
    attachments: [
      { id: "1", name: "方案.pdf", type: "application/pdf", bytes: 20_000, width: null, height: null },
      { id: "2", name: "示意图.png", type: "image/webp", bytes: 2_000_000, width: 40, height: 30 },
    ],
    mine: { ...mine, doneSteps: [0], attachments: [] },
    isManager: false,
    seesOthers: false,
    can: ["work", "finish", "handBack"],
  }
  isAsked = false
  isDown = false
  isEmpty = false
  refuse = null
  done = []
  listed = []
  vi.mocked(pick).mockReset()
  keepUser({ ...someUser, admintype: admintypes.area, isParent: false })
  serveFakes(
    answering(taskCalls.list, (sent) => {
      listed.push(sent)
      if (isDown) throw new Refused("数据库正忙")
      const items = isEmpty
        ? []
        : [
            { ...row, isRequest: isAsked, isUnanswered: isAsked },
            { ...row, id: "8", title: "整理台账", isOverdue: false, priority: 2 as const },
          ]
      return { total: items.length, items, next: isEmpty ? null : "1763172000000-8" }
    }),
    answering(taskCalls.counts, () => ({
      mine: 3,
      mineOverdue: 1,
      mineToday: 0,
      given: 2,
      givenOverdue: 0,
      givenBack: 1,
      isAdministrator: true,
      mayGive: true,
    })),
    answering(taskCalls.detail, () => detail),
    answering(taskCalls.assignees, () => ({
      items: [
        { ...mine, doneSteps: [], attachments: [] },
        {
          ...mine,
          id: "71",
          orgname: "甲二小学",
          state: "returned" as const,
          note: "停电",
          doneSteps: [],
          attachments: [],
        },
      ],
      next: null,
    })),
    answering(taskCalls.comments, (sent) => ({
      items: [
        ...(sent.has("before")
          ? [{ id: "0", at: "2026-11-01 09:00:00", author: "王芳", isMine: false, work: null, text: "最早" }]
          : []),
        { id: "2", at: "2026-11-11 10:00:00", author: "李老师", isMine: false, work: "70", text: "<script>" },
        { id: "1", at: "2026-11-11 09:00:00", author: "王芳", isMine: false, work: null, text: "请抓紧" },
      ],
      next: sent.has("before") ? null : "1",
    })),
    answering(taskCalls.calendar, () => ({
      items: [
        {
          id: "7",
          title: row.title,
          state: taskStates.open,
          isOverdue: true,
          priority: 1 as const,
          deadline: "2026-11-12 17:00:00",
        },
      ],
      isCut: false,
    })),
    answering(taskCalls.create, (sent) => {
      if (refuse !== null) throw new Refused(refuse)
      done.push(["create", sent])
      return { id: "7", assignees: 2, unattended: [] }
    }),
    answering(taskCalls.change, acted("change")),
    answering(taskCalls.work, acted("work")),
    answering(taskCalls.finish, acted("finish", { can: [], state: taskStates.finished })),
    answering(taskCalls.handBack, acted("handBack", { can: [] })),
    answering(taskCalls.giveAgain, acted("giveAgain")),
    answering(taskCalls.takeOff, acted("takeOff")),
    answering(dictionaryCalls.codesByParent, () => [
      { code: "1", name: "加急", parentcode: "taskPriority", sortNo: 1, isDisabled: false },
      { code: "2", name: "一般", parentcode: "taskPriority", sortNo: 2, isDisabled: false },
    ]),
    answering(taskCalls.cancel, acted("cancel", { state: taskStates.cancelled, can: [] })),
    answering(taskCalls.remind, (sent) => {
      if (refuse !== null) throw new Refused(refuse)
      done.push(["remind", sent])
      return { reminded: 1 }
    }),
    answering(taskCalls.comment, (sent) => {
      done.push(["comment", sent])
      return { id: "3", at: "2026-11-11 11:00:00", author: "我", isMine: true, work: null, text: "好" }
    }),
    answering(drillCalls.participants, () => ({
      organisations: [
        { orgid: "21", orgname: "甲一小学", areaname: "甲区" },
        { orgid: "22", orgname: "甲二小学", areaname: "甲区" },
      ],
    })),
    answering(attachmentCalls.begin, () => {
      throw new Refused(attachmentMessages.tooOften)
    }),
  )
})
afterEach(() => vi.unstubAllGlobals())

function opened(address = "/task") {
  const router = createMemoryRouter([{ path: "/task", element: <Component /> }], {
    initialEntries: [address],
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return { router, hand: userEvent.setup() }
}

test("[DAY-14] the list says that help was asked for and is to be answered, not that a task was given", async () => {
  isAsked = true
  opened()
  const [, asked, given] = await screen.findAllByRole("row")
  expect(asked?.textContent).toMatch(/甲区教育局 王芳 请求协助.*待答复/)
  expect(asked?.textContent).not.toMatch(/布置|进行中/)
  expect(given?.textContent).toMatch(/甲区教育局 王芳 布置.*进行中/)
})

test("[DAY-14] the open task says so too, and offers an answer; who asked withdraws it", async () => {
  const asked = { ...detail, isRequest: true, isUnanswered: true }
  detail = {
    ...asked,
    isManager: false,
    can: ["accept", "handBack"],
    mine: { ...mine, state: "new", doneSteps: [], attachments: [] },
  }
  opened("/task?task=7")
  const drawer = within(await screen.findByRole("dialog", { name: row.title }))
  expect(drawer.getByText("请求协助")).toBeDefined()
  expect(drawer.queryByText("进行中")).toBeNull()
  expect(drawer.getAllByText("待答复").length).toBeGreaterThan(0)
  expect(drawer.getByText("请求时间")).toBeDefined()
  expect(drawer.getByLabelText("给请求人留言")).toBeDefined()
  const names = () => drawer.getAllByRole("button").map(({ textContent }) => textContent)
  expect(names()).toEqual(expect.arrayContaining(["同意协助", "婉拒"]))
  expect(names().join()).not.toMatch(/修改|取消任务|撤回|提醒/)
  cleanup()
  detail = { ...asked, isManager: true, can: ["remind", "change", "cancel"], mine: null }
  opened("/task?task=7")
  const own = within(await screen.findByRole("dialog", { name: row.title }))
  expect(own.getAllByText("待答复").length).toBeGreaterThan(0)
  for (const name of ["提醒对方", "修改", "撤回请求"]) expect(own.getByRole("button", { name })).toBeDefined()
  expect(own.queryByRole("button", { name: "取消任务" })).toBeNull()
})

test("[DAY-14] the form of a request and asking again speak of a request", async () => {
  detail = {
    ...detail,
    isRequest: true,
    isManager: true,
    seesOthers: true,
    mine: null,
    can: ["change"],
  }
  const { hand } = opened("/task?task=7")
  await hand.click(await screen.findByRole("button", { name: "再次请求甲二小学协助" }))
  await within(await screen.findByRole("dialog", { name: /^再次请求/ })).findByText(/请对方答复/)
  expect(screen.queryByText(/清零/)).toBeNull()
  cleanup()
  render(
    <QueryClientProvider client={createQueryClient()}>
      <TaskForm user={someUser} task={null} asks onSaved={() => {}} onClose={() => {}} />
    </QueryClientProvider>,
  )
  const form = within(await screen.findByRole("dialog", { name: "请求协助" }))
  expect(form.getByLabelText("请求事项")).toBeDefined()
  expect(form.getByText(/由对方勾选/)).toBeDefined()
  await hand.click(form.getByRole("button", { name: "发送请求" }))
  await form.findByText(taskMessages.requestMissing)
})

test.each([
  [true, "已撤回"],
  [false, "已取消"],
])(
  "[DAY-14][WORK-1] what was withdrawn or cancelled is not under way (request: %s)",
  async (isRequest, word) => {
    detail = { ...detail, isRequest, state: taskStates.cancelled, seesOthers: true, can: [] }
    opened("/task?task=7")
    const drawer = within(await screen.findByRole("dialog", { name: row.title }))
    expect((await drawer.findByRole("list", { name: "名单" })).textContent).toMatch(`甲一小学${word}`)
    expect(within(drawer.getByRole("region", { name: "我的进度" })).getByText(word)).toBeDefined()
    expect(drawer.queryByText(/进行中|%/)).toBeNull()
    expect(drawer.queryByRole("progressbar")).toBeNull()
    expect(drawer.getByText(isRequest ? "已婉拒" : "已退回")).toBeDefined()
  },
)

test("[WORK-1][ROUTE-3] the four views of the list, and filters that stand in the address", async () => {
  isDown = true
  const { router, hand } = opened("/task?view=given")
  await screen.findByText("数据库正忙")
  isDown = false
  await hand.click(screen.getByRole("button", { name: "重试" }))
  await screen.findByRole("link", { name: "检查消防通道" })
  expect(screen.getByText("已逾期", { selector: "small" })).toBeTruthy()
  // HOME-4: as the administrators call it.
  await hand.click(screen.getByLabelText("优先级"))
  await screen.findByRole("option", { name: "一般" })
  expect(screen.getAllByText("加急")).toHaveLength(2)
  await hand.keyboard("{Escape}")

  await chooseOption(screen.getByLabelText("期限"), "已逾期")
  await waitFor(() => expect(router.state.location.search).toBe("?view=given&due=overdue"))
  await hand.type(screen.getByRole("searchbox", { name: "任务名称" }), "消防")
  await waitFor(() => expect(listed.at(-1)?.get("title")).toBe("消防"))
  expect(listed.at(-1)?.get("due")).toBe("overdue")
  await hand.click(screen.getByRole("button", { name: "下一页" }))
  await waitFor(() => expect(listed.at(-1)?.get("cursor")).toBe("1763172000000-8"))

  isEmpty = true
  await hand.click(screen.getByRole("tab", { name: "我的任务" }))
  await screen.findByText("没有符合条件的任务")
  await hand.click(screen.getByRole("button", { name: "重置筛选" }))
  await screen.findByText("没有待办任务")
  await hand.click(screen.getByRole("button", { name: /被退回/ }))
  await waitFor(() => expect(router.state.location.search).toBe("?view=given&state=handedBack"))

  // HOME-1: where the home's number leads.
  await act(() => router.navigate("/task?view=all&state=all&finished=2026-11-14"))
  await waitFor(() => expect(listed.at(-1)?.get("finished")).toBe("2026-11-14"))
  await hand.clear(screen.getByLabelText("完成日期"))
  await hand.tab()
  await waitFor(() => expect(router.state.location.search).toBe("?view=all&state=all"))
})

test("[WORK-1] an assignee ticks steps, finishes, or hands back with a reason", async () => {
  const { hand } = opened("/task?task=7")
  const drawer = await screen.findByRole("dialog", { name: "检查消防通道" })
  await within(drawer).findByText("<b>逐层检查</b>")
  expect(within(drawer).getByText("<script>")).toBeTruthy()
  expect(within(drawer).getByRole<HTMLAnchorElement>("link", { name: /方案.pdf/ }).target).toBe("_blank")
  expect(within(drawer).getByRole("img", { name: "示意图.png" })).toBeTruthy()
  expect(within(drawer).getByRole<HTMLButtonElement>("button", { name: "办结" }).disabled).toBe(true)

  await hand.click(within(drawer).getByRole("checkbox", { name: "拍照" }))
  await waitFor(() => expect(done.at(-1)?.[1].get("steps")).toBe("0,1"))
  expect(done.at(-1)?.[1].get("before")).toBe("0")

  await hand.click(within(drawer).getByRole("button", { name: "退回" }))
  const back = await screen.findByRole("dialog", { name: "退回任务" })
  await hand.click(within(back).getByRole("button", { name: "退回" }))
  await within(back).findByText(taskMessages.reasonMissing)
  // A failed upload is neither lost nor sent along.
  const fileInput = within(back).getByLabelText("图片和文件（选填）", { selector: "input" })
  fireEvent.change(fileInput, { target: { files: [new File(["x"], "现场.jpg")] } })
  await within(back).findByText(attachmentMessages.tooOften)
  await hand.type(within(back).getByLabelText("退回原因"), "停电")
  await hand.click(within(back).getByRole("button", { name: "退回" }))
  await within(back).findByText("有附件上传失败，请重试或移除")
  await hand.click(within(back).getByRole("button", { name: "移除现场.jpg" }))
  refuse = taskMessages.finished
  await hand.click(within(back).getByRole("button", { name: "退回" }))
  await within(back).findByText(taskMessages.finished)
  refuse = null
  await hand.click(within(back).getByRole("button", { name: "退回" }))
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "退回任务" })).toBeNull())
  expect(done.at(-1)).toEqual(["handBack", expect.any(URLSearchParams)])
  expect(done.at(-1)?.[1].get("note")).toBe("停电")
})

test("[WORK-1] the giver reminds, gives again, comments, and cancels after a confirmation", async () => {
  detail = {
    ...detail,
    mine: null,
    isManager: true,
    seesOthers: true,
    can: ["remind", "change", "cancel"],
    counts: { total: 2, done: 0, returned: 1 },
  }
  const { hand } = opened("/task?view=given")
  await hand.click(await screen.findByRole("checkbox", { name: "选择本页未完成的任务" }))
  refuse = "数据库正忙"
  await hand.click(screen.getByRole("button", { name: "提醒未完成的人" }))
  await screen.findByText("数据库正忙")
  refuse = null
  await hand.click(screen.getByRole("button", { name: "提醒未完成的人" }))
  await waitFor(() => expect(done.at(-1)?.[1].get("ids")).toBe("7,8"))

  await hand.click(screen.getByRole("link", { name: "检查消防通道" }))
  const drawer = await screen.findByRole("dialog", { name: "检查消防通道" })
  await within(drawer).findByText("退回原因：停电")
  await hand.click(within(drawer).getByRole("button", { name: "提醒甲一小学" }))
  await waitFor(() => expect(done.at(-1)?.[1].get("work")).toBe("70"))
  refuse = taskMessages.remindedLately
  await hand.click(within(drawer).getByRole("button", { name: "提醒未完成的" }))
  await within(drawer).findByText(taskMessages.remindedLately)
  refuse = null
  await hand.click(within(drawer).getByRole("button", { name: "让甲二小学重新办理" }))
  const again = await screen.findByRole("dialog", { name: "让甲二小学重新办理？" })
  await hand.click(within(again).getByRole("button", { name: "重新布置" }))
  await waitFor(() => expect(done.at(-1)?.[0]).toBe("giveAgain"))
  await waitFor(() => expect(within(drawer).queryByText(taskMessages.remindedLately)).toBeNull())
  await hand.click(within(drawer).getByRole("button", { name: "移除甲二小学" }))
  const off = await screen.findByRole("dialog", { name: "不再由甲二小学办理？" })
  refuse = taskMessages.lastOne
  await hand.click(within(off).getByRole("button", { name: "移除" }))
  await within(off).findByText(taskMessages.lastOne)
  refuse = null
  await hand.click(within(off).getByRole("button", { name: "移除" }))
  await waitFor(() => expect(done.at(-1)?.[0]).toBe("takeOff"))

  await hand.click(within(drawer).getByRole("button", { name: "更早的留言" }))
  await within(drawer).findByText("最早")
  await hand.click(within(drawer).getByRole("button", { name: "更新的留言" }))
  await waitFor(() => expect(within(drawer).queryByText("最早")).toBeNull())

  await hand.click(within(drawer).getByRole("button", { name: "回复李老师" }))
  await hand.type(within(drawer).getByLabelText(/回复李老师/, { selector: "textarea" }), "好")
  await hand.click(within(drawer).getByRole("button", { name: "留言" }))
  await waitFor(() => expect(done.at(-1)?.[0]).toBe("comment"))
  expect(done.at(-1)?.[1].get("work")).toBe("70")

  await hand.click(within(drawer).getByRole("button", { name: "取消任务" }))
  const confirm = await screen.findByRole("dialog", { name: "取消这个任务？" })
  expect(done.at(-1)?.[0]).toBe("comment")
  await hand.click(within(confirm).getByRole("button", { name: "取消任务" }))
  await waitFor(() => expect(done.at(-1)?.[0]).toBe("cancel"))
})

test("[WORK-1] a task is given with the pickers; problems stand beside what was typed", async () => {
  vi.mocked(pick).mockImplementation((name) =>
    Promise.resolve(
      (name === "area" ? [{ areaid: "5", areaname: "甲区" }] : [{ id: "31", label: "李老师" }]) as never,
    ),
  )
  const { hand } = opened()
  await hand.click(await screen.findByRole("button", { name: "布置任务" }))
  const form = await screen.findByRole("dialog", { name: "布置任务" })
  const submit = within(form).getByRole("button", { name: "布置" })
  await hand.click(submit)
  await within(form).findByText(taskMessages.titleMissing)
  await hand.type(within(form).getByLabelText("任务名称"), "检查消防通道")
  await hand.click(submit)
  await within(form).findByText(taskMessages.nobodyChosen)
  await hand.click(within(form).getByRole("button", { name: "选择单位" }))
  await within(form).findByText("2 个单位")
  await hand.click(within(form).getByRole("button", { name: "移除甲二小学" }))
  await hand.click(within(form).getByRole("button", { name: "选择人员" }))
  await within(form).findByText("1 个单位、1 人")
  const day = within(form).getByLabelText("截止时间（选填）")
  await hand.type(day, "20200101{Enter}")
  await within(form).findByText(taskMessages.duePast)
  await hand.clear(day)
  await hand.type(day, "2099-1-1")
  const hour = within(form).getByLabelText("截止时间（选填），几点")
  await hand.clear(hour)
  await hand.type(hour, "0800")
  await hand.type(within(form).getByLabelText("步骤（选填）"), "检查{Enter}{Enter} 拍照 ")
  refuse = taskMessages.left(["李老师"])
  await hand.click(submit)
  await within(form).findByText(taskMessages.left(["李老师"]))
  expect(within(form).getByLabelText<HTMLInputElement>("任务名称").value).toBe("检查消防通道")
  refuse = null
  await hand.click(submit)
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "布置任务" })).toBeNull())
  expect(JSON.parse(done.at(-1)?.[1].get("json") ?? "")).toMatchObject({
    title: "检查消防通道",
    organisations: "21",
    people: "31",
    steps: ["检查", "拍照"],
    deadline: "2099-01-01 08:00:00",
    repeat: null,
  })
})

test("[DISTRICT-15] for everybody of an organisation is not sent after the last one was removed", async () => {
  vi.mocked(pick).mockImplementation((name) =>
    Promise.resolve(
      (name === "area" ? [{ areaid: "5", areaname: "甲区" }] : [{ id: "31", label: "李老师" }]) as never,
    ),
  )
  const { hand } = opened()
  await hand.click(await screen.findByRole("button", { name: "布置任务" }))
  const form = await screen.findByRole("dialog", { name: "布置任务" })
  await hand.type(within(form).getByLabelText("任务名称"), "检查消防通道")
  await hand.click(within(form).getByRole("button", { name: "选择单位" }))
  await hand.click(await within(form).findByRole("checkbox", { name: /由单位全体人员分别办理/ }))
  await hand.click(within(form).getByRole("button", { name: "移除甲一小学" }))
  await hand.click(within(form).getByRole("button", { name: "移除甲二小学" }))
  await hand.click(within(form).getByRole("button", { name: "选择人员" }))
  await within(form).findByText("1 人")
  await hand.click(within(form).getByRole("button", { name: "布置" }))
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "布置任务" })).toBeNull())
  const sent = JSON.parse(done.at(-1)?.[1].get("json") ?? "") as Record<string, unknown>
  expect([sent["people"], sent["each"]]).toEqual(["31", undefined])
})

test("[WORK-1] the giver adds attachments; a failed upload prevents the save", async () => {
  detail = { ...detail, mine: null, isManager: true, seesOthers: true, can: ["change"] }
  const { hand } = opened("/task?view=given&task=7")
  await hand.click(await screen.findByRole("button", { name: "修改" }))
  const form = await screen.findByRole("dialog", { name: "修改任务" })
  const fileInput = form.querySelector<HTMLInputElement>("input[type=file]")
  expect(within(form).getByText("补充附件（选填，已有2个）")).toBeTruthy()
  await hand.upload(fileInput ?? form, new File(["%PDF"], "补充.pdf", { type: "application/pdf" }))
  await within(form).findByText(attachmentMessages.tooOften)
  await hand.click(within(form).getByRole("button", { name: "保存" }))
  await within(form).findByText("有附件上传失败，请重试或移除")
  expect(done).toEqual([])
  await hand.click(within(form).getByRole("button", { name: "移除补充.pdf" }))
  await hand.click(within(form).getByRole("button", { name: "保存" }))
  await waitFor(() => expect(done.at(-1)?.[0]).toBe("change"))
  expect(JSON.parse(done.at(-1)?.[1].get("json") ?? "")).toMatchObject({ version: 3, attachments: "" })
})

test("[WORK-1] the calendar shows what is due, by keyboard and with its link", async () => {
  const { router, hand } = opened("/task?look=month&month=2026-11")
  const focused = () => document.activeElement?.getAttribute("aria-label")
  await hand.click(await screen.findByLabelText("11月12日，1项任务"))
  expect(within(screen.getByLabelText("当天到期的任务")).getByText("已逾期")).toBeTruthy()
  await hand.keyboard("{ArrowRight}")
  expect(focused()).toBe("11月13日，0项任务")
  await hand.keyboard("{PageDown}")
  await waitFor(() => expect(focused()).toBe("12月13日，0项任务"))
  expect(router.state.location.search).toBe("?look=month&month=2026-12")
})

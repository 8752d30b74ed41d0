import { noPermissionMessage } from "@uc/contract/roles/permissions"
import { admintypes } from "@uc/contract/account/calls"
import {
  alarmTableCalls,
  alarmTableMessages,
  type AlarmLevelEntry,
  type AlarmType,
} from "@uc/contract/alarm-tables/calls"
import { fireEvent, screen, waitFor, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { keepUser } from "../../platform/session/session.ts"
import { answering, Refused, serveFakes } from "../../testing/fake-answers.ts"
import { renderPage } from "../../testing/render-page.tsx"
import { someUser } from "../../testing/some-user.ts"
import { Component } from "./alarm-tables.page.tsx"

const type = (code: string, name: string): AlarmType => ({
  code,
  name,
  isDisabled: false,
  version: `v${code}`,
})
const level: AlarmLevelEntry = {
  level: 1,
  name: "特别重大",
  minutesToTake: 10,
  minutesToHandle: null,
  isDisabled: false,
  version: "v1",
}

let sent: [string, unknown][]
let refuse: string | null

beforeEach(() => {
  keepUser({ ...someUser, admintype: admintypes.platform })
  sent = []
  refuse = null
  const written = (name: string) => (asked: URLSearchParams) => {
    if (refuse !== null) throw new Refused(refuse)
    sent.push([name, JSON.parse(asked.get("json") ?? "{}")])
    return {} as never
  }
  serveFakes(
    answering(alarmTableCalls.types, () => ({
      items: [type("smoke", "烟雾报警"), type("gas", "燃气泄漏")],
      unknown: [{ code: "<b>x</b>", total: 1234 }],
    })),
    answering(alarmTableCalls.levels, () => [level]),
    answering(alarmTableCalls.saveType, written("saveType")),
    answering(alarmTableCalls.arrangeTypes, written("arrangeTypes")),
    answering(alarmTableCalls.removeType, written("removeType")),
    answering(alarmTableCalls.saveLevel, written("saveLevel")),
    answering(alarmTableCalls.removeLevel, written("removeLevel")),
  )
})
afterEach(() => vi.unstubAllGlobals())

test("[DISTRICT-9] types that came in without a name are listed, and one press fills in the code", async () => {
  renderPage(<Component />)
  expect(await screen.findByText("未知类型预警（<b>x</b>），1,234 条")).toBeTruthy()
  await userEvent.click(screen.getByRole("button", { name: "新增类型<b>x</b>" }))
  const form = screen.getByRole("dialog", { name: "新增预警类型" })
  expect(within(form).getByDisplayValue("<b>x</b>")).toBe(within(form).getByLabelText("类型代码"))
  fireEvent.change(within(form).getByLabelText("名称"), { target: { value: "新设备" } })
  await userEvent.click(within(form).getByRole("button", { name: "保存" }))
  await waitFor(() =>
    expect(sent).toEqual([["saveType", { code: "<b>x</b>", name: "新设备", isDisabled: false }]]),
  )
})

test("[DISTRICT-9] a link with a code opens the form with it, and closing it forgets the code", async () => {
  renderPage(<Component />, { address: "/?code=heat" })
  const form = await screen.findByRole("dialog", { name: "新增预警类型" })
  expect(within(form).getByDisplayValue("heat")).toBe(within(form).getByLabelText("类型代码"))
  await userEvent.click(within(form).getByRole("button", { name: "取消" }))
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
})

test("[DISTRICT-9] a code that is known meanwhile opens nothing", async () => {
  renderPage(<Component />, { address: "/?code=gas" })
  expect(await screen.findByRole("button", { name: "燃气泄漏" })).toBeTruthy()
  expect(screen.queryByRole("dialog")).toBeNull()
})

test("[DISTRICT-9] types are put in order by the keyboard, and one in use stays and says so", async () => {
  renderPage(<Component />)
  fireEvent.keyDown(await screen.findByRole("button", { name: "燃气泄漏" }), { key: "ArrowUp", altKey: true })
  await waitFor(() => expect(sent).toEqual([["arrangeTypes", { codes: ["gas", "smoke"] }]]))
  await userEvent.click(screen.getByRole("button", { name: "烟雾报警的操作" }))
  await userEvent.click(screen.getByRole("menuitem", { name: "删除" }))
  refuse = alarmTableMessages.inUse(3)
  const confirm = screen.getByRole("dialog", { name: "删除“烟雾报警”？" })
  await userEvent.click(within(confirm).getByRole("button", { name: "删除" }))
  expect(await within(confirm).findByText(/3条预警属于它/)).toBeTruthy()
})

test("[DISTRICT-9] a level's minutes are checked before they are sent, and empty ones never escalate", async () => {
  renderPage(<Component />, { address: "/?tab=levels" })
  expect(await screen.findByRole("row", { name: /特别重大 1 10 分钟 不上报/ })).toBeTruthy()
  await userEvent.click(screen.getByRole("button", { name: "编辑特别重大" }))
  const form = screen.getByRole("dialog", { name: "编辑“特别重大”" })
  const [take, handle] = [/确认时限/, /处置时限/].map((label) => within(form).getByLabelText(label))
  if (!take || !handle) throw new Error("both limits are typed")
  fireEvent.change(take, { target: { value: "1.5" } })
  await userEvent.click(within(form).getByRole("button", { name: "保存" }))
  expect(within(form).getByText(alarmTableMessages.badMinutes)).toBeTruthy()
  expect(sent).toEqual([])
  fireEvent.change(take, { target: { value: "" } })
  fireEvent.change(handle, { target: { value: "90" } })
  await userEvent.click(within(form).getByRole("button", { name: "保存" }))
  const { minutesToTake: _take, minutesToHandle: _handle, ...rest } = level
  await waitFor(() =>
    expect(sent).toEqual([["saveLevel", { ...rest, minutesToTake: null, minutesToHandle: 90 }]]),
  )
})

test("[DISTRICT-9] a level is taken out of use only after it was said what that does", async () => {
  renderPage(<Component />, { address: "/?tab=levels" })
  await userEvent.click(await screen.findByRole("button", { name: "停用特别重大" }))
  const confirm = screen.getByRole("dialog", { name: "停用“特别重大”？" })
  expect(within(confirm).getByText(/上报该等级的预警会被拒绝/)).toBeTruthy()
  await userEvent.click(within(confirm).getByRole("button", { name: "停用" }))
  await waitFor(() => expect(sent).toEqual([["saveLevel", { ...level, isDisabled: true }]]))
})

test("[DISTRICT-9] who is not the platform's administrator is told", () => {
  keepUser({ ...someUser, admintype: admintypes.area })
  renderPage(<Component />)
  expect(screen.getByText(noPermissionMessage("alarmTables.manage"))).toBeTruthy()
})

import { noPermissionMessage } from "@uc/contract/roles/permissions"
import { QueryClientProvider } from "@tanstack/react-query"
import { alarmCalls, warningMessageByCall } from "@uc/contract/alarms/calls"
import { alarmSourceCalls, ingestMessages, type AlarmSource } from "@uc/contract/alarm-sources/calls"
import { admintypes } from "@uc/contract/account/calls"
import { cleanup, render, screen, waitFor, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { createMemoryRouter, RouterProvider } from "react-router"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { keepUser } from "../../platform/session/session.ts"
import { someUser } from "../../testing/some-user.ts"
import { createQueryClient } from "../../platform/http/use-call.ts"
import { answering, Refused, serveFakes } from "../../testing/fake-answers.ts"
import { Component } from "./alarm-sources.page.tsx"

let sources: AlarmSource[]
let refuse: string | null
let made: URLSearchParams[]
let newest: string | null

function source(id: string, more: Partial<AlarmSource> = {}): AlarmSource {
  return {
    id,
    orgid: "1",
    orgname: "甲一小学",
    name: `来源${id}`,
    key: `key-${id}`,
    createdAt: "2026-11-01 08:00:00",
    revokedAt: null,
    lastCallAt: null,
    ...more,
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
  sources = [source("1")]
  newest = null
  refuse = null
  made = []
  keepUser({ ...someUser, admintype: admintypes.organisation })
  serveFakes(
    answering(alarmCalls.newest, () => {
      if (newest === "refused") throw new Refused("数据库正忙")
      return { createtime: newest }
    }),
    answering(alarmSourceCalls.sources, () => ({ sources })),
    answering(alarmSourceCalls.createSource, (sent) => {
      if (refuse !== null) throw new Refused(refuse)
      made.push(sent)
      const added = source("2", { name: sent.get("name") ?? "" })
      sources = [added, ...sources]
      return { source: added, secret: "s".repeat(43) }
    }),
    answering(alarmSourceCalls.revokeSource, (sent) => {
      sources = sources.map((one) =>
        one.id === sent.get("id") ? { ...one, revokedAt: "2026-11-15 08:00:00" } : one,
      )
      return {}
    }),
    answering(alarmSourceCalls.sourceCalls, () => ({
      calls: [
        {
          at: "2026-11-15 10:00:00",
          accepted: 3,
          repeated: 0,
          refused: 1,
          refusals: [
            { index: 2, is: "refused" as const, field: "orgid", msg: ingestMessages.unknownOrganisation },
          ],
        },
      ],
    })),
  )
})
afterEach(() => vi.unstubAllGlobals())

function opened() {
  const router = createMemoryRouter([{ path: "/", element: <Component /> }])
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}

test("[WARN-8] a new source's secret is shown once; a refusal stands at the name", async () => {
  opened()
  await screen.findByText("来源1")
  const name = screen.getByLabelText("新增来源")
  const add = screen.getByRole("button", { name: "新增并生成密钥" })
  await userEvent.click(add)
  expect(screen.getByText("请填写来源名称")).toBeTruthy()
  refuse = ingestMessages.tooMany
  await userEvent.type(name, "燃气监测")
  await userEvent.click(add)
  expect(await screen.findByText(ingestMessages.tooMany)).toBeTruthy()
  refuse = null
  await userEvent.click(add)
  const told = await screen.findByRole("dialog", { name: "来源密钥" })
  expect(within(told).getByText("s".repeat(43))).toBeTruthy()
  expect([made[0]?.get("name"), made[0]?.get("orgid")]).toEqual(["燃气监测", someUser.orgid])
  await userEvent.click(within(told).getByRole("button", { name: "我已保存" }))
  expect(screen.queryByText("s".repeat(43))).toBeNull()
  expect(await screen.findByText("key-2")).toBeTruthy()
})

test("[WARN-8] a source is revoked after a confirmation; its last calls say why they failed", async () => {
  opened()
  await userEvent.click(await screen.findByRole("button", { name: "来源1的上报记录" }))
  const calls = await screen.findByRole("dialog", { name: "来源1的上报记录" })
  expect(
    await within(calls).findByText(`第 3 条（orgid）：${ingestMessages.unknownOrganisation}`),
  ).toBeTruthy()
  await userEvent.click(within(calls).getByRole("button", { name: "关闭" }))
  await userEvent.click(screen.getByRole("button", { name: "停用来源1" }))
  const confirm = screen.getByRole("dialog", { name: "停用“来源1”？" })
  expect(sources[0]?.revokedAt).toBeNull()
  await userEvent.click(within(confirm).getByRole("button", { name: "停用" }))
  await waitFor(() => expect(screen.getByText("已停用")).toBeTruthy())
})

test("[WARN-6][WARN-8] the newest alarm says whether anything comes in, and a failure says so", async () => {
  for (const [answer, words] of [
    ["2020-05-06 07:08:00", /最近一次预警：2020年5月6日/],
    [null, /暂未收到预警。/],
    ["refused", new RegExp(warningMessageByCall["alarms.newest"])],
  ] as const) {
    newest = answer
    opened()
    expect(await screen.findByText(words)).toBeTruthy()
    cleanup()
  }
})

test("[WARN-8] without administrator's rights there is a message and no call", () => {
  keepUser({ ...someUser, admintype: admintypes.none })
  opened()
  expect(screen.getByText(noPermissionMessage("alarmSources.manage"))).toBeTruthy()
})

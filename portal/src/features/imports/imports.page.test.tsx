import { noPermissionMessage } from "@uc/contract/roles/permissions"
import { QueryClientProvider } from "@tanstack/react-query"
import { call } from "@uc/contract/core/call"
import {
  importCalls,
  importLimits,
  importMessages,
  importPartPath,
  importService,
  type Import,
} from "@uc/contract/imports/calls"
import { admintypes } from "@uc/contract/account/calls"
import { fireEvent, render, screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { createMemoryRouter, RouterProvider } from "react-router"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { z } from "zod"
import { keepUser } from "../../platform/session/session.ts"
import { someUser } from "../../testing/some-user.ts"
import { createQueryClient } from "../../platform/http/use-call.ts"
import { answering, Refused, serveFakes } from "../../testing/fake-answers.ts"
import { Component } from "./imports.page.tsx"

/** As the file's parts travel: an address without a shape. */
const part = call({
  service: importService,
  method: "POST",
  path: importPartPath,
  permission: null,
  encoding: "form",
  writes: true,
  sensitive: false,
  input: z.object({}),
  output: z.object({}),
})

const preview = {
  new: 2,
  changed: 0,
  unchanged: 0,
  gone: 3,
  canDisable: 2,
  organisations: 1,
  lines: [
    { line: 2, change: "new" as const, what: "张三（z3）", detail: "甲一小学：教务处" },
    { line: null, change: "gone" as const, what: "李四（l4）", detail: "" },
  ],
}
const { lines: _lines, ...counts } = preview

let one: Import
let parts: string[]
let refusesRun: string | null
let ran: string | null

beforeEach(() => {
  one = {
    id: "7",
    kind: "people",
    fileName: "名单.csv",
    state: "checking",
    by: "某人",
    isMine: true,
    createdAt: "2026-11-15 08:00:00",
    finishedAt: null,
    counts,
    problemCount: 0,
    message: null,
    rows: 2,
    phase: "checking",
    done: 1200,
    total: 20_000,
    problems: [],
    notes: [],
    preview,
    disabled: 0,
    isCancelling: false,
  }
  parts = []
  refusesRun = null
  ran = null
  keepUser({ ...someUser, admintype: admintypes.organisation })
  serveFakes(
    answering(importCalls.begin, () => ({ id: "7" })),
    answering(part, (sent) => {
      parts.push(sent.get("no") ?? "")
      return {}
    }),
    answering(importCalls.check, () => ({})),
    answering(importCalls.one, () => one),
    answering(importCalls.list, () => ({ items: [{ ...one, isMine: false, by: null }], next: null })),
    answering(importCalls.run, (sent) => {
      if (refusesRun !== null) throw new Refused(refusesRun)
      ran = sent.get("disablesMissing")
      one = { ...one, state: "running", phase: "writing", done: 1, total: 2 }
      return {}
    }),
    answering(importCalls.cancel, () => {
      one = { ...one, isCancelling: true }
      return {}
    }),
  )
})
afterEach(() => vi.unstubAllGlobals())

function opened(place = "/") {
  const router = createMemoryRouter([{ path: "/", element: <Component /> }], { initialEntries: [place] })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return router
}

test("[DATA-3] a dropped file is uploaded in parts and its check shows progress", async () => {
  const router = opened()
  expect(screen.queryByRole("radio", { name: /区域/ })).toBeNull()
  const zone = screen.getByText(/把人员表格拖到这里/)
  const drop = (file: File) => fireEvent.drop(zone, { dataTransfer: { files: [file] } })
  drop(new File([], "空.csv"))
  expect((await screen.findByRole("alert")).textContent).toBe(importMessages.empty)
  drop(new File([new Uint8Array(importLimits.partBytes + 1)], "名单.csv"))
  expect(await screen.findByText("正在逐行检查：1,200 / 20,000 行")).toBeTruthy()
  expect(parts).toEqual(["0", "1"])
  expect(screen.getByRole("progressbar", { name: "检查进度" }).getAttribute("aria-valuenow")).toBe("6")
  expect(router.state.location.search).toBe("?id=7")
  expect(screen.getByText("检查").getAttribute("aria-current")).toBe("step")
  await userEvent.click(screen.getByRole("button", { name: "取消检查" }))
  expect(await screen.findByText("正在取消，已写入的会全部撤销…")).toBeTruthy()
})

test("[DATA-3] the preview disables missing rows only where that is ticked", async () => {
  one = { ...one, state: "ready", message: importMessages.changedMeanwhile }
  opened("/?id=7")
  expect(await screen.findByText(importMessages.changedMeanwhile)).toBeTruthy()
  expect(screen.getByText("张三（z3）")).toBeTruthy()
  await userEvent.click(screen.getByRole("button", { name: /文件中没有/ }))
  expect(screen.getByText("李四（l4）")).toBeTruthy()
  refusesRun = importMessages.busy("别人")
  await userEvent.click(screen.getByRole("button", { name: "确认导入" }))
  expect((await screen.findByRole("alert")).textContent).toBe(importMessages.busy("别人"))
  refusesRun = null
  await userEvent.click(screen.getByRole("checkbox", { name: "缺少的停用" }))
  await userEvent.click(screen.getByRole("button", { name: "导入并停用缺少的" }))
  expect(ran).toBe("1")
  expect(await screen.findByText("正在写入：1 / 2 行")).toBeTruthy()
  one = { ...one, state: "done", message: importMessages.passwordsLater(true), disabled: 2 }
  expect(await screen.findByRole("heading", { name: "人员导入完成" })).toBeTruthy()
  expect(screen.getByText(importMessages.passwordsLater(true))).toBeTruthy()
  expect(screen.getByText(/停用 2/)).toBeTruthy()
})

test("[DATA-3] an interrupted import can be checked again", async () => {
  one = { ...one, state: "interrupted", message: importMessages.interrupted }
  opened("/?id=7")
  expect(await screen.findByText(importMessages.interrupted)).toBeTruthy()
  one = {
    ...one,
    state: "faulty",
    problemCount: 1,
    preview: null,
    problems: [{ line: 2, column: "手机号", cell: "C2", value: "<b>1</b>", message: "应为11位手机号" }],
  }
  await userEvent.click(screen.getByRole("button", { name: "重新检查该文件" }))
  expect(await screen.findByText("<b>1</b>")).toBeTruthy()
  expect(screen.getByRole("heading", { name: "2 行中有 1 处需要修改" })).toBeTruthy()
  keepUser({ ...someUser, admintype: admintypes.none })
  await waitFor(() => expect(screen.getByText(noPermissionMessage("imports.use"))).toBeTruthy())
})

test("[DATA-3] a corrected file keeps its kind; a kind that is not allowed is ignored", async () => {
  one = {
    ...one,
    kind: "departments",
    state: "faulty",
    problemCount: 2,
    preview: null,
    problems: [
      { line: 3, column: "部门名称", cell: "A3", value: "", message: "请填写部门名称" },
      { line: 4, column: null, cell: null, value: "", message: "缺少一列" },
    ],
  }
  const router = opened("/?id=7")
  expect(await screen.findByRole("row", { name: /A3 （空）/ })).toBeTruthy()
  expect(screen.getByRole("row", { name: /第 4 行 — 缺少一列/ })).toBeTruthy()
  await userEvent.click(screen.getByRole("button", { name: "重新选择文件" }))
  expect(await screen.findByText(/把部门表格拖到这里/)).toBeTruthy()
  expect(router.state.location.search).toBe("?kind=departments")
  await userEvent.click(screen.getByRole("radio", { name: /楼宇/ }))
  expect(screen.getByText(/把楼宇表格拖到这里/)).toBeTruthy()
  await router.navigate("/?kind=areas")
  expect(await screen.findByText(/把人员表格拖到这里/)).toBeTruthy()
})

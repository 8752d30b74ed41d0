// @vitest-environment jsdom
import { alarmCalls, warningMessageByCall } from "@uc/contract/alarms/calls"
import { drillCalls } from "@uc/contract/drills/calls"
import { monitorMessages } from "@uc/contract/monitor/messages"
import { organisationCalls } from "@uc/contract/organisations/calls"
import type { Call } from "@uc/contract/core/call"
import { beforeEach, expect, test, vi } from "vitest"
import { Failure } from "../../platform/http/failure.ts"
import { send, type SendOptions } from "../../platform/http/send.ts"
import { createListLoader } from "./request-lists.ts"
import { drill, warning } from "../../testing/fake-alarms.ts"
import { createOutages } from "./outages.ts"
import { msOf } from "./poll-interval.ts"
import { forgetFacts } from "./school-facts.ts"

vi.mock("../../platform/http/send.ts", async (original) => ({
  ...(await original<typeof import("../../platform/http/send.ts")>()),
  send: vi.fn(),
}))

const broken = new Failure("server", "服务器内部错误")
let answers: Map<Call, (input: Readonly<Record<string, unknown>>) => unknown>
let nowMs: number
let said: string[]
let aheadMs: number

beforeEach(() => {
  forgetFacts()
  nowMs = msOf("2026-11-15 14:05:09")
  aheadMs = 0
  said = []
  answers = new Map<Call, (input: Readonly<Record<string, unknown>>) => unknown>([
    [alarmCalls.records, () => ({ total: 12, items: [warning("a")] })],
    [alarmCalls.types, () => ({ total: 1, items: [{ code: "gas", name: "燃气泄漏" }] })],
    [drillCalls.executions, () => ({ total: 1, items: [drill("d")] })],
    [organisationCalls.schoolInfo, () => ({ orgid: "10", orgname: "实验小学", address: "学府路1号" })],
  ])
  vi.mocked(send)
    .mockReset()
    .mockImplementation(async (call: Call, input: object, { kept }: SendOptions = {}) => {
      const answer = answers.get(call)?.({ ...input })
      if (answer instanceof Failure) throw answer
      if (kept) kept.aheadMs = aheadMs
      return answer
    })
})

function listLoader(areaid?: string) {
  return createListLoader({ areaid, outages: createOutages((words) => said.push(words)), nowMs: () => nowMs })
}
const calls = (call: Call) =>
  vi.mocked(send).mock.calls.flatMap(([asked, input]) => (asked === call ? [input] : []))

test("[SPEC-5][SPEC-6][WARN-1] asks for ten of today up to now, each list by its own name for the area", async () => {
  await listLoader("3")(null)
  expect(calls(alarmCalls.records)).toEqual([
    {
      start: 0,
      limit: 10,
      starttime: "2026-11-15 00:00:00",
      endtime: "2026-11-15 14:05:09",
      areaid: "3",
    },
  ])
  expect(calls(drillCalls.executions)).toEqual([{ start: 0, limit: 10, areaId: "3", zxType: 2 }])
})

test("[WARN-1] by the server's clock: a computer that is hours late is not shown less", async () => {
  aheadMs = 3 * 3_600_000
  const ask = listLoader()
  await ask(null)
  await ask(null)
  expect(calls(alarmCalls.records)[1]).toMatchObject({ endtime: "2026-11-15 17:05:09" })
})

test("[WARN-1] the first call after midnight reaches back to the last success", async () => {
  const ask = listLoader()
  nowMs = msOf("2026-11-15 23:59:57")
  await ask(null)
  nowMs = msOf("2026-11-16 00:00:03")
  answers.set(alarmCalls.records, () => broken)
  await ask(null)
  answers.set(alarmCalls.records, () => ({ total: 0, items: [] }))
  nowMs += 6000
  await ask(null)
  nowMs += 6000
  await ask(null)
  expect(calls(alarmCalls.records).map((input) => "starttime" in input && input.starttime)).toEqual([
    "2026-11-15 00:00:00",
    "2026-11-15 23:59:57",
    "2026-11-15 23:59:57",
    "2026-11-16 00:00:00",
  ])
})

test("[WARN-3] an alarm gets time, type and address, a drill no type; one call per school", async () => {
  const ask = listLoader()
  const { lists, isWhole } = await ask(null)
  expect(isWhole).toBe(true)
  expect(lists).toEqual({
    warning: {
      total: 12,
      items: [{ ...warning("a"), startTime: "14:05:09", modelType: "燃气泄漏", schoolAddress: "学府路1号" }],
    },
    yuan: { total: 1, items: [{ ...drill("d"), startTime: "14:00:00", schoolAddress: "学府路1号" }] },
  })
  await ask(null)
  expect(calls(organisationCalls.schoolInfo)).toEqual([{ orgid: "10" }])
  expect(calls(alarmCalls.types)).toHaveLength(1)
})

test("[WARN-3] missing addresses and unknown types are shown as such, without repeated calls", async () => {
  answers.set(organisationCalls.schoolInfo, () => ({ orgid: "10", orgname: "实验小学", address: null }))
  answers.set(alarmCalls.types, () => ({ total: 0, items: [] }))
  const ask = listLoader()
  await ask(null)
  const { lists } = await ask(null)
  expect(lists.warning?.items[0]).toMatchObject({
    schoolAddress: "",
    modelType: `${monitorMessages.unknownType}（gas）`,
  })
  expect(calls(alarmCalls.types)).toHaveLength(1)
  expect(calls(organisationCalls.schoolInfo)).toHaveLength(1)
  nowMs += 60_000
  await ask(null)
  expect(calls(alarmCalls.types)).toHaveLength(2)
})

test("[WARN-3] words that are late hold no card up, and follow", async () => {
  vi.useFakeTimers()
  try {
    answers.set(
      organisationCalls.schoolInfo,
      () =>
        new Promise((resolve) =>
          setTimeout(() => resolve({ orgid: "10", orgname: "", address: "学府路1号" }), 2000),
        ),
    )
    const asking = listLoader()(null)
    await vi.advanceTimersByTimeAsync(300)
    const { lists, late } = await asking
    expect(lists.warning?.items[0]?.schoolAddress).toBe("")
    // Equal questions would cancel each other (REQ-2).
    void listLoader()(null)
    await vi.advanceTimersByTimeAsync(2000)
    expect(calls(organisationCalls.schoolInfo)).toHaveLength(1)
    expect((await late)?.warning?.items[0]?.schoolAddress).toBe("学府路1号")
  } finally {
    vi.useRealTimers()
  }
})

test("[WARN-6] each failing call shows its sentence once per outage; the other list is kept", async () => {
  const ask = listLoader()
  answers.set(drillCalls.executions, () => broken)
  const first = await ask(null)
  expect(first.isWhole).toBe(false)
  expect(Object.keys(first.lists)).toEqual(["warning"])
  await ask(null)
  expect(said).toEqual([warningMessageByCall["drills.executions"]])
  answers.set(drillCalls.executions, () => ({ total: 0, items: [] }))
  await ask(null)
  for (const call of [alarmCalls.records, drillCalls.executions]) answers.set(call, () => broken)
  await ask(null)
  await ask(null)
  expect(said.slice(1)).toEqual(["获取预警数据失败！", "获取应急预案数据失败！"])
})

test("[WARN-6] missing types and schools are reported once; the warning shows anyway", async () => {
  answers.set(alarmCalls.types, () => broken)
  answers.set(organisationCalls.schoolInfo, () => broken)
  const ask = listLoader()
  await ask(null)
  const { lists, isWhole } = await ask(null)
  expect(isWhole).toBe(true)
  expect(lists.warning?.items[0]?.uuid).toBe("a")
  expect(said.toSorted()).toEqual(["获取机构基础数据失败！", "获取预警类型数据失败！"].toSorted())
})

test("[WARN-6] the end of the session has its own sentence", async () => {
  answers.set(alarmCalls.records, () => new Failure("signed-out", "用户无效,请重新登录"))
  answers.set(drillCalls.executions, () => new Failure("cancelled", ""))
  expect(await listLoader()(null)).toMatchObject({ isWhole: false, lists: {} })
  expect(said).toEqual([])
})

test("[WARN-1] [DISTRICT-15] the caller's own parameters travel with the question", async () => {
  const ask = createListLoader({
    areaid: "3",
    params: { model_code: "gas", anything: 1 },
    outages: createOutages(() => undefined),
    nowMs: () => nowMs,
  })
  await ask(null)
  expect(calls(alarmCalls.records)).toEqual([
    expect.objectContaining({ areaid: "3", model_code: "gas", anything: 1, start: 0, limit: 10 }),
  ])
})

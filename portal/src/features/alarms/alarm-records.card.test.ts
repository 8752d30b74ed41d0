import { alarmAdminCalls } from "@uc/contract/alarms/admin-calls"
import { alarmCalls } from "@uc/contract/alarms/calls"
import { drillCalls, executionTypes } from "@uc/contract/drills/calls"
import { expect, test } from "vitest"
import { someUser } from "../../testing/some-user.ts"
import { card } from "./alarm-records.card.tsx"

const warning = {
  uuid: "0f8fad5b-d9cb-469f-a165-70867728950e",
  createtime: "2026-11-15 10:00:00",
  orgid: "9",
  school_name: "甲一小学",
  alarm_level_name: "重大",
}

test("[DAY-10][DAY-4] the card is loaded again when an alarm comes in or a drill begins", () => {
  expect(card.refreshedBy).toEqual(["alarms", "drills"])
})

test("[DISTRICT-9][DAY-4][DAY-5] the home card names types as others do, and counts what waits and drills", async () => {
  const items = ["gas", "never-heard-of"].map((code) => ({ ...warning, model_code: code }))
  const ask = (call: unknown, input: { zxType?: number }) =>
    Promise.resolve(
      call === alarmCalls.types
        ? { total: 1, items: [{ code: "gas", name: "燃气泄漏" }] }
        : call === alarmAdminCalls.pulse
          ? { waiting: 3, today: 5 }
          : call === drillCalls.executions
            ? { total: input.zxType === executionTypes.emergency ? 1 : 2, items: [] }
            : { total: 2, items },
    )
  const data = await card.load({ ask: ask as never, user: someUser, nowMs: 0 })
  expect(data).toMatchObject({
    counts: { waiting: 3, today: 5 },
    drills: 2,
    emergencies: 1,
    items: [{ typeName: "燃气泄漏" }, { typeName: "未知类型预警（never-heard-of）" }],
  })
})

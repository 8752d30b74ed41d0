import { alarmWorkCalls } from "@uc/contract/alarms/admin-calls"
import { answer } from "../../http/calls/register-calls.ts"
import { exportedFile } from "../../http/exported-file.ts"
import { mustBeThere } from "../../session/reach.ts"
import { actOnAlarm } from "./alarm-actions.ts"
import { alarmDetail } from "./alarm-detail.store.ts"
import { alarmSheet } from "./alarm-export.ts"
import { alarmPulse } from "./alarm-list.store.ts"
import { alarmQuestion } from "./alarm-filter.ts"

export const alarmWorkRoutes = answer(alarmWorkCalls, () => ({
  detail: async ({ uuid }, { db, user }) => mustBeThere(await alarmDetail(db, user, uuid)),

  pulse: async ({ after, ...filters }, ask) => alarmPulse(ask.db, await alarmQuestion(ask, filters), after),

  exportList: async (filters, ask) => {
    const sheets = [await alarmSheet(ask.db, await alarmQuestion(ask, filters))]
    return exportedFile(ask, { action: "alarmsAtWork.exportList", name: "预警", sheets })
  },

  acknowledge: (act, ask) => actOnAlarm(ask, "acknowledge", act),
  assign: (act, ask) => actOnAlarm(ask, "assign", act),
  handle: (act, ask) => actOnAlarm(ask, "handle", act),
  close: (act, ask) => actOnAlarm(ask, "close", act),
  dismiss: (act, ask) => actOnAlarm(ask, "dismiss", act),
}))

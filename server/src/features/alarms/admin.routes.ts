import { alarmWorkCalls } from "@uc/contract/alarms/admin-calls"
import { implementCalls } from "../../http/calls/feature.ts"
import { exportedFile } from "../../http/exported-file.ts"
import { foundOrForbidden } from "../../session/reach.ts"
import { actOnAlarm } from "./alarm-actions.ts"
import { alarmDetail } from "./alarm-detail.store.ts"
import { alarmSheet } from "./alarm-export.ts"
import { alarmPulse } from "./alarm-list.store.ts"
import { alarmQuestion } from "./alarm-filter.ts"

export const alarmWorkRoutes = implementCalls(alarmWorkCalls, () => ({
  detail: async ({ uuid }, { db, user }) => foundOrForbidden(await alarmDetail(db, user, uuid)),

  pulse: async ({ after, ...filters }, context) =>
    alarmPulse(context.db, await alarmQuestion(context, filters), after),

  exportList: async (filters, context) => {
    const sheets = [await alarmSheet(context.db, await alarmQuestion(context, filters))]
    return exportedFile(context, { action: "alarmsAtWork.exportList", name: "预警", sheets })
  },

  acknowledge: (act, context) => actOnAlarm(context, "acknowledge", act),
  assign: (act, context) => actOnAlarm(context, "assign", act),
  handle: (act, context) => actOnAlarm(context, "handle", act),
  close: (act, context) => actOnAlarm(context, "close", act),
  dismiss: (act, context) => actOnAlarm(context, "dismiss", act),
}))

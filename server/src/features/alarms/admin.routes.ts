import { alarmAdminCalls } from "@uc/contract/alarms/admin-calls"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import { exportedFile } from "../../http/exported-file.ts"
import { foundOrForbidden } from "../../session/reach.ts"
import { changeAlarm } from "./alarm-actions.ts"
import { alarmDetail } from "./alarm-detail.store.ts"
import { alarmSheet } from "./alarm-export.ts"
import { alarmPulse } from "./alarm-list.store.ts"
import { alarmFilter } from "./alarm-filter.ts"

export const alarmAdminRoutes = implementCalls(alarmAdminCalls, () => ({
  detail: async ({ uuid }, { db, user }) => foundOrForbidden(await alarmDetail(db, user, uuid)),

  pulse: async ({ after, ...filters }, context) =>
    alarmPulse(context.db, await alarmFilter(context, filters), after),

  exportList: async (filters, context) => {
    const sheets = [await alarmSheet(context.db, await alarmFilter(context, filters))]
    return exportedFile(context, { action: "alarmAdmin.exportList", name: "预警", sheets })
  },

  acknowledge: (act, context) => changeAlarm(context, "acknowledge", act),
  assign: (act, context) => changeAlarm(context, "assign", act),
  handle: (act, context) => changeAlarm(context, "handle", act),
  close: (act, context) => changeAlarm(context, "close", act),
  dismiss: (act, context) => changeAlarm(context, "dismiss", act),
}))

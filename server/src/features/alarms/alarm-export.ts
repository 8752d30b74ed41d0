import { alarmStates, type AlarmState, type ListedAlarm } from "@uc/contract/alarms/admin-calls"
import { codeLabels } from "../dictionary/public.ts"
import type { Db } from "../../db/open.ts"
import { exportedSheet, type ExportedColumn, type ExportedSheet } from "../../http/exported-file.ts"
import { alarmPage, type AlarmFilter } from "./alarm-list.store.ts"

function columnsWith(wordOf: (state: AlarmState) => string): readonly ExportedColumn<ListedAlarm>[] {
  return [
    { title: "发生时间", width: 20, cell: ({ createtime }) => createtime },
    { title: "单位", width: 28, cell: (row) => row.school_name },
    { title: "类型", width: 18, cell: (row) => row.model_name },
    { title: "等级", width: 10, cell: (row) => row.alarm_level_name },
    { title: "状态", width: 10, cell: ({ state }) => wordOf(state) },
    { title: "地点", width: 36, cell: ({ address }) => address },
    { title: "负责人", width: 14, cell: (row) => row.taken_by },
    { title: "上报时间", width: 20, cell: (row) => row.escalated_at },
    { title: "编号", width: 40, cell: ({ uuid }) => uuid },
  ]
}

/** WORK-4: the list that is on screen, all of its pages. */
export async function alarmSheet(db: Db, filter: AlarmFilter): Promise<ExportedSheet> {
  return exportedSheet({
    name: "预警",
    columns: columnsWith(await codeLabels(db, "alarmState", alarmStates)),
    read: async (before: string | undefined, limit) => {
      const { items, older } = await alarmPage(db, filter, { limit, before })
      return { items, next: older }
    },
  })
}

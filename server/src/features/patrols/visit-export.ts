import { visitStates, type PatrolVisit, type VisitState } from "@uc/contract/patrols/admin-calls"
import { codeLabels } from "../dictionary/public.ts"
import type { Db } from "../../db/open.ts"
import { exportedSheet, type ExportedColumn, type ExportedSheet } from "../../http/exported-file.ts"
import { visitPage, type VisitQuery } from "./patrol-visits.store.ts"

function columnsWith(result: (state: VisitState) => string): readonly ExportedColumn<PatrolVisit>[] {
  return [
    { title: "单位", width: 24, cell: ({ orgname }) => orgname },
    { title: "点位", width: 28, cell: ({ pointName }) => pointName },
    { title: "位置", width: 28, cell: ({ placeName }) => placeName },
    { title: "计划", width: 20, cell: ({ planName }) => planName },
    { title: "应巡时间", width: 20, cell: ({ dueAt }) => dueAt },
    { title: "巡查人", width: 12, cell: ({ walker }) => walker },
    { title: "结果", width: 10, cell: ({ state }) => result(state) },
    { title: "打卡时间", width: 20, cell: ({ checkedAt }) => checkedAt },
    { title: "打卡人", width: 12, cell: ({ checkedBy }) => checkedBy },
    { title: "说明", width: 40, cell: ({ note }) => note },
  ]
}

/** WORK-3: the list that is on screen, all of its pages. */
export async function visitSheet(db: Db, filter: VisitQuery): Promise<ExportedSheet> {
  return exportedSheet({
    name: "巡查记录",
    columns: columnsWith(await codeLabels(db, "patrolResult", visitStates)),
    read: async (before: string | undefined, limit) => {
      const { items, older } = await visitPage(db, filter, { limit, before })
      return { items, next: older }
    },
  })
}

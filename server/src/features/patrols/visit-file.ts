import { visitStates, type PatrolVisit } from "@uc/contract/patrols-at-work"
import { xlsxOf } from "../../xlsx.ts"

export function visitFile(visits: readonly PatrolVisit[]): Promise<Buffer> {
  return xlsxOf([
    {
      name: "巡查记录",
      columns: [
        { title: "单位", width: 24 },
        { title: "点位", width: 28 },
        { title: "位置", width: 28 },
        { title: "计划", width: 20 },
        { title: "应巡时间", width: 20 },
        { title: "巡查人", width: 12 },
        { title: "结果", width: 10 },
        { title: "打卡时间", width: 20 },
        { title: "打卡人", width: 12 },
        { title: "说明", width: 40 },
      ],
      rows: visits.map((visit) => [
        visit.orgname,
        visit.pointName,
        visit.placeName,
        visit.planName,
        visit.dueAt,
        visit.walker,
        visitStates[visit.state],
        visit.checkedAt,
        visit.checkedBy,
        visit.note,
      ]),
    },
  ])
}

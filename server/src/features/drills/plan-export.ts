import type { EmergencyPlan, PlanKind } from "@uc/contract/drills/calls"
import { wholeSheet, type ExportedSheet } from "../../http/exported-file.ts"

/** WORK-5: the plans as they are read before they are held. */
export function planSheet(
  plans: readonly EmergencyPlan[],
  wordOf: (kind: PlanKind) => string,
): ExportedSheet {
  return wholeSheet(
    "应急预案",
    [
      { title: "预案", width: 36, cell: ({ title }) => title },
      { title: "类别", width: 14, cell: ({ kind }) => wordOf(kind) },
      { title: "来源", width: 12, cell: ({ isOwn }) => (isOwn ? "本单位" : "上级预案") },
      { title: "下级可用", width: 10, cell: ({ isShared }) => (isShared ? "是" : "否") },
      { title: "每年次数", width: 10, cell: ({ timesAYear }) => timesAYear ?? "不要求" },
      { title: "内容", width: 60, cell: ({ content }) => content },
      {
        title: "步骤",
        width: 60,
        cell: ({ steps }) => steps.map((step, at) => `${at + 1}. ${step}`).join("\n"),
      },
    ],
    { items: plans },
  )
}

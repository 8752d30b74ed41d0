import { inThousands } from "../../ui/format/in-thousands.ts"
import type { ImportKind } from "@uc/contract/imports/import-kinds"
import { importStates, type Import, type ImportState } from "@uc/contract/imports/calls"
import type { IconName } from "../../ui/navigation/icon.tsx"
import type { TagTone } from "../../ui/marks/tag.tsx"

export const steps = ["选择文件", "检查", "预览", "导入", "结果"] as const

/** Which step an import is at; null: there is none. */
export function stepOf(state: ImportState | null): number {
  switch (state) {
    case null:
    case "coming":
      return 0
    case "checking":
    case "faulty":
      return 1
    case "ready":
      return 2
    case "running":
      return 3
    case "done":
    case "failed":
    case "cancelled":
    case "interrupted":
      return 4
  }
}

export function isAtWork(state: ImportState): boolean {
  return state === "checking" || state === "running"
}

interface StateWords {
  readonly words: string
  readonly tone: TagTone
  readonly icon: IconName
}

const looks: Readonly<Record<ImportState, readonly [TagTone, IconName]>> = {
  coming: ["plain", "clock"],
  checking: ["brand", "clock"],
  faulty: ["danger", "danger"],
  ready: ["caution", "info"],
  running: ["brand", "clock"],
  done: ["done", "done"],
  failed: ["danger", "danger"],
  cancelled: ["plain", "close"],
  interrupted: ["caution", "caution"],
}

export function stateWords(state: ImportState): StateWords {
  const [tone, icon] = looks[state]
  return { words: importStates[state], tone, icon }
}

export const kindLabels: Readonly<Record<ImportKind, { readonly icon: IconName; readonly words: string }>> = {
  people: { icon: "people", words: "账号、姓名、手机号、部门和职务" },
  departments: { icon: "tree", words: "各级部门和先后顺序" },
  buildings: { icon: "building", words: "校区、楼宇、楼层和房间" },
  grids: { icon: "grid", words: "安全网格的层级和覆盖空间" },
  patrolPoints: { icon: "patrol", words: "巡查点位和所在的楼层、房间" },
  assessmentItems: { icon: "check", words: "考核方案的分组、考核项和分值" },
  modules: { icon: "apps", words: "菜单所属的模块和标识" },
  alarmTypes: { icon: "alarm", words: "预警类型的代码和名称" },
  alarmLevels: { icon: "level", words: "预警等级和上报时限" },
  organisations: { icon: "school", words: "学校、企业和教育局" },
  areas: { icon: "globe", words: "行政区划代码和名称" },
}

const phases = { reading: "正在读取文件", checking: "正在逐行检查", writing: "正在写入" } as const

/** `正在逐行检查：1,200 / 20,000 行` */
export function progressWords({
  phase,
  done,
  total,
  state,
}: Pick<Import, "phase" | "done" | "total" | "state">): string {
  const doing = phase ? phases[phase] : importStates[state]
  if (total === 0) return `${doing}…`
  return `${doing}：${number(done)} / ${number(total)} 行`
}

export function number(value: number): string {
  return inThousands(value)
}

/** `新增 12，更新 3` */
export function countWords({ new: added, changed, unchanged }: NonNullable<Import["counts"]>): string {
  return `新增 ${number(added)}，更新 ${number(changed)}，不变 ${number(unchanged)}`
}

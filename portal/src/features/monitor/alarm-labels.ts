import { monitorMessages } from "@uc/contract/monitor/messages"
import type { MonitorEntry } from "./monitor-entry.ts"

export type LevelLook = "gravest" | "grave" | "serious" | "ordinary"

const looks: Readonly<Record<string, LevelLook>> = {
  特别重大: "gravest",
  重大: "grave",
  较大: "serious",
  一般: "ordinary",
}

/** An unknown level must not look harmless. */
export function levelLook(name: string): LevelLook {
  return looks[name] ?? "grave"
}

export interface AlarmSentence {
  readonly title: string
  readonly school: string
  readonly address: string
  readonly time: string
}

export function wordsOf({ kind, item }: MonitorEntry): AlarmSentence {
  return {
    title: kind === "warning" ? item.modelType : item.yazxTitle,
    school: kind === "warning" ? item.school_name : item.unitName,
    address: item.schoolAddress || monitorMessages.noAddress,
    time: item.startTime,
  }
}

/** In one sentence, for screen readers and notifications. */
export function sentenceOf(entry: MonitorEntry): { readonly title: string; readonly body: string } {
  const { title, school, address, time } = wordsOf(entry)
  const word = entry.kind === "warning" ? `${entry.item.alarm_level_name}预警` : "演练（不是真实警情）"
  return { title: `${word}：${title}`, body: `${school}，${address}，${time}` }
}

import { levelColour, type LevelColour } from "@uc/contract/alarms/level-colours"
import { monitorMessages } from "@uc/contract/monitor/messages"
import type { MonitorEntry } from "./monitor-entry.ts"

/** DAY-3: the same colour as in every list; a drill has none. */
export function colourOf(entry: MonitorEntry): LevelColour | null {
  return entry.kind === "warning" ? levelColour(entry.item.level, entry.item.alarm_level_name) : null
}

export interface AlarmSentence {
  readonly title: string
  readonly school: string
  /** Building and room as reported; a drill has none. */
  readonly place: string | null
  /** The school's street. */
  readonly address: string
  readonly time: string
}

export function wordsOf({ kind, item }: MonitorEntry): AlarmSentence {
  return {
    title: kind === "warning" ? item.modelType : item.yazxTitle,
    school: kind === "warning" ? item.school_name : item.unitName,
    place: (kind === "warning" && item.address) || null,
    address: item.schoolAddress || monitorMessages.noAddress,
    time: item.startTime,
  }
}

/** In one sentence, for screen readers and notifications. */
export function sentenceOf(entry: MonitorEntry): { readonly title: string; readonly body: string } {
  const { title, school, place, address, time } = wordsOf(entry)
  const word = entry.kind === "warning" ? `${entry.item.alarm_level_name}预警` : "演练（不是真实警情）"
  return { title: `${word}：${title}`, body: [school, ...(place ? [place] : []), address, time].join("，") }
}

import type { Warning } from "@uc/contract/alarms/calls"
import type { Drill } from "@uc/contract/drills/calls"
import type { EntryList } from "../features/monitor/monitor-entry.ts"

/** For tests. */
export function warning(uuid: string, createtime = "2026-11-15 14:05:09"): Warning {
  return {
    uuid,
    createtime,
    model_code: "gas",
    orgid: "10",
    school_name: "实验小学",
    alarm_level_name: "重大",
  }
}

export function drill(yazxCode: string): Drill {
  return {
    yazxCode,
    yazxTitle: "消防疏散演练",
    yazxBdate: "2026-11-15 14:00:00",
    unitid: "10",
    unitName: "实验小学",
  }
}

const facts = { startTime: "14:05:09", schoolAddress: "学府路1号" }

export function alarms(...uuids: readonly string[]): EntryList<"warning"> {
  const items = uuids.map((uuid) => ({ ...warning(uuid), ...facts, modelType: "燃气泄漏" }))
  return { items, total: items.length }
}

export function drills(...codes: readonly string[]): EntryList<"yuan"> {
  const items = codes.map((code) => ({ ...drill(code), ...facts }))
  return { items, total: items.length }
}

import { alarmTableLimits, alarmTableMessages } from "@uc/contract/alarm-tables/calls"
import { importCellMessages } from "@uc/contract/imports/calls"
import { shownNameKey } from "@uc/contract/core/shown-name"
import { sql } from "drizzle-orm"
import type { Db } from "../../../db/open.ts"
import { alarmLevels, alarmTypes, lockAlarmTables, putLevel } from "../../alarm-tables/public.ts"
import type { ImportPlan, PlannedLine, Planner } from "./import-plan.ts"
import { onlyOnce, toldTogether } from "./plan-lines.ts"
import type { ImportedLine, Problems } from "./problems.ts"

interface Named {
  readonly name: string
  readonly isDisabled: boolean
}

/** What both tables have in common: a key, a name that stands once, and what is there already. */
function keyed<Known extends Named>(
  { lines, problems, key }: { lines: readonly ImportedLine[]; problems: Problems; key: string },
  known: ReadonlyMap<string, Known>,
): { source: ImportedLine; id: string; name: string; known: Known | null }[] {
  const isOnly = onlyOnce(problems, key)
  const isOnlyName = onlyOnce(problems, "name")
  const inFile = new Set(lines.map((line) => line.values[key]))
  const taken = new Map(
    [...known].flatMap(([id, { name }]) => (inFile.has(id) ? [] : [[shownNameKey(name), id] as const])),
  )
  return lines.flatMap((source) => {
    const { [key]: id, name } = source.values
    if (id === undefined || !isOnly(source, id) || name === undefined) return []
    if (!isOnlyName(source, shownNameKey(name))) return []
    if (taken.has(shownNameKey(name))) problems.add(source, "name", alarmTableMessages.nameTaken)
    const there = known.get(id) ?? null
    if (there?.isDisabled) problems.add(source, key, importCellMessages.isDisabled(there.name))
    return [{ source, id, name, known: there }]
  })
}

function goneOf(known: ReadonlyMap<string, Named>, inFile: ReadonlySet<string>): PlannedLine[] {
  return [...known]
    .filter(([id, { isDisabled }]) => !isDisabled && !inFile.has(id))
    .map(([id, { name }]) => ({ line: null, change: "gone" as const, what: `${name}（${id}）`, detail: "" }))
}

/** Types that are there and not in the file keep their place; new ones come behind them, as the lines stand. */
export const planAlarmTypes: Planner = async (db, _importer, lines, problems) => {
  await lockAlarmTables(db)
  const known = new Map((await alarmTypes(db)).map((type) => [type.code, type]))
  const planned = keyed({ lines, problems, key: "code" }, known)
  let count = known.size
  for (const { source, known: there } of planned)
    if (!there && ++count > alarmTableLimits.types)
      problems.add(source, "code", alarmTableMessages.tooManyTypes)
  return {
    lines: planned.map(({ source, id, name, known: there }) => ({
      line: source.line,
      change: there ? (there.name === name ? "unchanged" : "changed") : "new",
      what: `${name}（${id}）`,
      detail: there && there.name !== name ? `名称：${there.name} → ${name}` : "",
    })),
    gone: goneOf(known, new Set(planned.map(({ id }) => id))),
    canDisable: 0,
    touched: [],
    async write(writing, { onDone }) {
      await writing.execute(sql`
        insert into alarm_type (model_code, name, sort_no)
        select code, name, (select coalesce(max(sort_no), 0) from alarm_type) + no * 10
        from unnest(${sql.param(planned.map(({ id }) => id))}::text[],
          ${sql.param(planned.map(({ name }) => name))}::text[]) with ordinality as w (code, name, no)
        on conflict (model_code) do update set name = excluded.name`)
      onDone(planned.length)
      return { disabled: 0 }
    },
  } satisfies ImportPlan
}

const minutesLabels = { minutesToTake: "确认时限", minutesToHandle: "处置时限" } as const

/** What a cell says stands; an empty one waits for ever, and is said so in the help. */
export const planAlarmLevels: Planner = async (db, _importer, lines, problems) => {
  await lockAlarmTables(db)
  const known = new Map((await alarmLevels(db)).map((level) => [String(level.level), level]))
  const planned = keyed({ lines, problems, key: "level" }, known).map((one) => {
    const minutes = (key: keyof typeof minutesLabels) => {
      const given = one.source.values[key]
      return given === undefined ? null : Number(given)
    }
    return { ...one, minutesToTake: minutes("minutesToTake"), minutesToHandle: minutes("minutesToHandle") }
  })
  let count = known.size
  for (const { source, known: there } of planned)
    if (!there && ++count > alarmTableLimits.levels)
      problems.add(source, "level", alarmTableMessages.tooManyLevels)
  const shown = (minutes: number | null | undefined) =>
    minutes === null || minutes === undefined ? "不限" : `${minutes}分钟`
  return {
    lines: planned.map((one) => {
      const { source, id, name, known: there } = one
      const details = there
        ? [
            there.name === name ? "" : `名称：${there.name} → ${name}`,
            ...(["minutesToTake", "minutesToHandle"] as const).map((key) =>
              there[key] === one[key]
                ? ""
                : `${minutesLabels[key]}：${shown(there[key])} → ${shown(one[key])}`,
            ),
          ].filter((text) => text !== "")
        : []
      return {
        line: source.line,
        change: there ? (details.length === 0 ? "unchanged" : "changed") : "new",
        what: `${name}（${id}级）`,
        detail: toldTogether(...details),
      }
    }),
    gone: goneOf(known, new Set(planned.map(({ id }) => id))),
    canDisable: 0,
    touched: [],
    async write(writing: Db, { onDone }) {
      for (const { id, name, minutesToTake, minutesToHandle } of planned)
        await putLevel(writing, {
          level: Number(id),
          name,
          minutesToTake,
          minutesToHandle,
          isDisabled: false,
        })
      onDone(planned.length)
      return { disabled: 0 }
    },
  } satisfies ImportPlan
}

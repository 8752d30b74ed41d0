import { schoolLevelTable } from "@uc/contract/organisations/school-levels"
import { sql, type Column } from "drizzle-orm"
import type { PgTable } from "drizzle-orm/pg-core"
import type { Db } from "../../db/open.ts"
import { alarm } from "../../db/schema/alarms.ts"
import { emergencyPlan } from "../../db/schema/drills.ts"
import { menuAudience } from "../../db/schema/menus.ts"
import { notice } from "../../db/schema/notices.ts"
import { organisation } from "../../db/schema/organisations.ts"
import { patrolRecord } from "../../db/schema/patrols.ts"
import { person } from "../../db/schema/people.ts"
import { task } from "../../db/schema/tasks.ts"

interface Use {
  readonly table: PgTable
  readonly column: Column
  /** Where a person finds those rows. */
  readonly words: string
}

interface Known {
  /** The program itself decides by these codes: none may come or go. */
  readonly isBuiltIn: boolean
  /** For a table that nobody has given a name. */
  readonly name: string
  readonly uses: readonly Use[]
}

/** HOME-4: every column that holds a code of a table. A new one belongs here, or its codes could be deleted under it. */
const knownTables: Readonly<Record<string, Known>> = {
  sex: { isBuiltIn: true, name: "性别", uses: [{ table: person, column: person.sex, words: "人员的性别" }] },
  organisationKind: {
    isBuiltIn: true,
    name: "单位类型",
    uses: [{ table: organisation, column: organisation.kind, words: "组织机构的类型" }],
  },
  [schoolLevelTable]: {
    isBuiltIn: false,
    name: "学段",
    uses: [
      { table: organisation, column: organisation.schoolLevel, words: "组织机构的学段" },
      { table: notice, column: notice.forSchoolLevel, words: "通知的接收范围" },
    ],
  },
  usertype: {
    isBuiltIn: true,
    name: "用户类型",
    uses: [
      { table: person, column: person.usertype, words: "人员的用户类型" },
      { table: menuAudience, column: menuAudience.usertype, words: "菜单的可见范围" },
    ],
  },
  alarmState: {
    isBuiltIn: true,
    name: "预警状态",
    uses: [{ table: alarm, column: alarm.state, words: "预警的状态" }],
  },
  taskPriority: {
    isBuiltIn: true,
    name: "任务优先级",
    uses: [{ table: task, column: task.priority, words: "任务的优先级" }],
  },
  patrolResult: {
    isBuiltIn: true,
    name: "巡查结果",
    uses: [{ table: patrolRecord, column: patrolRecord.result, words: "巡查记录的结果" }],
  },
  planKind: {
    isBuiltIn: true,
    name: "预案类型",
    uses: [{ table: emergencyPlan, column: emergencyPlan.kind, words: "应急预案的类型" }],
  },
}

export function knownTable(code: string): Known | null {
  return Object.hasOwn(knownTables, code) ? (knownTables[code] ?? null) : null
}

/** How often a code stands in other data, where it does. More than this is not counted. */
const countedAtMost = 10_000

export async function usesOf(
  db: Db,
  table: string,
  code: string,
): Promise<{ words: string; rows: number }[]> {
  const found: { words: string; rows: number }[] = []
  for (const use of knownTable(table)?.uses ?? []) {
    const { rows } = await db.execute<{ rows: number }>(sql`
      select count(*)::int as rows from (
        select 1 from ${use.table} where ${use.column}::text = ${code} limit ${countedAtMost}) used`)
    const counted = rows[0]?.rows ?? 0
    if (counted > 0) found.push({ words: use.words, rows: counted })
  }
  return found
}

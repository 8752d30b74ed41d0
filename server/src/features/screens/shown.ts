import { activeStates } from "@uc/contract/alarms/admin-calls"
import type { Id } from "@uc/contract/core/wire"
import { sql, type SQL } from "drizzle-orm"
import type { Scope } from "../../db/scope.ts"

export interface Shown {
  readonly scope: Scope
  readonly orgid: Id
  /** Of one organisation its buildings are shown, of an area its organisations. */
  readonly isBuildings: boolean
}

/** Written out, so that the planner knows the partial index `alarm_open` by it. */
export const isActive = sql.raw(`alarm_record.state in (${activeStates.map((state) => `'${state}'`).join()})`)

/** Row-level security holds every statement to the scope as well; this names the rows for the indexes. */
export function isInReach({ reach, orgs }: Scope, column: SQL): SQL {
  return reach === "all" ? sql`true` : sql`${column} = any (${sql.param([...orgs])}::bigint[])`
}

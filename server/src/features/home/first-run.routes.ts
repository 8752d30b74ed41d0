import { firstRunCalls, type FirstRun } from "@uc/contract/home/first-run-calls"
import { sql } from "drizzle-orm"
import { alarmLevel } from "../../db/schema/alarms.ts"
import { alarmSource } from "../../db/schema/alarm-sources.ts"
import { area } from "../../db/schema/areas.ts"
import { dictionary } from "../../db/schema/dictionary.ts"
import { authDomain } from "../../db/schema/domains.ts"
import { organisation } from "../../db/schema/organisations.ts"
import { person } from "../../db/schema/people.ts"
import { implementCalls } from "../../http/calls/implement-calls.ts"

/** DAY-15: counted behind the caller's scope, and no further than needed: a site begins with one area, organisation and person. */
export const firstRunRoutes = implementCalls(firstRunCalls, () => ({
  progress: async (_input, { db }) => {
    const { rows } = await db.execute<{ [Step in keyof FirstRun]: boolean }>(sql`select
      exists (select from ${area} offset 1) as areas,
      exists (select from ${organisation} offset 1) as organisations,
      exists (select from ${person} offset 1) as people,
      exists (select from ${dictionary} where parent_code is not null) as tables,
      exists (select from ${authDomain}) as applications,
      exists (select from ${alarmLevel}) and exists (select from ${alarmSource}) as alarms`)
    const [found] = rows
    if (!found) throw new Error("A statement without a table has no row")
    return found
  },
}))

import { assessmentLimits, assessmentRings, placeOfAssessment } from "@uc/contract/assessments/messages"
import type { Id } from "@uc/contract/core/wire"
import { sql } from "drizzle-orm"
import type { Database, Db } from "../../db/open.ts"
import { ringBell } from "../../realtime/ring-bell.ts"
import { unrestricted } from "../../db/scope.ts"
import { fillersIn } from "./notify-about-assessment.ts"

const batchSize = 100

/** WORK-2: what is due soon and not handed in, once; past what another process is at. */
export async function remindOfAssessments(database: Database): Promise<number> {
  let total = 0
  for (let notified = batchSize; notified === batchSize; total += notified)
    notified = await database.transaction(unrestricted, notifySome)
  return total
}

interface Due extends Record<string, unknown> {
  readonly id: Id
  readonly org: Id
  readonly title: string
  readonly ends: string
}

async function notifySome(db: Db): Promise<number> {
  const { rows } = await db.execute<Due>(sql`
    with day as (select (now() at time zone 'Asia/Shanghai')::date as today), due as (
      select a.id from assessment a, day where a.soon_told_at is null and a.state in ('open', 'returned')
        and a.due_on between today and today + ${assessmentLimits.soonDays}::int and a.starts_on <= today
      order by a.due_on limit ${batchSize} for no key update of a skip locked
    )
    update assessment a set soon_told_at = now() from due, assessment_scheme s
    where a.id = due.id and s.id = a.scheme_id
    returning a.id::text, a.org_id::text as org, concat_ws(' ', a.period, s.name) as title, a.due_on::text as ends`)
  for (const { id, org, title, ends } of rows)
    await ringBell(db, {
      personIds: await fillersIn(db, [org]),
      topic: "assessment",
      title: assessmentRings.soon(title, ends),
      place: placeOfAssessment(id),
      key: `assessment-soon:${id}:${ends}`,
    })
  return rows.length
}

import type { Id } from "@uc/contract/core/wire"
import { hazardLimits, hazardPlace, hazardRings, placeOfHazard } from "@uc/contract/hazards/messages"
import { sql } from "drizzle-orm"
import type { Database, Db } from "../../db/open.ts"
import { unrestricted } from "../../db/scope.ts"
import { ringBell } from "../../realtime/ring-bell.ts"
import { hazardManagers, notifyAboutHazard } from "./notify-about-hazard.ts"

const batchSize = 200

interface Escalated {
  readonly [column: string]: string | null
  readonly id: Id
  readonly org: Id
  readonly school: string
  readonly title: string
  readonly assignee: Id | null
  readonly bureau: Id
  readonly bureau_name: string
}

const { general, major } = hazardLimits.unassignedHours
/** Since it was reported, or since whoever had it left. */
const patience = sql.raw(
  `make_interval(hours => case h.level when 'major' then ${major} else ${general} end)`,
)

/**
 * DAY-6: hazards whose deadline has passed and that are not rectified, and reports that nobody was assigned to in time, escalate to the bureau of their area, or of the nearest one
 * above that has one, each once. By the database's clock; rows that another process escalates or somebody acts on are skipped
 * until the next run. The version stays: who saw the hazard before has missed no action. Returns how many were escalated.
 */
export async function escalateOverdueHazards(database: Database): Promise<number> {
  let total = 0
  for (let escalated = batchSize; escalated === batchSize; total += escalated)
    escalated = await database.transaction(unrestricted, escalateSome)
  return total
}

async function escalateSome(db: Db): Promise<number> {
  const { rows } = await db.execute<Escalated>(sql`
    with due as (
      select h.id, o.name as school, b.id as bureau, b.name as bureau_name
      from hazard h
      join organisation o on o.id = h.org_id and o.kind in ('school', 'enterprise')
      cross join lateral (
        select id, name from organisation
        where kind = 'bureau' and disabled_at is null and starts_with(o.area_path, area_path)
        order by length(area_path) desc, id limit 1
      ) b
      where h.escalated_at is null and (
        h.state = 'assigned' and h.due_on < (now() at time zone 'Asia/Shanghai')::date
        or h.state = 'reported' and h.created_at < now() - ${patience}
          and not exists (select from hazard_event e
            where e.hazard_id = h.id and e.deed = 'released' and e.at >= now() - ${patience}))
      order by h.due_on nulls first, h.created_at
      limit ${batchSize}
      for no key update of h skip locked
    ), escalated as (
      update hazard h set escalated_at = now(), escalated_to = due.bureau
      from due where h.id = due.id
      returning h.id, h.org_id, h.title, h.assignee_id, due.school, due.bureau, due.bureau_name
    ), told as (
      insert into hazard_event (org_id, hazard_id, at, deed, detail)
      select org_id, id, now(), 'escalated', jsonb_build_object('whom', bureau_name) from escalated
    )
    select id::text, org_id::text as org, school, title, assignee_id::text as assignee, bureau::text as bureau, bureau_name
    from escalated`)
  for (const { id, org, title, assignee, bureau_name: bureau } of rows)
    await notifyAboutHazard(db, id, {
      to: [assignee, ...(await hazardManagers(db, org))],
      by: null,
      title: assignee === null ? hazardRings.unassigned(title, bureau) : hazardRings.overdue(title, bureau),
    })
  await ringBureaus(db, rows)
  return rows.length
}

/** One reminder for many, or nobody would read them. */
async function ringBureaus(db: Db, escalated: readonly Escalated[]): Promise<void> {
  for (const bureau of new Set(escalated.map((each) => each.bureau))) {
    const theirs = escalated.filter((each) => each.bureau === bureau)
    const [first] = theirs
    if (!first) continue
    await ringBell(db, {
      personIds: await hazardManagers(db, bureau),
      topic: "hazard",
      ...(theirs.length === 1
        ? {
            title: (first.assignee === null ? hazardRings.escalatedUnassigned : hazardRings.escalated)(
              first.school,
              first.title,
            ),
            place: placeOfHazard(first.id),
          }
        : { title: hazardRings.escalatedMany(theirs.length), place: `${hazardPlace}?escalated=1` }),
    })
  }
}

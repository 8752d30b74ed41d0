import { taskRings } from "@uc/contract/tasks/messages"
import { type TaskRepeat } from "@uc/contract/tasks/calls"
import type { Id } from "@uc/contract/core/wire"
import { sql, type SQL } from "drizzle-orm"
import type { Database, Db } from "../../db/open.ts"
import { unrestricted } from "../../db/scope.ts"
import { assigneesToNotify } from "./task-actions.store.ts"
import { notifyAbout } from "./notify-about.ts"
import { occurrenceAt, occurrenceDue, reminderAt } from "./repeat.ts"

const batchSize = 20

/** Skips rows that another process has locked. Each task notifies once, because mark and bell are one transaction. */
export async function remindOfDueTasks(database: Database): Promise<number> {
  return (await untilNone(database, notifyDueSoon)) + (await untilNone(database, notifyOverdue))
}

/** Each occurrence is made once: a second process finds the row locked, and afterwards already made. */
export function repeatDueTasks(database: Database): Promise<number> {
  return untilNone(database, repeatSome)
}

async function untilNone(database: Database, some: (db: Db) => Promise<number>): Promise<number> {
  let total = 0
  for (let done = batchSize; done === batchSize; total += done)
    done = await database.transaction(unrestricted, some)
  return total
}

interface DueTask {
  readonly [column: string]: unknown
  readonly id: Id
  readonly title: string
  readonly giver: Id
}

async function notifyDueSoon(db: Db): Promise<number> {
  const { rows } = await db.execute<DueTask & { is_past: boolean }>(sql`
    with due as (
      select id from task where remind_at <= now() and cancelled_at is null
      order by remind_at limit ${batchSize} for no key update skip locked
    )
    update task t set remind_at = null from due where t.id = due.id
    returning t.id::text, t.title, t.giver_id::text as giver, t.due_at <= now() as is_past`)
  for (const { id, title, is_past: isPast } of rows) {
    // The server was off when the reminder was due; notifyOverdue tells them instead.
    if (isPast) continue
    await notifyAbout(db, id, await assigneesToNotify(db, id, { isOpen: true }), taskRings.soon(title))
  }
  return rows.length
}

async function notifyOverdue(db: Db): Promise<number> {
  // Tasks that became overdue long before this job ran are not announced.
  const { rows } = await db.execute<DueTask>(sql`
    with due as (
      select id from task where overdue_told_at is null and cancelled_at is null
        and due_at <= now() and due_at > now() - interval '2 days'
      order by due_at limit ${batchSize} for no key update skip locked
    )
    update task t set overdue_told_at = now() from due where t.id = due.id
    returning t.id::text, t.title, t.giver_id::text as giver`)
  for (const { id, title, giver } of rows) {
    const personIds = await assigneesToNotify(db, id, { isOpen: true })
    if (personIds.length === 0) continue
    await notifyAbout(db, id, personIds, taskRings.overdue(title))
    const { rows: open } = await db.execute<{ open: number }>(sql`
      select count(*)::int as open from task_assignee where task_id = ${id} and state in ('new', 'doing')`)
    await notifyAbout(db, id, [giver], taskRings.overdueOfYours(title, open[0]?.open ?? 0))
  }
  return rows.length
}

interface Repeating {
  readonly [column: string]: unknown
  readonly id: Id
  readonly occurrence: number
  readonly repeat: TaskRepeat
  readonly first: Date
  readonly first_due: Date | null
  readonly has_giver: boolean
  readonly now: Date
}

async function repeatSome(db: Db): Promise<number> {
  const { rows } = await db.execute<Repeating>(sql`
    select t.id::text, t.occurrence, t.repeat, f.created_at as first, f.due_at as first_due, now() as now,
      exists (select from person p where p.id = t.giver_id and p.disabled_at is null) as has_giver
    from task t join task f on f.id = t.series_id
    where t.repeat_at <= now() and t.cancelled_at is null
    order by t.repeat_at limit ${batchSize} for no key update of t skip locked`)
  for (const row of rows) await repeatOne(db, row)
  return rows.length
}

/** Assignees who have not left, and whose organisation is not closed. */
function stillThere(id: Id): SQL {
  return sql`from task_assignee a
    join organisation o on o.id = a.org_id and o.disabled_at is null
    left join person p on p.id = a.person_id
    where a.task_id = ${id} and p.disabled_at is null`
}

async function hasReceivers(db: Db, id: Id): Promise<boolean> {
  const { rows } = await db.execute<{ has: boolean }>(sql`select exists (select ${stillThere(id)}) as has`)
  return rows[0]?.has ?? false
}

async function repeatOne(db: Db, row: Repeating): Promise<void> {
  const { id, repeat, occurrence } = row
  const [first, now] = [new Date(row.first), new Date(row.now)]
  await db.execute(sql`update task set repeat_at = null where id = ${id}`)
  // Without a giver or without any assignee the repetition ends by itself.
  const no = row.has_giver ? occurrenceDue(first, repeat, occurrence, now) : null
  if (no === null || !(await hasReceivers(db, id))) return
  const due = row.first_due === null ? null : occurrenceAt(new Date(row.first_due), repeat, no)
  const next = occurrenceAt(first, repeat, no + 1)
  const reminder = reminderAt(now, due)
  const at = (moment: Date | null) => sql`${moment?.toISOString() ?? null}::timestamptz`
  const { rows } = await db.execute<{ id: Id; title: string; giver: string }>(sql`
    insert into task (org_id, giver_id, giver_name, giver_org_name, title, content, kind, priority, steps, due_at, remind_at,
      repeat, series_id, occurrence, repeat_at)
    select org_id, giver_id, giver_name, giver_org_name, title, content, kind, priority, steps, ${at(due)}, ${at(reminder)},
      repeat, series_id, ${no}, ${at(next)}
    from task where id = ${id}
    on conflict (series_id, occurrence) do nothing
    returning id::text, title, giver_name as giver`)
  const made = rows[0]
  if (!made) return
  await db.execute(sql`
    insert into task_assignee (org_id, task_id, person_id)
    select a.org_id, ${made.id}::bigint, a.person_id ${stillThere(id)} order by a.id`)
  // With their first date: today's upload quota must not count these copies.
  await db.execute(sql`
    insert into attachment (org_id, uploader_id, name, state, media_type, bytes, width, height, blob_key, list_key, subject, subject_id,
      created_at)
    select org_id, uploader_id, name, state, media_type, bytes, width, height, blob_key, list_key, subject, ${made.id}::bigint,
      created_at
    from attachment where subject = 'task' and subject_id = ${id}`)
  await notifyAbout(
    db,
    made.id,
    await assigneesToNotify(db, made.id),
    taskRings.given(made.giver, made.title),
  )
}

import type { TaskPriority, TaskRepeat } from "@uc/contract/tasks/calls"
import { taskLimits } from "@uc/contract/tasks/messages"
import type { Id } from "@uc/contract/core/wire"
import { and, eq, inArray, isNotNull, isNull, ne, sql } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { attachment } from "../../db/schema/attachments.ts"
import { task, taskAssignee } from "../../db/schema/tasks.ts"
import { holdsInOwnOrganisation } from "../../session/rights/who-holds.ts"
import { requestKind, type TaskViewer } from "./task-access.ts"
import type { Receiver } from "./receivers.ts"
import { occurrenceAt, reminderAt } from "./repeat.ts"
import { isOpenWork } from "./task-list.store.ts"

export interface NewTask {
  readonly giver: Pick<TaskViewer, "id" | "orgid" | "orgname" | "nickname">
  readonly title: string
  readonly content: string
  readonly priority: TaskPriority
  readonly due: Date | null
  readonly steps: readonly string[]
  readonly repeat: TaskRepeat | null
  readonly receivers: readonly Receiver[]
  readonly isRequest: boolean
}

/** One row, and one statement for all who get it. */
export async function createTask(db: Db, wanted: NewTask, now: Date): Promise<Id> {
  const { giver, due, repeat } = wanted
  const [made] = await db
    .insert(task)
    .values({
      orgId: giver.orgid,
      giverId: giver.id,
      giverName: giver.nickname,
      giverOrgName: giver.orgname,
      title: wanted.title,
      content: wanted.content,
      kind: wanted.isRequest ? requestKind : "common",
      priority: wanted.priority,
      steps: [...wanted.steps],
      dueAt: due,
      remindAt: reminderAt(now, due),
      repeat,
      repeatAt: repeat === null ? null : occurrenceAt(now, repeat, 1),
      createdAt: now,
    })
    .returning({ id: task.id })
  if (!made) throw new Error("A task is not there after it was written")
  if (repeat !== null) await db.update(task).set({ seriesId: made.id }).where(eq(task.id, made.id))
  await giveTo(db, made.id, wanted.receivers, now)
  return made.id
}

async function giveTo(db: Db, id: Id, receivers: readonly Receiver[], now: Date): Promise<void> {
  const orgs = sql.param(receivers.map(({ org }) => org))
  const people = sql.param(receivers.map(({ person }) => person))
  await db.execute(sql`
    insert into task_assignee (org_id, task_id, person_id, created_at)
    select org, ${id}::bigint, person, ${now.toISOString()}::timestamptz
    from unnest(${orgs}::bigint[], ${people}::bigint[]) with ordinality as r (org, person, no) order by no`)
}

/** The people it was given to, and for an organisation those who manage its tasks. */
export async function assigneesToNotify(
  db: Db,
  id: Id,
  only: { readonly isOpen?: true; readonly works?: readonly Id[] } = {},
): Promise<Id[]> {
  const { rows } = await db.execute<{ id: Id }>(sql`
    with asked as (
      select org_id, person_id from task_assignee where task_id = ${id}
        and (${only.isOpen !== true} or state in ('new', 'doing'))
        and (${only.works === undefined} or id = any (${sql.param([...(only.works ?? [])])}::bigint[]))
    )
    select person_id::text as id from asked where person_id is not null
    union
    select p.id::text from asked a join person p on p.org_id = a.org_id
    where a.person_id is null and ${holdsInOwnOrganisation("tasks.manage")} and p.disabled_at is null`)
  return rows.map((row) => row.id)
}

interface Change {
  readonly version: number
  readonly title: string
  readonly content: string
  readonly priority: TaskPriority
  readonly due: Date | null
}

/** False: it was changed or cancelled meanwhile. */
export async function changeTask(db: Db, id: Id, wanted: Change, now: Date): Promise<boolean> {
  const [before] = await db
    .select({ dueAt: task.dueAt })
    .from(task)
    .where(and(eq(task.id, id), eq(task.version, wanted.version), isNull(task.cancelledAt)))
    .for("update")
  if (!before) return false
  const isMoved = before.dueAt?.getTime() !== wanted.due?.getTime()
  await db
    .update(task)
    .set({
      title: wanted.title,
      content: wanted.content,
      priority: wanted.priority,
      version: wanted.version + 1,
      // A new deadline gets its own reminders.
      ...(isMoved ? { dueAt: wanted.due, remindAt: reminderAt(now, wanted.due), overdueToldAt: null } : {}),
    })
    .where(eq(task.id, id))
  return true
}

/** The ticked steps, locked until the transaction ends; null: the work is not open any more. */
export async function lockedSteps(db: Db, id: Id): Promise<readonly number[] | null> {
  const [row] = await db
    .select({ doneSteps: taskAssignee.doneSteps })
    .from(taskAssignee)
    .where(and(eq(taskAssignee.id, id), isOpenWork))
    .for("update")
  return row?.doneSteps ?? null
}

/** DAY-14. False: somebody has answered it, or taken it away, meanwhile. */
export async function acceptWork(db: Db, id: Id, by: string): Promise<boolean> {
  const accepted = await db
    .update(taskAssignee)
    .set({ state: "doing", workedBy: by })
    .where(and(eq(taskAssignee.id, id), eq(taskAssignee.state, "new")))
    .returning({ id: taskAssignee.id })
  return accepted.length > 0
}

export interface Work {
  readonly doneSteps: readonly number[]
  readonly progress: number
  readonly by: string
  /** It stays accepted, also without any progress. */
  readonly isAccepted: boolean
}

/** False: the work is not open any more. */
export async function saveProgress(
  db: Db,
  id: Id,
  { doneSteps, progress, by, isAccepted }: Work,
): Promise<boolean> {
  const state = isAccepted || progress > 0 ? ("doing" as const) : ("new" as const)
  const done = await db
    .update(taskAssignee)
    .set({ doneSteps: [...doneSteps], progress, state, workedBy: by })
    .where(and(eq(taskAssignee.id, id), isOpenWork))
    .returning({ id: taskAssignee.id })
  return done.length > 0
}

/** False: the work is not open any more; of two devices at the same moment only one succeeds. */
export async function endWork(
  db: Db,
  id: Id,
  { state, note, by }: { state: "done" | "returned"; note: string | null; by: string },
): Promise<boolean> {
  const ended = await db
    .update(taskAssignee)
    .set({
      state,
      note,
      workedBy: by,
      finishedAt: sql`now()`,
      ...(state === "done" ? { progress: 100 } : {}),
    })
    .where(and(eq(taskAssignee.id, id), isOpenWork))
    .returning({ id: taskAssignee.id })
  return ended.length > 0
}

export async function reopenWork(db: Db, id: Id): Promise<boolean> {
  const opened = await db
    .update(taskAssignee)
    .set({
      // Handed-back work keeps its progress; finished work starts again from zero.
      state: sql`case when state = 'returned' and progress > 0 then 'doing' else 'new' end`,
      progress: sql`case when state = 'returned' then progress else 0 end`,
      doneSteps: sql`case when state = 'returned' then done_steps else '{}' end`,
      note: null,
      finishedAt: null,
      remindedAt: null,
    })
    .where(and(eq(taskAssignee.id, id), inArray(taskAssignee.state, ["done", "returned"])))
    .returning({ id: taskAssignee.id })
  return opened.length > 0
}

/** The name of the assignee who has left or was closed since; null: still there. */
export async function departedAssignee(db: Db, work: Id): Promise<string | null> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select coalesce(p.name, o.name) as name from task_assignee a
    join organisation o on o.id = a.org_id left join person p on p.id = a.person_id
    where a.id = ${work} and (o.disabled_at is not null or p.disabled_at is not null)`)
  return rows[0]?.name ?? null
}

/** Removes an assignee who is not done. Files of that work are unlinked; the job for orphaned files removes them. */
export async function unassign(db: Db, id: Id, work: Id): Promise<"unassigned" | "done" | "last"> {
  // Locked, because two requests that remove the last two would leave a task without assignees.
  await db.select({ id: task.id }).from(task).where(eq(task.id, id)).for("update")
  if ((await db.$count(taskAssignee, eq(taskAssignee.taskId, id))) < 2) return "last"
  const taken = await db
    .delete(taskAssignee)
    .where(and(eq(taskAssignee.id, work), ne(taskAssignee.state, "done")))
    .returning({ id: taskAssignee.id })
  if (taken.length === 0) return "done"
  await db
    .update(attachment)
    .set({ subject: null, subjectId: null })
    .where(and(eq(attachment.subject, "taskWork"), eq(attachment.subjectId, work)))
  return "unassigned"
}

/** How many repeating tasks this person has given. */
export async function countRepeating(db: Db, giver: Id): Promise<number> {
  return db.$count(task, and(eq(task.giverId, giver), isNotNull(task.repeatAt)))
}

export async function cancelTask(db: Db, id: Id): Promise<boolean> {
  const cancelled = await db
    .update(task)
    .set({ cancelledAt: sql`now()`, remindAt: null, repeatAt: null, version: sql`${task.version} + 1` })
    .where(and(eq(task.id, id), isNull(task.cancelledAt)))
    .returning({ id: task.id })
  return cancelled.length > 0
}

export async function stopRepeating(db: Db, id: Id): Promise<void> {
  await db.update(task).set({ repeatAt: null }).where(eq(task.id, id))
}

/** Marks and returns the open works that were not reminded lately. */
export async function markReminded(db: Db, id: Id, work: Id | undefined): Promise<Id[]> {
  const lately = sql`now() - make_interval(mins => ${taskLimits.remindMinutes})`
  const marked = await db
    .update(taskAssignee)
    .set({ remindedAt: sql`now()` })
    .where(
      and(
        eq(taskAssignee.taskId, id),
        isOpenWork,
        work === undefined ? undefined : eq(taskAssignee.id, work),
        sql`(${taskAssignee.remindedAt} is null or ${taskAssignee.remindedAt} < ${lately})`,
      ),
    )
    .returning({ id: taskAssignee.id })
  return marked.map((row) => row.id)
}

export async function countOpenWork(db: Db, id: Id, work: Id | undefined): Promise<number> {
  return db.$count(
    taskAssignee,
    and(eq(taskAssignee.taskId, id), isOpenWork, work === undefined ? undefined : eq(taskAssignee.id, work)),
  )
}

import {
  taskStates,
  type TaskComment,
  type TaskDetail,
  type TaskState,
  type TaskWork,
} from "@uc/contract/tasks/calls"
import { actionsOnTask, type WorkState } from "@uc/contract/tasks/work"
import type { Id } from "@uc/contract/core/wire"
import { and, asc, desc, eq, gt, inArray, isNull, lt, or, sql, type SQL } from "drizzle-orm"
import { attachmentsOf } from "../attachments/public.ts"
import type { Db } from "../../db/open.ts"
import { organisation } from "../../db/schema/organisations.ts"
import { person } from "../../db/schema/people.ts"
import { task, taskAssignee, taskComment } from "../../db/schema/tasks.ts"
import { isOwnWork, isTheirs, type SeenTask, type TaskViewer } from "./task-access.ts"
import { asMoment } from "../../db/queries/wire-moment.ts"
import { isUnfinished, shownColumns } from "./task-list.store.ts"

async function works(
  db: Db,
  where: SQL | undefined,
  more: { readonly order: SQL; readonly limit: number },
): Promise<TaskWork[]> {
  const rows = await db
    .select({
      id: taskAssignee.id,
      nickname: person.name,
      // Row-level security may hide the assignee's organisation from the giver.
      orgname: sql<string>`coalesce(${organisation.name}, '')`,
      isGone: sql<boolean>`coalesce(${person.disabledAt}, ${organisation.disabledAt}) is not null`,
      state: sql<WorkState>`${taskAssignee.state}`,
      progress: taskAssignee.progress,
      doneSteps: taskAssignee.doneSteps,
      note: taskAssignee.note,
      workedBy: taskAssignee.workedBy,
      finishedAt: sql<string | null>`${asMoment(taskAssignee.finishedAt)}`,
      remindedAt: sql<string | null>`${asMoment(taskAssignee.remindedAt)}`,
    })
    .from(taskAssignee)
    .leftJoin(person, eq(person.id, taskAssignee.personId))
    .leftJoin(organisation, eq(organisation.id, taskAssignee.orgId))
    .where(where)
    .orderBy(more.order, asc(taskAssignee.id))
    .limit(more.limit)
  const linked = await attachmentsOf(
    db,
    "taskWork",
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({ ...row, attachments: linked.get(row.id) ?? [] }))
}

/** All that the viewer may see of a task, with the progress of all assignees in the same query. */
export async function taskDetail(
  db: Db,
  viewer: TaskViewer,
  seen: SeenTask,
  work?: Id,
): Promise<TaskDetail | null> {
  const [row] = await db
    .select({ ...shownColumns(isTheirs(seen.othersIn)), content: task.content })
    .from(task)
    .where(eq(task.id, seen.id))
  if (!row) return null
  const { counted, isPast, ...shown } = row
  const { progress, answered, ...counts } = counted
  const [mine = null] = await works(db, and(eq(taskAssignee.taskId, seen.id), isOwnWork(viewer)), {
    // The requested one, otherwise the viewer's own before their organisation's.
    order: sql`(${taskAssignee.id} = ${work ?? "0"}) desc, ${taskAssignee.personId} nulls last`,
    limit: 1,
  })
  const linked = await attachmentsOf(db, "task", [seen.id])
  const state = stateFrom(seen.isCancelled, counts)
  return {
    ...shown,
    state,
    counts: seen.seesOthers ? counts : { total: 0, done: 0, returned: 0 },
    progress: seen.seesOthers ? progress : (mine?.progress ?? 0),
    isOverdue: isPast && isUnfinished(state) && (seen.isManager || mine?.state !== "done"),
    steps: [...seen.steps],
    version: seen.version,
    attachments: linked.get(seen.id) ?? [],
    mine,
    isUnanswered:
      seen.isRequest && state === taskStates.open && (mine === null ? answered === 0 : mine.state === "new"),
    isManager: seen.isManager,
    seesOthers: seen.seesOthers,
    can: actionsOnTask({
      ...seen,
      isOpen: counts.done + counts.returned < counts.total,
      work: mine?.state ?? null,
    }),
  }
}

function stateFrom(isCancelled: boolean, counts: TaskDetail["counts"]): TaskState {
  if (isCancelled) return taskStates.cancelled
  if (counts.total > 0 && counts.done === counts.total) return taskStates.finished
  return counts.returned > 0 ? taskStates.handedBack : taskStates.open
}

export interface AssigneeFilter {
  readonly seen: SeenTask
  readonly state?: WorkState | undefined
  readonly name?: string | undefined
  readonly after?: Id | undefined
  readonly limit: number
}

export async function assigneesOf(
  db: Db,
  { seen: { id, othersIn }, state, name = "", after, limit }: AssigneeFilter,
): Promise<{ items: TaskWork[]; next: Id | null }> {
  const searched = name.trim().toLowerCase()
  const isAsked = and(
    eq(taskAssignee.taskId, id),
    isTheirs(othersIn),
    state === undefined ? undefined : eq(taskAssignee.state, state),
    after === undefined ? undefined : gt(taskAssignee.id, after),
  )
  // The page first and names afterwards, unless names are searched: a task may have thousands of assignees.
  const page = db
    .select({ id: taskAssignee.id })
    .from(taskAssignee)
    .where(isAsked)
    .orderBy(asc(taskAssignee.id))
    .limit(limit + 1)
  const matchesName = or(
    sql`position(${searched} in lower(${person.name})) > 0`,
    sql`position(${searched} in lower(${organisation.name})) > 0`,
  )
  const rows = await works(db, searched === "" ? inArray(taskAssignee.id, page) : and(isAsked, matchesName), {
    order: sql`${taskAssignee.id}`,
    limit: limit + 1,
  })
  const items = rows.slice(0, limit)
  return { items, next: rows.length > limit ? (items.at(-1)?.id ?? null) : null }
}

const commentColumns = (viewer: Pick<TaskViewer, "id">) => ({
  id: taskComment.id,
  at: asMoment(taskComment.createdAt),
  author: taskComment.authorName,
  isMine: sql<boolean>`${taskComment.authorId} = ${viewer.id}`,
  work: taskComment.assigneeId,
  text: taskComment.text,
})

/** Comments for all, and those on works that the viewer may see. */
export async function commentsOn(
  db: Db,
  viewer: TaskViewer,
  seen: SeenTask,
  asked: { readonly work?: Id | undefined; readonly before?: Id | undefined; readonly limit: number },
): Promise<{ items: TaskComment[]; next: Id | null }> {
  const own = db
    .select({ id: taskAssignee.id })
    .from(taskAssignee)
    .where(
      and(
        eq(taskAssignee.taskId, seen.id),
        seen.seesOthers ? or(isOwnWork(viewer), isTheirs(seen.othersIn)) : isOwnWork(viewer),
      ),
    )
  const isVisible =
    seen.seesOthers && seen.othersIn === null
      ? undefined
      : or(isNull(taskComment.assigneeId), inArray(taskComment.assigneeId, own))
  const isWith =
    asked.work === undefined
      ? undefined
      : or(isNull(taskComment.assigneeId), eq(taskComment.assigneeId, asked.work))
  const rows = await db
    .select(commentColumns(viewer))
    .from(taskComment)
    .where(
      and(
        eq(taskComment.taskId, seen.id),
        isVisible,
        isWith,
        asked.before === undefined ? undefined : lt(taskComment.id, asked.before),
      ),
    )
    .orderBy(desc(taskComment.id))
    .limit(asked.limit + 1)
  const items = rows.slice(0, asked.limit)
  return { items, next: rows.length > asked.limit ? (items.at(-1)?.id ?? null) : null }
}

export async function addComment(
  db: Db,
  viewer: Pick<TaskViewer, "id" | "nickname">,
  { task: id, org, work, text }: { task: Id; org: Id; work: Id | null; text: string },
): Promise<TaskComment> {
  const [written] = await db
    .insert(taskComment)
    .values({
      orgId: org,
      taskId: id,
      assigneeId: work,
      authorId: viewer.id,
      authorName: viewer.nickname,
      text,
    })
    .returning(commentColumns(viewer))
  if (!written) throw new Error("A comment is not there after it was written")
  return written
}

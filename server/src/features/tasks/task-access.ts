import type { CurrentUser } from "@uc/contract/account/calls"
import type { Id } from "@uc/contract/core/wire"
import { and, eq, inArray, isNull, or, sql, type SQL } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { task, taskAssignee } from "../../db/schema/tasks.ts"
import { onlyAdministered, reaches, type Scope } from "../../db/scope.ts"

/** Who reads a task. */
export interface TaskViewer extends Pick<CurrentUser, "id" | "orgid" | "orgname" | "nickname"> {
  /** Manages its tasks, so what is given to the organisation is theirs too. */
  readonly worksForOrganisation: boolean
}

/** DISTRICT-8: `administered`: what they hold `tasks.manage` for. */
export function taskViewer(
  { id, orgid, orgname, nickname }: Omit<TaskViewer, "worksForOrganisation">,
  administered: Scope,
): TaskViewer {
  return { id, orgid, orgname, nickname, worksForOrganisation: reaches(administered, orgid) }
}

/** The viewer's own rows: given to them, or to the organisation whose tasks they manage. */
export function isOwnWork({ id, orgid, worksForOrganisation }: TaskViewer): SQL {
  const own = eq(taskAssignee.personId, id)
  if (!worksForOrganisation) return own
  return or(own, and(isNull(taskAssignee.personId), eq(taskAssignee.orgId, orgid))) ?? own
}

/** DAY-14: the kind of a task by which help is asked for. */
export const requestKind = "request"

export interface SeenTask {
  readonly id: Id
  readonly orgId: Id
  readonly giverId: Id
  readonly title: string
  readonly steps: readonly string[]
  readonly isCancelled: boolean
  readonly isRepeating: boolean
  /** DAY-14: help that was asked for. */
  readonly isRequest: boolean
  readonly version: number
  /** Gave it, or manages the tasks of the giver's organisation. DAY-14: what was asked for is for who asked alone. */
  readonly isManager: boolean
  /** Sees the progress of others: who manages it everybody's, who manages the tasks of other organisations that of their people. */
  readonly seesOthers: boolean
  /** The organisations of their own people; null: no filter beyond row-level security. */
  readonly othersIn: readonly Id[] | null
}

interface Asked {
  readonly viewer: TaskViewer
  readonly scope: Scope
  /** What they hold `tasks.manage` for. */
  readonly administered: Scope
}

function manages(
  { viewer, administered }: Asked,
  { orgId, giverId, isRequest }: Pick<SeenTask, "orgId" | "giverId" | "isRequest">,
): boolean {
  return giverId === viewer.id || (!isRequest && reaches(administered, orgId))
}

export function managesAny({ administered }: { readonly administered: Scope }): boolean {
  return administered.reach !== "none"
}

/** Rows of the organisations that an administrator is responsible for; undefined: no filter beyond row-level security. */
export function isTheirs(orgs: readonly Id[] | null): SQL | undefined {
  return orgs === null ? undefined : inArray(taskAssignee.orgId, [...orgs])
}

/**
 * The task, if the viewer may see it: who gave it, who has it, and who manages tasks of an organisation that gave it or has it.
 * Row-level security lets through what concerns the organisation; whether it concerns this person is decided here.
 */
export async function seenTask(db: Db, asked: Asked, id: Id): Promise<SeenTask | null> {
  const [row] = await db
    .select({
      id: task.id,
      orgId: task.orgId,
      giverId: task.giverId,
      title: task.title,
      steps: task.steps,
      isCancelled: sql<boolean>`${task.cancelledAt} is not null`,
      isRepeating: sql<boolean>`${task.repeatAt} is not null`,
      isRequest: sql<boolean>`${task.kind} = ${requestKind}`,
      version: task.version,
    })
    .from(task)
    .where(eq(task.id, id))
  if (!row) return null
  const isManager = manages(asked, row)
  const isAdministrator = managesAny(asked)
  const theirs = isAdministrator ? onlyAdministered(asked.scope, asked.administered) : null
  if (!isManager && (!isAdministrator || theirs !== null)) {
    const isSeen = isAdministrator ? or(isOwnWork(asked.viewer), isTheirs(theirs)) : isOwnWork(asked.viewer)
    const [seen] = await db
      .select({ id: taskAssignee.id })
      .from(taskAssignee)
      .where(and(eq(taskAssignee.taskId, id), isSeen))
      .limit(1)
    if (!seen) return null
  }
  return { ...row, isManager, seesOthers: isManager || isAdministrator, othersIn: isManager ? null : theirs }
}

export interface SeenWork {
  readonly id: Id
  readonly orgId: Id
  readonly personId: Id | null
  readonly state: "new" | "doing" | "done" | "returned"
  readonly isMine: boolean
  readonly task: SeenTask
}

/** One assignee's row of a task, if the viewer may see it. */
export async function seenWork(db: Db, asked: Asked, id: Id): Promise<SeenWork | null> {
  const [row] = await db
    .select({
      id: taskAssignee.id,
      orgId: taskAssignee.orgId,
      personId: taskAssignee.personId,
      taskId: taskAssignee.taskId,
      state: taskAssignee.state,
      isMine: sql<boolean>`coalesce(${isOwnWork(asked.viewer)}, false)`,
    })
    .from(taskAssignee)
    .where(eq(taskAssignee.id, id))
  if (!row) return null
  const seen = await seenTask(db, asked, row.taskId)
  if (!seen) return null
  const isAmongOthers = seen.seesOthers && (seen.othersIn === null || seen.othersIn.includes(row.orgId))
  if (!row.isMine && !isAmongOthers) return null
  const { taskId: _taskId, ...work } = row
  return { ...work, task: seen }
}

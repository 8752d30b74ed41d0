import { taskLimits, taskMessages, taskRings } from "@uc/contract/tasks/messages"
import { momentFrom } from "../../db/queries/wire-moment.ts"
import { Refusal } from "../../errors/refusal.ts"
import type { RequestContext } from "../../http/calls/request-context.ts"
import { writeAuditEntry } from "../../session/write-audit-entry.ts"
import { linkTaskFiles } from "./link-task-files.ts"
import { notifyAbout } from "./notify-about.ts"
import { receiversOf, type Receiver } from "./receivers.ts"
import {
  assigneesToNotify,
  cancelTask,
  changeTask,
  countRepeating,
  createTask,
  stopRepeating,
} from "./task-actions.store.ts"
import { deadlineObstacle } from "./task-deadline.ts"
import { detailOf, mustAdminister, mustSee, takeHourlyQuota, taskCancelled } from "./task-guards.ts"
import type { TaskHandlers } from "./task-handlers.ts"
import { whoIsAsked } from "./who-is-asked.ts"

export const giveTaskHandlers: TaskHandlers<"create" | "change" | "cancel" | "stopRepeat"> = {
  create: async (
    { title, content, priority, deadline, steps, repeat, attachments, asks, ...chosen },
    context,
  ) => {
    const { db } = context
    const { user } = context.user
    if (user.isParent) throw new Refusal(taskMessages.parentsMayNot, { status: 403 })
    await takeHourlyQuota(context, "task", taskLimits.givenPerHour)
    if (repeat !== null && (await countRepeating(db, user.id)) >= taskLimits.repeating)
      throw new Refusal(taskMessages.tooManyRepeating, { status: 409 })
    const now = new Date()
    const due = dueFrom(deadline)
    mustBeAllowedDeadline(due, now)
    const isRequest = asks === 1
    if (isRequest && repeat !== null) throw new Refusal(taskMessages.asksOnce, { field: "repeat" })
    const { all: receivers, unattended } = await receiversOf(context, chosen)
    await mustFollowOrganisation(context, receivers, isRequest)
    const id = await createTask(
      db,
      { giver: user, title, content, priority, due, steps, repeat, receivers, isRequest },
      now,
    )
    await linkTaskFiles(context, attachments, "task", id)
    await writeAuditEntry(context, "tasks.create", {
      task: id,
      title,
      assignees: receivers.length,
      ...(isRequest && { asks: true }),
    })
    const others = (await assigneesToNotify(db, id)).filter((person) => person !== user.id)
    await notifyAbout(db, id, others, taskRings[isRequest ? "asked" : "given"](user.nickname, title))
    return { id, assignees: receivers.length, unattended: [...unattended] }
  },

  change: async ({ id, version, title, content, priority, deadline, attachments }, context) => {
    const { db } = context
    const seen = await mustAdminister(context, id)
    if (seen.isCancelled) throw taskCancelled()
    const now = new Date()
    const due = dueFrom(deadline)
    const isSame = (await detailOf(context, seen)).deadline === deadline
    if (!isSame) {
      mustBeAllowedDeadline(due, now)
      // A new deadline notifies every assignee, so it counts like a new task.
      await takeHourlyQuota(context, "task", taskLimits.givenPerHour)
    }
    if (!(await changeTask(db, id, { version, title, content, priority, due }, now)))
      throw new Refusal(taskMessages.changed, { status: 409 })
    await linkTaskFiles(context, attachments, "task", id)
    await writeAuditEntry(context, "tasks.change", { task: id, title })
    if (!isSame) {
      const open = await assigneesToNotify(db, id, { isOpen: true })
      const others = open.filter((each) => each !== context.user.user.id)
      await notifyAbout(db, id, others, taskRings.due(title, deadline))
    }
    return detailOf(context, await mustSee(context, id))
  },

  cancel: async ({ id }, context) => {
    const seen = await mustAdminister(context, id)
    const personIds = await assigneesToNotify(context.db, id, { isOpen: true })
    if (!(await cancelTask(context.db, id))) throw taskCancelled()
    await writeAuditEntry(context, "tasks.cancel", { task: id, title: seen.title })
    await notifyAbout(
      context.db,
      id,
      personIds,
      taskRings[seen.isRequest ? "withdrawn" : "cancelled"](seen.title),
    )
    return detailOf(context, await mustSee(context, id))
  },

  stopRepeat: async ({ id }, context) => {
    await mustAdminister(context, id)
    await stopRepeating(context.db, id)
    await writeAuditEntry(context, "tasks.stopRepeat", { task: id })
    return detailOf(context, await mustSee(context, id))
  },
}

/** DAY-14: downwards and beside oneself a task is given; others of the own organisation are asked. */
async function mustFollowOrganisation(
  context: RequestContext,
  receivers: readonly Receiver[],
  isRequest: boolean,
): Promise<void> {
  if (isRequest) {
    const { orgid } = context.user.user
    if (receivers.some(({ org, person }) => person === null || org !== orgid))
      throw new Refusal(taskMessages.asksOwnPeople, { status: 403, field: "people" })
    return
  }
  const asked = await whoIsAsked(
    context,
    receivers.flatMap(({ person }) => person ?? []),
  )
  if (asked.length > 0)
    throw new Refusal(taskMessages.mustAsk(asked.map(({ name }) => name)), { status: 403, field: "people" })
}

function dueFrom(deadline: string | null): Date | null {
  return deadline === null ? null : momentFrom(deadline)
}

function mustBeAllowedDeadline(due: Date | null, now: Date): void {
  const obstacle = deadlineObstacle(due, now)
  if (obstacle !== null) throw new Refusal(taskMessages[obstacle])
}

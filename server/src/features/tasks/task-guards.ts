import type { TaskDetail } from "@uc/contract/tasks/calls"
import { taskMessages } from "@uc/contract/tasks/messages"
import { replyMessages } from "@uc/contract/core/reply"
import type { Id } from "@uc/contract/core/wire"
import { Refusal } from "../../errors/refusal.ts"
import type { RequestContext } from "../../http/calls/request-context.ts"
import { takeQuota } from "../../security/quota.ts"
import { foundOrForbidden, outOfReach } from "../../session/reach.ts"
import { seenTask, seenWork, taskViewer, type SeenTask, type SeenWork } from "./task-access.ts"
import { taskDetail } from "./task-detail.store.ts"

export function viewerOf({ scope, user: { user, administered } }: RequestContext) {
  return { viewer: taskViewer(user, administered), scope, administered }
}

export async function detailOf(context: RequestContext, seen: SeenTask, work?: Id): Promise<TaskDetail> {
  return foundOrForbidden(await taskDetail(context.db, viewerOf(context).viewer, seen, work))
}

export async function mustSee(context: RequestContext, id: Id): Promise<SeenTask> {
  return foundOrForbidden(await seenTask(context.db, viewerOf(context), id))
}

export async function mustSeeOthers(context: RequestContext, id: Id): Promise<SeenTask> {
  const seen = await mustSee(context, id)
  if (!seen.seesOthers) throw notGiver(seen)
  return seen
}

export async function mustAdminister(context: RequestContext, id: Id): Promise<SeenTask> {
  const seen = await mustSee(context, id)
  if (!seen.isManager) throw notGiver(seen)
  return seen
}

export async function mustSeeWork(context: RequestContext, work: Id): Promise<SeenWork> {
  return foundOrForbidden(await seenWork(context.db, viewerOf(context), work))
}

/** The work, which must belong to this task. */
export async function mustSeeWorkOf(context: RequestContext, id: Id, work: Id): Promise<SeenWork> {
  const found = await mustSeeWork(context, work)
  if (found.task.id !== id) throw outOfReach()
  return found
}

/** The work on a task that the caller manages and that is not cancelled. */
export async function mustAdministerWork(context: RequestContext, work: Id): Promise<SeenWork> {
  const found = await mustSeeWork(context, work)
  if (!found.task.isManager) throw notGiver(found.task)
  if (found.task.isCancelled) throw taskCancelled()
  return found
}

/** The caller's own work, not finished and not handed back. */
export async function mustHaveOpenWork(context: RequestContext, work: Id): Promise<SeenWork> {
  const found = await mustSeeWork(context, work)
  if (!found.isMine) throw new Refusal(taskMessages.notYours, { status: 403 })
  if (found.task.isCancelled) throw taskCancelled()
  if (found.state === "done") throw new Refusal(taskMessages.finished, { status: 409 })
  if (found.state === "returned") throw new Refusal(taskMessages.handedBack, { status: 409 })
  return found
}

export async function takeHourlyQuota(
  { db, user: { user } }: RequestContext,
  what: string,
  atMost: number,
): Promise<void> {
  const taken = await takeQuota(db, [{ key: `${what}:${user.id}`, seconds: 3600, atMost }])
  if (!taken.ok) throw new Refusal(replyMessages.busy, { status: 429, retryAfterS: taken.retryAfterS })
}

export function taskCancelled(): Refusal {
  return new Refusal(taskMessages.cancelled, { status: 409 })
}

function notGiver({ isRequest }: SeenTask): Refusal {
  return new Refusal(taskMessages[isRequest ? "notYourRequest" : "notGiver"], { status: 403 })
}

import { taskMessages, taskRings } from "@uc/contract/tasks/messages"
import type { Id } from "@uc/contract/core/wire"
import { Refusal } from "../../errors/refusal.ts"
import type { RequestContext } from "../../http/calls/request-context.ts"
import type { Services } from "../../http/services.ts"
import { publishEvent } from "../../realtime/publish-event.ts"
import { writeAuditEntry } from "../../session/write-audit-entry.ts"
import { linkTaskFiles } from "./link-task-files.ts"
import { notifyGiver, notifyGiverAllDone } from "./notify-giver.ts"
import type { SeenWork } from "./task-access.ts"
import { acceptWork, endWork, lockedSteps, saveProgress } from "./task-actions.store.ts"
import { detailOf, mustHaveOpenWork, mustSeeWork } from "./task-guards.ts"
import type { TaskHandlers } from "./task-handlers.ts"
import { mergedSteps, progressOfSteps, stepNumbers } from "./task-steps.ts"

export function workHandlers({
  database,
}: Services): TaskHandlers<"accept" | "work" | "finish" | "handBack"> {
  return {
    accept: async ({ work }, context) => {
      const own = await mustHaveOpenWork(context, work)
      const { id, nickname } = context.user.user
      if (!own.task.isRequest || !(await acceptWork(context.db, work, nickname)))
        throw new Refusal(taskMessages.answered, { status: 409 })
      await writeAuditEntry(context, "tasks.accept", { task: own.task.id, work })
      await notifyGiver(database, own.task, id, taskRings.accepted(nickname, own.task.title))
      return detailOf(context, own.task, work)
    },

    work: async ({ work, steps, before, progress }, context) => {
      const own = await mustHaveOpenWork(context, work)
      mustBeAccepted(own)
      const total = own.task.steps.length
      if (total > 0 && steps === undefined) throw new Refusal(taskMessages.bySteps)
      const ticked = stepNumbers(steps)
      if (ticked.some((no) => no >= total)) throw new Refusal(taskMessages.noSuchStep)
      const stored = await lockedSteps(context.db, work)
      if (!stored) throw await endedMeanwhile(context, work)
      const done = before === undefined ? ticked : mergedSteps(stored, stepNumbers(before), ticked)
      const isSaved = await saveProgress(context.db, work, {
        doneSteps: done,
        progress: total > 0 ? progressOfSteps(done.length, total) : (progress ?? 0),
        by: context.user.user.nickname,
        isAccepted: own.task.isRequest,
      })
      if (!isSaved) throw await endedMeanwhile(context, work)
      await refreshGiver(context, own)
      return detailOf(context, own.task, work)
    },

    finish: async ({ work, note, attachments }, context) => {
      const own = await mustHaveOpenWork(context, work)
      mustBeAccepted(own)
      const { mine } = await detailOf(context, own.task, work)
      if (mine && mine.doneSteps.length < own.task.steps.length) throw new Refusal(taskMessages.stepsOpen)
      await end(context, own, { state: "done", note, attachments })
      await refreshGiver(context, own)
      await notifyGiverAllDone(context.db, database, own, context.user.user.id)
      return detailOf(context, own.task, work)
    },

    handBack: async ({ work, note, attachments }, context) => {
      const own = await mustHaveOpenWork(context, work)
      await end(context, own, { state: "returned", note, attachments })
      const { id, nickname } = context.user.user
      const told = taskRings[own.task.isRequest ? "declined" : "handedBack"]
      await notifyGiver(database, own.task, id, told(nickname, own.task.title))
      return detailOf(context, own.task, work)
    },
  }
}

/** DAY-14: who was asked answers first. */
function mustBeAccepted({ task, state }: SeenWork): void {
  if (task.isRequest && state === "new") throw new Refusal(taskMessages.notAccepted, { status: 409 })
}

/** DAY-14: the giver's page shows ticked steps at once: an event without an entry in the bell. */
async function refreshGiver({ db, user: { user } }: RequestContext, { task }: SeenWork): Promise<void> {
  if (task.giverId !== user.id) await publishEvent(db, "bell", { people: [task.giverId] })
}

interface End {
  readonly state: "done" | "returned"
  readonly note: string | undefined
  readonly attachments: string
}

async function end(context: RequestContext, own: SeenWork, { state, note, attachments }: End): Promise<void> {
  const { nickname } = context.user.user
  if (!(await endWork(context.db, own.id, { state, note: note || null, by: nickname })))
    throw await endedMeanwhile(context, own.id)
  await linkTaskFiles(context, attachments, "taskWork", own.id)
  await writeAuditEntry(context, state === "done" ? "tasks.finish" : "tasks.handBack", {
    task: own.task.id,
    work: own.id,
  })
}

/** Another device has finished it or handed it back. */
async function endedMeanwhile(context: RequestContext, work: Id): Promise<Refusal> {
  const { state } = await mustSeeWork(context, work)
  return new Refusal(state === "returned" ? taskMessages.handedBack : taskMessages.finished, { status: 409 })
}

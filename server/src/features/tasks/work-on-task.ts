import { taskMessages, taskRings } from "@uc/contract/tasks/messages"
import type { Id } from "@uc/contract/core/wire"
import { Refusal } from "../../errors/refusal.ts"
import type { RequestContext } from "../../http/calls/request-context.ts"
import type { Services } from "../../http/services.ts"
import { writeAuditEntry } from "../../session/write-audit-entry.ts"
import { linkTaskFiles } from "./link-task-files.ts"
import { notifyGiver, notifyGiverAllDone } from "./notify-giver.ts"
import type { SeenWork } from "./task-access.ts"
import { endWork, lockedSteps, saveProgress } from "./task-actions.store.ts"
import { detailOf, mustHaveOpenWork, mustSeeWork } from "./task-guards.ts"
import type { TaskHandlers } from "./task-handlers.ts"
import { mergedSteps, progressOfSteps, stepNumbers } from "./task-steps.ts"

export function workHandlers({ database }: Services): TaskHandlers<"work" | "finish" | "handBack"> {
  return {
    work: async ({ work, steps, before, progress }, context) => {
      const own = await mustHaveOpenWork(context, work)
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
      })
      if (!isSaved) throw await endedMeanwhile(context, work)
      return detailOf(context, own.task, work)
    },

    finish: async ({ work, note, attachments }, context) => {
      const own = await mustHaveOpenWork(context, work)
      const { mine } = await detailOf(context, own.task, work)
      if (mine && mine.doneSteps.length < own.task.steps.length) throw new Refusal(taskMessages.stepsOpen)
      await end(context, own, { state: "done", note, attachments })
      await notifyGiverAllDone(context.db, database, own, context.user.user.id)
      return detailOf(context, own.task, work)
    },

    handBack: async ({ work, note, attachments }, context) => {
      const own = await mustHaveOpenWork(context, work)
      await end(context, own, { state: "returned", note, attachments })
      const { id, nickname } = context.user.user
      await notifyGiver(database, own.task, id, taskRings.handedBack(nickname, own.task.title))
      return detailOf(context, own.task, work)
    },
  }
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

import { taskLimits, taskMessages, taskRings } from "@uc/contract/tasks/messages"
import { Refusal } from "../../errors/refusal.ts"
import type { Services } from "../../http/services.ts"
import { notifyAbout } from "./notify-about.ts"
import { notifyGiver } from "./notify-giver.ts"
import { assigneesToNotify } from "./task-actions.store.ts"
import { addComment } from "./task-detail.store.ts"
import { mustSee, mustSeeWorkOf, takeHourlyQuota } from "./task-guards.ts"
import type { TaskHandlers } from "./task-handlers.ts"

export function commentHandlers({ database }: Services): TaskHandlers<"comment"> {
  return {
    comment: async ({ id, work, text }, context) => {
      const { db } = context
      const { user } = context.user
      const seen = await mustSee(context, id)
      const found = work === undefined ? null : await mustSeeWorkOf(context, id, work)
      // Who manages the task comments for all; everybody else on their own work.
      if (!seen.isManager && found?.isMine !== true) throw new Refusal(taskMessages.notYours, { status: 403 })
      await takeHourlyQuota(context, "task-comment", taskLimits.commentsPerHour)
      const written = await addComment(db, user, {
        task: id,
        org: found?.orgId ?? seen.orgId,
        work: work ?? null,
        text,
      })
      const title = taskRings.comment(user.nickname, seen.title)
      if (seen.isManager) {
        const only = work === undefined ? ({ isOpen: true } as const) : { works: [work] }
        const others = (await assigneesToNotify(db, id, only)).filter((person) => person !== user.id)
        await notifyAbout(db, id, others, title)
      } else await notifyGiver(database, seen, user.id, title)
      return written
    },
  }
}

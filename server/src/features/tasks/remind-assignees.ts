import { taskLimits, taskMessages, taskRings } from "@uc/contract/tasks/messages"
import { idsOf, type Id } from "@uc/contract/core/wire"
import { Refusal } from "../../errors/refusal.ts"
import type { RequestContext } from "../../http/calls/request-context.ts"
import { writeAuditEntry } from "../../session/write-audit-entry.ts"
import { notifyAbout } from "./notify-about.ts"
import type { SeenTask } from "./task-access.ts"
import { assigneesToNotify, countOpenWork, markReminded } from "./task-actions.store.ts"
import { mustAdminister, mustSeeWorkOf } from "./task-guards.ts"
import type { TaskHandlers } from "./task-handlers.ts"

export const remindHandlers: TaskHandlers<"remind"> = {
  remind: async ({ ids, work }, context) => {
    const tasks = [...new Set(idsOf(ids))]
    if (tasks.length === 0) throw new Refusal(taskMessages.nobodyToRemind)
    if (tasks.length > taskLimits.remindedAtOnce) throw new Refusal(taskMessages.tooManyReminded)
    let open = 0
    let reminded = 0
    if (work !== undefined) await mustSeeWorkOf(context, tasks[0] ?? "", work)
    for (const id of tasks) {
      const seen = await mustAdminister(context, id)
      if (seen.isCancelled) continue
      open += await countOpenWork(context.db, id, work)
      reminded += await remindOf(context, seen, work)
    }
    if (open === 0) throw new Refusal(taskMessages.nobodyToRemind, { status: 409 })
    if (reminded === 0) throw new Refusal(taskMessages.remindedLately, { status: 429 })
    await writeAuditEntry(context, "tasks.remind", { tasks, reminded })
    return { reminded }
  },
}

async function remindOf(context: RequestContext, seen: SeenTask, work: Id | undefined): Promise<number> {
  const works = await markReminded(context.db, seen.id, work)
  if (works.length === 0) return 0
  const personIds = await assigneesToNotify(context.db, seen.id, { works })
  const ring = taskRings[seen.isRequest ? "remindAsked" : "remind"](context.user.user.nickname, seen.title)
  await notifyAbout(context.db, seen.id, personIds, ring)
  return works.length
}

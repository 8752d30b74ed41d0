import { taskMessages, taskRings } from "@uc/contract/tasks/messages"
import { Refusal } from "../../errors/refusal.ts"
import { ringBell } from "../../realtime/ring-bell.ts"
import { writeAuditEntry } from "../../session/write-audit-entry.ts"
import { notifyAbout } from "./notify-about.ts"
import { assigneesToNotify, departedAssignee, reopenWork, unassign } from "./task-actions.store.ts"
import { addComment } from "./task-detail.store.ts"
import { detailOf, mustAdministerWork } from "./task-guards.ts"
import type { TaskHandlers } from "./task-handlers.ts"

export const reassignHandlers: TaskHandlers<"giveAgain" | "takeOff"> = {
  giveAgain: async ({ work, note }, context) => {
    const { db } = context
    const { user } = context.user
    const { task, orgId } = await mustAdministerWork(context, work)
    const departed = await departedAssignee(db, work)
    if (departed !== null) throw new Refusal(taskMessages.goneSince(departed), { status: 409 })
    if (!(await reopenWork(db, work))) throw new Refusal(taskMessages.notDone, { status: 409 })
    if (note) await addComment(db, user, { task: task.id, org: orgId, work, text: note })
    await writeAuditEntry(context, "tasks.giveAgain", { task: task.id, work })
    const personIds = await assigneesToNotify(db, task.id, { works: [work] })
    await notifyAbout(
      db,
      task.id,
      personIds,
      taskRings[task.isRequest ? "asked" : "again"](user.nickname, task.title),
    )
    return detailOf(context, task)
  },

  takeOff: async ({ work }, context) => {
    const { task, orgId, personId } = await mustAdministerWork(context, work)
    const personIds = await assigneesToNotify(context.db, task.id, { works: [work] })
    const unassigned = await unassign(context.db, task.id, work)
    if (unassigned !== "unassigned")
      throw new Refusal(unassigned === "last" ? taskMessages.lastOne : taskMessages.workDone, { status: 409 })
    await writeAuditEntry(context, "tasks.takeOff", { task: task.id, org: orgId, person: personId })
    // To the list: they can no longer open the task itself.
    const title = taskRings.takenOff(task.title)
    await ringBell(context.db, { personIds, topic: "task", title, place: "/task" })
    return detailOf(context, task)
  },
}

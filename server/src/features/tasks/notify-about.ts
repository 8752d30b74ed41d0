import { placeOfTask } from "@uc/contract/tasks/messages"
import type { Id } from "@uc/contract/core/wire"
import type { Db } from "../../db/open.ts"
import { ringBell } from "../../realtime/ring-bell.ts"

/** The bell of these people, leading to the task. */
export async function notifyAbout(db: Db, task: Id, personIds: readonly Id[], title: string): Promise<void> {
  await ringBell(db, { personIds, topic: "task", title, place: placeOfTask(task) })
}

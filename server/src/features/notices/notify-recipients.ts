import type { Id } from "@uc/contract/core/wire"
import { recipientLimits } from "@uc/contract/notices/recipients"
import { eq } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { notice } from "../../db/schema/notices.ts"
import { publishEvent } from "../../realtime/publish-event.ts"
import { foundOrForbidden } from "../../session/reach.ts"
import { fewRecipients } from "./readers.store.ts"

/** The own organisation's people, everybody in the area, or only those who are meant where they are few. */
export async function notifyRecipients(db: Db, org: Id, id: Id): Promise<void> {
  const [found] = await db
    .select({ path: notice.sharedPath, isForOwn: notice.isForOwn, isForArea: notice.isForArea })
    .from(notice)
    .where(eq(notice.id, id))
  const { path, isForOwn, isForArea } = foundOrForbidden(found)
  const isForAll = path === null ? isForOwn : isForArea
  const few = isForAll ? null : await fewRecipients(db, id, recipientLimits.peopleOfEvent)
  if (few !== null) return publishEvent(db, "bell", { people: few })
  await publishEvent(db, "bell", org)
  if (path !== null) await publishEvent(db, "bell", { area: path })
}

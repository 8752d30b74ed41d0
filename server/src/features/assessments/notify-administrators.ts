import { placeOfAssessment } from "@uc/contract/assessments/messages"
import type { Id } from "@uc/contract/core/wire"
import type { Database } from "../../db/open.ts"
import { unrestricted } from "../../db/scope.ts"
import { ringBell } from "../../realtime/ring-bell.ts"
import { administratorsOf } from "./schemes.store.ts"

/** Outside row-level security, because the other organisation may be out of the caller's reach. */
export async function notifyAdministrators(
  database: Database,
  org: Id,
  id: Id,
  title: string,
): Promise<void> {
  await database.transaction(unrestricted, async (db) => {
    const personIds = await administratorsOf(db, [org])
    await ringBell(db, { personIds, topic: "assessment", title, place: placeOfAssessment(id) })
  })
}

import { placeOfAssessment } from "@uc/contract/assessments/messages"
import type { Id } from "@uc/contract/core/wire"
import type { Database, Db } from "../../db/open.ts"
import { unrestricted } from "../../db/scope.ts"
import { ringBell } from "../../realtime/ring-bell.ts"
import { holdersFor, holdersIn } from "../../session/rights/who-holds.ts"

interface Assessment {
  readonly id: Id
  /** Whom it was given to, and who gave it. */
  readonly orgId: Id
  readonly schemeOrg: Id
}

/** DISTRICT-8: who fills in what an organisation is asked. */
export function fillersIn(db: Db, orgs: readonly Id[]): Promise<Id[]> {
  return holdersIn(db, "assessments.fill", orgs)
}

export async function notifyFillers(
  database: Database,
  { id, orgId }: Assessment,
  title: string,
): Promise<void> {
  await notify(database, id, title, (db) => fillersIn(db, [orgId]))
}

export async function notifyReviewers(
  database: Database,
  { id, orgId, schemeOrg }: Assessment,
  title: string,
): Promise<void> {
  await notify(database, id, title, (db) =>
    holdersFor(db, "assessments.review", { of: schemeOrg, about: orgId }),
  )
}

/** Outside row-level security, because the other organisation may be out of the caller's reach. */
async function notify(
  database: Database,
  id: Id,
  title: string,
  whom: (db: Db) => Promise<Id[]>,
): Promise<void> {
  await database.transaction(unrestricted, async (db) => {
    await ringBell(db, {
      personIds: await whom(db),
      topic: "assessment",
      title,
      place: placeOfAssessment(id),
    })
  })
}

import type { Id } from "@uc/contract/core/wire"
import { and, eq } from "drizzle-orm"
import { isLiveSession } from "../db/queries/live-session.ts"
import type { Db } from "../db/open.ts"
import { session } from "../db/schema/sessions.ts"
import { voidTicketsOf } from "../security/sign-in/sign-in-tickets.ts"
import type { Sessions } from "./sessions.ts"

const noSession = "00000000-0000-0000-0000-000000000000"

/** First what could still become a session, then the sessions with their grants. Gives how many sessions ended. */
interface Services {
  readonly sessions: Sessions
}

export async function endAllSessions({ sessions }: Services, db: Db, person: Id): Promise<number> {
  await voidTicketsOf(db, person)
  return sessions.endOthers(db, person, noSession)
}

/** Of everybody who is signed in for an organisation. */
export async function endSessionsOfOrganisation(services: Services, db: Db, org: Id): Promise<number> {
  const people = await db
    .selectDistinct({ id: session.personId })
    .from(session)
    .where(and(eq(session.orgId, org), isLiveSession))
  let ended = 0
  for (const { id } of people) ended += await endAllSessions(services, db, id)
  return ended
}

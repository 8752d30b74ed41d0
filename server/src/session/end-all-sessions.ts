import type { Id } from "@uc/contract/core/wire"
import { and, eq, inArray, sql } from "drizzle-orm"
import { isLiveSession } from "../db/queries/live-session.ts"
import type { Db } from "../db/open.ts"
import { beyondScope } from "../db/queries/beyond-scope.ts"
import { organisation } from "../db/schema/organisations.ts"
import { person } from "../db/schema/people.ts"
import { session } from "../db/schema/sessions.ts"
import { identityLink, identitySource } from "../db/schema/sign-in.ts"
import { isSourceFor } from "../security/sign-in/identity-links.ts"
import { voidTicketsOf } from "../security/sign-in/sign-in-tickets.ts"
import { revokeSessions } from "./session-statements.ts"
import type { Sessions } from "./sessions.ts"

const noSession = "00000000-0000-0000-0000-000000000000"

/** First what could still become a session, then the sessions with their grants. Gives how many sessions ended. */
interface Services {
  readonly sessions: Sessions
}

export async function endAllSessions({ sessions }: Services, db: Db, personId: Id): Promise<number> {
  await voidTicketsOf(db, personId)
  return sessions.endOthers(db, personId, noSession)
}

/** Of everybody who is signed in for an organisation, or by a source of it that is in use no more. */
export async function endSessionsOfOrganisation(services: Services, db: Db, org: Id): Promise<number> {
  const people = await db
    .selectDistinct({ id: session.personId })
    .from(session)
    .where(and(eq(session.orgId, org), isLiveSession))
  let ended = 0
  for (const { id } of people) ended += await endAllSessions(services, db, id)
  return ended + (await endSessionsOfSources(db, { org }))
}

/**
 * FAULT-10: of whoever came in by a source and could not do so any more: it is switched off, or no longer for them. `all`: of everybody who
 * came by it, because it is another one now. They may be of any organisation: a session keeps its origin through a switch of the account.
 */
export async function endSessionsOfSources(
  db: Db,
  which: { readonly org: Id } | { readonly source: Id },
  all = false,
): Promise<number> {
  const isMeant = "org" in which ? eq(identitySource.orgId, which.org) : eq(identitySource.id, which.source)
  const links = db
    .select({ id: identityLink.id })
    .from(identityLink)
    .innerJoin(identitySource, eq(identitySource.id, identityLink.sourceId))
    .innerJoin(person, eq(person.id, identityLink.personId))
    .innerJoin(organisation, eq(organisation.id, person.orgId))
    .where(and(isMeant, all ? undefined : sql`(${isSourceFor}) is not true`))
  return beyondScope(db, () => revokeSessions(db, inArray(session.linkId, links)))
}

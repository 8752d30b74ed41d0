import type { Id } from "@uc/contract/core/wire"
import { and, eq, inArray, isNull, or, sql, type SQL } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { isSharedWith } from "../../db/queries/shared-with.ts"
import { organisation } from "../../db/schema/organisations.ts"
import { person } from "../../db/schema/people.ts"
import { identityLink, identitySource } from "../../db/schema/sign-in.ts"

/** SSO-4: an identity at another, by which somebody signs in. */
export interface UsedLink {
  readonly id: Id
  /** The name of its source. */
  readonly source: string
}

/** A source that is in use, whatever it is used by. */
export const isSourceInUse: SQL | undefined = and(
  isNull(identitySource.disabledAt),
  sql`not uc_is_disabled(${identitySource.orgId})`,
)

/**
 * Whether a source is for a person, over `identity_source`, `person` and the person's `organisation`: whoever runs it could sign in as
 * anybody who has linked it, so it is for those alone whom its organisation is responsible for.
 */
export const isSourceFor: SQL | undefined = and(
  isSourceInUse,
  isNull(person.disabledAt),
  isNull(organisation.disabledAt),
  or(eq(identitySource.orgId, person.orgId), isSharedWith(organisation, identitySource.sharedPath)),
)

/** Null: unlinked, switched off, or not for its person any more. `db` is unrestricted. */
export async function usableLink(db: Db, id: Id): Promise<UsedLink | null> {
  const [found] = await selectUsable(db, id)
  return found ?? null
}

function selectUsable(db: Db, id: Id) {
  return db
    .select({ id: identityLink.id, source: identitySource.name })
    .from(identityLink)
    .innerJoin(identitySource, eq(identitySource.id, identityLink.sourceId))
    .innerJoin(person, eq(person.id, identityLink.personId))
    .innerJoin(organisation, eq(organisation.id, person.orgId))
    .where(and(eq(identityLink.id, id), isSourceFor))
}

/**
 * In the transaction that begins the session: the rows of link and source are held, so that whoever unlinks it, or switches the source off,
 * finds the session and ends it. The source comes first, as where it is deleted with its links.
 */
export async function useLink(db: Db, id: Id): Promise<boolean> {
  const [usable] = await selectUsable(db, id).for("share", { of: identitySource })
  if (!usable) return false
  const used = await db
    .update(identityLink)
    .set({ lastUsedAt: sql`now()` })
    .where(eq(identityLink.id, id))
    .returning({ id: identityLink.id })
  return used.length > 0
}

/** With a new password nobody signs in by others until they link again: whoever knew the old one may have linked themselves. */
export async function unlinkIdentities(db: Db, ids: readonly Id[]): Promise<void> {
  if (ids.length > 0) await db.delete(identityLink).where(inArray(identityLink.personId, [...ids]))
}

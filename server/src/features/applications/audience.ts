import type { Id } from "@uc/contract/core/wire"
import { and, asc, eq, isNull, or, sql, type SQL } from "drizzle-orm"
import { builtOnce } from "../../db/built-once.ts"
import type { Db } from "../../db/open.ts"
import { isSharedWith } from "../../db/queries/shared-with.ts"
import { application } from "../../db/schema/domains.ts"
import { organisation } from "../../db/schema/organisations.ts"
import { person, personRole } from "../../db/schema/people.ts"

/** Over `application` and `organisation`: those whose people may use it. */
export const isInside: SQL | undefined = or(
  eq(application.orgId, organisation.id),
  isSharedWith(organisation, application.sharedPath),
)

/** Over `application`, `person` and the person's `organisation`: the person is of its organisation, area, rank and roles. */
export const isMeant: SQL | undefined = and(
  isInside,
  sql`${person.admintype} >= ${application.minAdmintype}`,
  sql`(cardinality(${application.roleIds}) = 0 or exists (select from ${personRole} h
    where h.person_id = ${person.id} and h.role_id = any (${application.roleIds})))`,
)

/**
 * SSO-3: which applications a person may use, over `application`, `person` and the person's `organisation`: neither is
 * disabled, the application's own organisation is in use, and the person is among those whom it is meant for.
 */
export const isUsable: SQL | undefined = and(
  isNull(application.disabledAt),
  isNull(person.disabledAt),
  isNull(organisation.disabledAt),
  sql`not uc_is_disabled(${application.orgId})`,
  isMeant,
)

interface Tile {
  readonly id: Id
  readonly name: string
  readonly icon: string
  readonly homeAddress: string
}

/** SSO-3: the tiles of one person. */
export async function tilesOf(db: Db, personId: Id): Promise<Tile[]> {
  return db
    .select({
      id: application.id,
      name: application.name,
      icon: application.icon,
      homeAddress: application.homeAddress,
    })
    .from(application)
    .innerJoin(person, eq(person.id, personId))
    .innerJoin(organisation, eq(organisation.id, person.orgId))
    .where(isUsable)
    .orderBy(asc(application.name), asc(application.id))
}

const usableOne = builtOnce("usable_application", ["personId", "clientId"], (db, { personId, clientId }) =>
  db
    .select({ id: application.id })
    .from(application)
    .innerJoin(person, eq(person.id, personId))
    .innerJoin(organisation, eq(organisation.id, person.orgId))
    .where(and(eq(application.clientId, clientId), isUsable)),
)

/** SSO-3: whether this person may use the application of this client. */
export async function mayUse(db: Db, personId: Id, clientId: string): Promise<boolean> {
  const found = await usableOne(db, { personId, clientId })
  return found.length > 0
}

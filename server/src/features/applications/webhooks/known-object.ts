import type { ChangedObject } from "@uc/contract/applications/webhooks"
import type { Id } from "@uc/contract/core/wire"
import { and, eq, isNull, or, sql } from "drizzle-orm"
import type { Db } from "../../../db/open.ts"
import { application, applicationConsent } from "../../../db/schema/domains.ts"
import { department, organisation } from "../../../db/schema/organisations.ts"
import { person, personDepartment } from "../../../db/schema/people.ts"
import { isInside, isMeant } from "../audience.ts"
import { personClaims } from "../oidc/person-claims.ts"

/** SSO-5: what an application may know of an object as it is now; null: it is gone, or none of its business any more. */
export async function knownObject(
  db: Db,
  applicationId: Id,
  object: ChangedObject,
  objectId: Id,
): Promise<Record<string, unknown> | null> {
  if (object === "person") return knownPerson(db, applicationId, objectId)
  return object === "department"
    ? knownDepartment(db, applicationId, objectId)
    : knownOrganisation(db, applicationId, objectId)
}

/** As the claims of a sign-on, and whether the person is in use. */
async function knownPerson(db: Db, applicationId: Id, personId: Id): Promise<Record<string, unknown> | null> {
  const hasConsent = sql`exists (select from ${applicationConsent} y where y.person_id = ${person.id}
    and y.application_id = ${application.id} and y.claims @> ${application.claims})`
  const [found] = await db
    .select({
      claims: application.claims,
      isActive: sql<boolean>`${isNull(person.disabledAt)}`,
      departmentIds: sql<Id[]>`array(select m.department_id::text from ${personDepartment} m
        where m.person_id = ${person.id} order by m.is_main desc, m.sort_no, m.id)`,
    })
    .from(application)
    .innerJoin(person, eq(person.id, personId))
    .innerJoin(organisation, eq(organisation.id, person.orgId))
    .where(and(eq(application.id, applicationId), isMeant, or(eq(application.isOwn, true), hasConsent)))
  if (!found) return null
  const { claims, isActive, departmentIds } = found
  return {
    ...(await personClaims(db, personId, claims)),
    ...(claims.includes("departments") ? { department_ids: departmentIds } : {}),
    active: isActive,
  }
}

async function knownDepartment(db: Db, applicationId: Id, id: Id): Promise<Record<string, unknown> | null> {
  const [found] = await db
    .select({
      name: department.name,
      organisation_id: department.orgId,
      parent_id: department.parentId,
      sort: department.sortNo,
      active: sql<boolean>`${isNull(department.disabledAt)}`,
    })
    .from(application)
    .innerJoin(department, eq(department.id, id))
    .innerJoin(organisation, eq(organisation.id, department.orgId))
    .where(and(eq(application.id, applicationId), isInside, sql`'departments' = any (${application.claims})`))
  return found ?? null
}

async function knownOrganisation(db: Db, applicationId: Id, id: Id): Promise<Record<string, unknown> | null> {
  const [found] = await db
    .select({
      name: organisation.name,
      kind: organisation.kind,
      area_id: organisation.areaId,
      active: sql<boolean>`${isNull(organisation.disabledAt)}`,
    })
    .from(application)
    .innerJoin(organisation, eq(organisation.id, id))
    .where(
      and(eq(application.id, applicationId), isInside, sql`'organisation' = any (${application.claims})`),
    )
  return found ?? null
}

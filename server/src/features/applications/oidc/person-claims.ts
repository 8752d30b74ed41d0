import { applicationClaims, type ApplicationClaim } from "@uc/contract/applications/application-claims"
import { admintypes, type Admintype } from "@uc/contract/account/calls"
import type { Id } from "@uc/contract/core/wire"
import { and, eq, sql } from "drizzle-orm"
import { builtOnce } from "../../../db/built-once.ts"
import type { Db } from "../../../db/open.ts"
import { application } from "../../../db/schema/domains.ts"
import { department, organisation, post } from "../../../db/schema/organisations.ts"
import { person, personDepartment, personRole, role } from "../../../db/schema/people.ts"
import { isUsable } from "../audience.ts"

/** SSO-1: the claims by the field that the application's entry has to name. */
const claimsOf: Readonly<Record<ApplicationClaim, readonly string[]>> = {
  account: ["preferred_username"],
  name: ["name"],
  organisation: ["organisation_id", "organisation"],
  departments: ["departments"],
  posts: ["posts"],
  // Apart: an organisation names its own roles as it likes.
  roles: ["roles", "administrator"],
  phone: ["phone_number"],
  email: ["email", "email_verified"],
}

/** They have a scope of their own, as the protocol names it; all others belong to `profile`. */
const ownScopes = ["phone", "email"] as const satisfies readonly ApplicationClaim[]

/** The protocol's own scopes, so that any client of it works. */
export const claimsOfScopes: Readonly<Record<string, string[]>> = {
  openid: ["sub"],
  profile: applicationClaims.flatMap((field) =>
    ownScopes.some((own) => own === field) ? [] : claimsOf[field],
  ),
  ...Object.fromEntries(ownScopes.map((field) => [field, [...claimsOf[field]]])),
}

/** SSO-13: of what was asked for, without the scopes of what the entry does not allow. */
export function allowedScopes(asked: readonly string[], allowed: readonly ApplicationClaim[]): string[] {
  return asked.filter((scope) => {
    const field = ownScopes.find((own) => own === scope)
    return field === undefined || allowed.includes(field)
  })
}

const places = (name: typeof department.name | typeof post.name) => sql<string[]>`coalesce((
    select json_agg(${name} order by ${personDepartment.isMain} desc, ${personDepartment.sortNo}, ${personDepartment.id})
    from ${personDepartment}
    join ${department} on ${department.id} = ${personDepartment.departmentId} and ${department.disabledAt} is null
    left join ${post} on ${post.id} = ${personDepartment.postId}
    where ${personDepartment.personId} = ${person.id} and ${name} is not null), '[]'::json)`

/** Over `person` and the person's `organisation`. */
export const claimColumns = {
  preferred_username: person.account,
  name: person.name,
  organisation_id: organisation.id,
  organisation: organisation.name,
  departments: places(department.name),
  posts: places(post.name),
  given: sql<string[]>`coalesce((select json_agg(r.name order by r.id)
        from ${personRole} h join ${role} r on r.id = h.role_id and r.org_id = ${person.orgId}
        where h.person_id = ${person.id}), '[]'::json)`,
  admintype: person.admintype,
  phone_number: person.phone,
  email: person.email,
}

const claimsOfPerson = builtOnce("claims_of_person", ["personId"], (db, { personId }) =>
  db
    .select(claimColumns)
    .from(person)
    .innerJoin(organisation, eq(organisation.id, person.orgId))
    .where(eq(person.id, personId)),
)

const claimsOfUser = builtOnce("claims_of_user", ["personId", "clientId"], (db, { personId, clientId }) =>
  db
    .select(claimColumns)
    .from(person)
    .innerJoin(organisation, eq(organisation.id, person.orgId))
    .innerJoin(application, eq(application.clientId, clientId))
    .where(and(eq(person.id, personId), isUsable)),
)

/** What is known of a person, cut down to what the application may know. */
export async function personClaims(
  db: Db,
  personId: Id,
  allowed: readonly ApplicationClaim[],
): Promise<Record<string, unknown>> {
  const [found] = await claimsOfPerson(db, { personId })
  return found ? cutDown(found, allowed) : {}
}

/** The same of a person who may use the application; null: they may not. */
export async function userClaims(
  db: Db,
  { personId, clientId }: { readonly personId: Id; readonly clientId: string },
  allowed: readonly ApplicationClaim[],
): Promise<Record<string, unknown> | null> {
  const [found] = await claimsOfUser(db, { personId, clientId })
  return found ? cutDown(found, allowed) : null
}

export type KnownClaims = Awaited<ReturnType<typeof claimsOfPerson>>[number]

export function cutDown(found: KnownClaims, allowed: readonly ApplicationClaim[]): Record<string, unknown> {
  const { given, admintype, ...plain } = found
  const claims: Record<string, unknown> = {
    ...plain,
    roles: given,
    administrator: administratorOf[admintype],
    // Decision 119: no message has ever shown that it is theirs.
    email_verified: found.email ? false : null,
  }
  const names = new Set(allowed.flatMap((field) => claimsOf[field]))
  return Object.fromEntries(
    Object.entries(claims).filter(([name, value]) => names.has(name) && value !== null && value !== ""),
  )
}

const administratorOf: Readonly<Record<Admintype, string>> = {
  [admintypes.none]: "none",
  [admintypes.organisation]: "organisation",
  [admintypes.area]: "area",
  [admintypes.platform]: "platform",
}

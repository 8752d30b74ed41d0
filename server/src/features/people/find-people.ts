import { findMessages, peopleLimits, type FoundPerson } from "@uc/contract/people/calls"
import { replyMessages } from "@uc/contract/core/reply"
import { maskedPhone } from "@uc/contract/reauth/calls"
import type { Id } from "@uc/contract/core/wire"
import { and, asc, eq, isNull, or, sql, type SQL } from "drizzle-orm"
import { matchesName } from "../../db/queries/matches-name.ts"
import { organisation } from "../../db/schema/organisations.ts"
import { person } from "../../db/schema/people.ts"
import { reaches, type Scope } from "../../db/scope.ts"
import { Refusal } from "../../errors/refusal.ts"
import type { RequestContext } from "../../http/calls/request-context.ts"
import { takeQuota } from "../../security/quota.ts"
import { foundOrForbidden, isAdministered, mustReach } from "../../session/reach.ts"
import { heldScope } from "../../session/rights/held-permissions.ts"
import { writeAuditEntry } from "../../session/write-audit-entry.ts"
import { whoIsAsked } from "../tasks/public.ts"
import { placesOf } from "./people-list.store.ts"

/** DAY-12: a colleague's phone, or that of somebody in an organisation whose people the viewer manages; parents call nobody. */
function mayCall({ user }: RequestContext, org: Id): boolean {
  return !user.user.isParent && (org === user.user.orgid || isAdministered(user, org))
}

function isIn(scope: Scope, own: Id): SQL | undefined {
  if (scope.reach === "all") return undefined
  return sql`${person.orgId} = any (${sql.param([...scope.orgs, own])}::bigint[])`
}

/** Of other organisations how a name begins, which has an index; of the own one any part. */
function isCalled(plain: string, own: Id): SQL | undefined {
  const latin = plain.toLowerCase()
  return or(
    and(eq(person.orgId, own), matchesName(person, plain)),
    sql`${person.name} ^@ ${plain}`,
    sql`${person.pinyin} ^@ ${latin}`,
    sql`${person.initials} ^@ ${latin}`,
  )
}

/** Who may be found by the end of a phone may be called too, so nobody finds out digits that they are not told. */
function hasPhoneEnd(context: RequestContext, digits: string): SQL | undefined {
  const { user } = context
  if (user.user.isParent) return sql`false`
  return and(
    isIn(user.administered, user.user.orgid),
    sql`right(${person.phone}, ${digits.length}) = ${digits}`,
  )
}

/**
 * SSO-13: whoever writes the whole address knows it already. As by a phone, only those are found whom the viewer may call; by a part
 * of it nobody is, or the rest could be found out letter by letter.
 */
function hasEmail({ user }: RequestContext, email: string): SQL | undefined {
  if (user.user.isParent) return sql`false`
  return and(isIn(user.administered, user.user.orgid), sql`lower(${person.email}) = ${email.toLowerCase()}`)
}

export async function findPeople(context: RequestContext, words: string): Promise<FoundPerson[]> {
  const { db, scope, user } = context
  const { orgid, isParent } = user.user
  const typed = words.normalize("NFKC").trim()
  const plain = typed.replaceAll(/[\s'’]/gu, "")
  if (plain === "") return []
  const isEmail = typed.includes("@")
  const isPhone = /^[0-9]+$/.test(plain)
  if (isPhone && plain.length < peopleLimits.phoneEnd) return []
  const rows = await db
    .select({
      id: person.id,
      orgid: person.orgId,
      orgname: organisation.name,
      username: person.name,
      phone: person.phone,
    })
    .from(person)
    .innerJoin(organisation, eq(organisation.id, person.orgId))
    .where(
      and(
        isNull(person.disabledAt),
        isNull(organisation.disabledAt),
        isIn(scope, orgid),
        isEmail
          ? or(hasEmail(context, typed), isCalled(plain, orgid))
          : isPhone
            ? hasPhoneEnd(context, plain)
            : isCalled(plain, orgid),
      ),
    )
    .orderBy(
      sql`${person.orgId} <> ${orgid}`,
      sql`${person.name} <> ${plain}`,
      sql`not ${person.name} ^@ ${plain}`,
      asc(person.pinyin),
      asc(person.id),
    )
    .limit(peopleLimits.shown)
  const places = await placesOf(
    db,
    rows.map(({ id }) => id),
  )
  const giving = heldScope(user, "tasks.give")
  const mayGive = (org: Id) => org === orgid || reaches(giving, org)
  const asked = new Set(
    (
      await whoIsAsked(
        context,
        rows.map(({ id }) => id),
      )
    ).map(({ id }) => id),
  )
  return rows.map(({ phone, ...row }) => {
    const own = places.get(row.id) ?? []
    return {
      ...row,
      deptname: joined(own.map(({ deptname }) => deptname)),
      postname: joined(own.map(({ postname }) => postname)),
      phone: phone === null ? null : maskedPhone(phone),
      mayCall: phone !== null && mayCall(context, row.orgid),
      task: isParent ? null : asked.has(row.id) ? "ask" : mayGive(row.orgid) ? "give" : null,
    }
  })
}

function joined(words: readonly (string | null)[]): string {
  return [...new Set(words.filter((word) => word !== null))].join("、")
}

export async function phoneToCall(context: RequestContext, personid: Id): Promise<string> {
  const { db, scope, user } = context
  const [found] = await db
    .select({ orgid: person.orgId, phone: person.phone })
    .from(person)
    .where(and(eq(person.id, personid), isNull(person.disabledAt)))
  const { orgid, phone } = foundOrForbidden(found)
  mustReach(scope, orgid)
  if (!mayCall(context, orgid)) throw new Refusal(findMessages.mayNotCall, { status: 403 })
  if (phone === null) throw new Refusal(findMessages.noPhone, { status: 409 })
  const limit = { key: `people-call:${user.user.id}`, seconds: 3600, atMost: peopleLimits.calledPerHour }
  const taken = await takeQuota(db, [limit])
  if (!taken.ok) throw new Refusal(replyMessages.busy, { status: 429, retryAfterS: taken.retryAfterS })
  await writeAuditEntry(context, "people.phoneOf", { person: personid, org: orgid })
  return phone
}

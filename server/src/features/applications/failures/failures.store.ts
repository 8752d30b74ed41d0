import type { FailedSignOn } from "@uc/contract/applications/failure-calls"
import {
  signOnFailureLabels,
  signOnFailureLimits,
  type SignOnFailure,
} from "@uc/contract/applications/sign-on-failures"
import type { Id } from "@uc/contract/core/wire"
import { desc, eq, sql } from "drizzle-orm"
import type { Database, Db } from "../../../db/open.ts"
import { asMoment } from "../../../db/queries/wire-moment.ts"
import { applicationFailure } from "../../../db/schema/domains.ts"
import { unrestricted } from "../../../db/scope.ts"
import { audit } from "../../../security/audit.ts"
import { lockQuotas, takeQuota } from "../../../security/quota.ts"

/** What a request says of the application that it is from: by CAS an address, and none of its own. */
export type FailedApplication = { readonly clientId: string } | { readonly service: string }

export interface Failure {
  readonly of: FailedApplication
  readonly reason: SignOnFailure
  readonly ip: string
  /** As it will be shown. */
  readonly address: string
}

interface Found extends Record<string, unknown> {
  readonly id: Id
  readonly org: Id
  readonly name: string
  readonly isOff: boolean
}

const isSwitchedOff = sql`(a.disabled_at is not null or o.disabled_at is not null)`

/**
 * Of an address that is nobody's, those whose site it is: a path or a slash that differs is the commonest mistake. A site is entered by
 * one organisation alone (`servicesProblem`).
 */
async function applicationsFor(db: Db, of: FailedApplication): Promise<readonly Found[]> {
  const columns = sql`a.id::text as id, a.org_id::text as org, a.name, ${isSwitchedOff} as "isOff"`
  const joined = sql`application a join organisation o on o.id = a.org_id`
  if ("clientId" in of) {
    const { rows } = await db.execute<Found>(
      sql`select ${columns} from ${joined} where a.protocol = 'oidc' and a.client_id = ${of.clientId}`,
    )
    return rows
  }
  const { host } = new URL(of.service)
  const { rows } = await db.execute<Found & { readonly isExact: boolean }>(sql`
    select ${columns}, ${of.service} = any (a.redirect_addresses) as "isExact" from ${joined}
    where a.protocol = 'cas' and exists (select from unnest(a.redirect_addresses) entered
      where substring(entered from '^https?://([^/?#]+)') = ${host})
    order by "isExact" desc, a.id limit 5`)
  const exact = rows.filter((row) => row.isExact)
  return exact.length > 0 ? exact : rows
}

/** SSO-14: one at a time for an application, so that there are never more of it than are shown. Of an application that nobody has: nothing. */
export async function keepFailure(database: Database, failure: Failure): Promise<void> {
  for (const found of await applicationsFor(database.systemDb, failure.of))
    await database.transaction(unrestricted, (db) => keepFailureOf(db, found, failure))
}

async function keepFailureOf(db: Db, { id, org, name, isOff }: Found, failure: Failure): Promise<void> {
  const { ip, address } = failure
  const reason = isOff ? "disabled" : failure.reason
  await lockQuotas(db, [`sign-on-failures:${id}`])
  await db.execute(sql`
    insert into application_failure as f (application_id, reason, ip, address)
    select id, ${reason}, ${ip}::inet, ${address} from application where id = ${id}::bigint
    on conflict (application_id, reason, ip, address) do update set times = least(f.times + 1, 1000000), last_at = now()`)
  // An IPv6 customer has a network of addresses.
  await db.execute(sql`
    delete from application_failure where id in (
      select id from (
        select id, row_number() over (order by last_at desc, id desc) as n, row_number() over (
          partition by network(set_masklen(ip, case family(ip) when 4 then 32 else 64 end)) order by last_at desc, id desc) as of_network
        from application_failure where application_id = ${id}::bigint) kept
      where n > ${signOnFailureLimits.shown}::int or of_network > ${signOnFailureLimits.ofOneNetwork}::int)`)
  const seconds = signOnFailureLimits.auditedMinutes * 60
  const noted = await takeQuota(db, [{ key: `sign-on-failure:${id}:${reason}`, seconds, atMost: 1 }])
  if (!noted.ok) return
  await audit(db, {
    person: null,
    orgId: org,
    sessionId: null,
    action: "applications.signOnFailed",
    result: "refused",
    ip,
    detail: { id, application: name, after: { reason: signOnFailureLabels[reason] } },
  })
}

/** Whose application it is has been looked at before. */
export async function failuresOf(db: Db, applicationId: Id): Promise<FailedSignOn[]> {
  return db
    .select({
      id: applicationFailure.id,
      reason: applicationFailure.reason,
      ip: sql<string>`host(${applicationFailure.ip})`,
      address: applicationFailure.address,
      times: applicationFailure.times,
      firstAt: sql<string>`${asMoment(applicationFailure.firstAt)}`,
      lastAt: sql<string>`${asMoment(applicationFailure.lastAt)}`,
    })
    .from(applicationFailure)
    .where(eq(applicationFailure.applicationId, applicationId))
    .orderBy(desc(applicationFailure.lastAt), desc(applicationFailure.id))
    .limit(signOnFailureLimits.shown)
}

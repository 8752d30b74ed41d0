import type { AuditEntry, SignInEntry, SignInResult } from "@uc/contract/logs"
import { and, desc, eq, gte, inArray, lte, sql, type Column, type SQL } from "drizzle-orm"
import { browserName } from "../../browser-name.ts"
import type { Db } from "../../db/open.ts"
import { auditLog, loginLog } from "../../db/schema/logs.ts"
import { organisation } from "../../db/schema/organisations.ts"
import { person } from "../../db/schema/people.ts"
import type { Scope } from "../../db/scope.ts"
import { asMoment, momentFrom } from "../../db/wire-moment.ts"

interface Page {
  readonly start: number
  readonly limit: number
}

interface Period {
  readonly starttime?: string | undefined
  readonly endtime?: string | undefined
}

/** What concerns no organisation is nobody's but the platform's: the walls hide it from all others. */
function isWithin(
  scope: Scope,
  { at, orgId }: { at: Column; orgId: Column },
  { starttime, endtime }: Period,
): SQL | undefined {
  return and(
    scope.reach === "all" ? undefined : inArray(orgId, [...scope.orgs]),
    starttime === undefined ? undefined : gte(at, momentFrom(starttime)),
    endtime === undefined ? undefined : lte(at, momentFrom(endtime)),
  )
}

/** Behind the wall only a leakproof operator such as `^@` may use an index. */
function beginsWith(column: Column, text: string | undefined): SQL | undefined {
  return text === undefined || text === "" ? undefined : sql`${column} ^@ ${text}`
}

export async function signIns(
  db: Db,
  scope: Scope,
  asked: Page & Period & { account?: string | undefined; result?: SignInResult | undefined },
): Promise<{ total: number; items: SignInEntry[] }> {
  const where = and(
    isWithin(scope, loginLog, asked),
    beginsWith(loginLog.account, asked.account),
    asked.result === undefined ? undefined : eq(loginLog.result, asked.result),
  )
  const found = await db
    .select({
      id: loginLog.id,
      at: asMoment(loginLog.at),
      account: loginLog.account,
      nickname: person.name,
      orgname: organisation.name,
      face: loginLog.face,
      result: sql<SignInResult>`${loginLog.result}`,
      reason: loginLog.reason,
      ip: loginLog.ip,
      userAgent: loginLog.userAgent,
    })
    .from(loginLog)
    .leftJoin(person, eq(person.id, loginLog.personId))
    .leftJoin(organisation, eq(organisation.id, loginLog.orgId))
    .where(where)
    .orderBy(desc(loginLog.at), desc(loginLog.id))
    .offset(asked.start)
    .limit(asked.limit)
  const items = found.map(({ userAgent, ...row }) => ({ ...row, browser: browserName(userAgent ?? "") }))
  return { total: await db.$count(loginLog, where), items }
}

export async function auditEntries(
  db: Db,
  scope: Scope,
  asked: Page & Period & { action?: string | undefined },
): Promise<{ total: number; items: AuditEntry[] }> {
  const where = and(isWithin(scope, auditLog, asked), beginsWith(auditLog.action, asked.action))
  const items = await db
    .select({
      id: auditLog.id,
      at: asMoment(auditLog.at),
      nickname: person.name,
      orgname: organisation.name,
      action: auditLog.action,
      mid: auditLog.mid,
      result: auditLog.result,
      ip: auditLog.ip,
      change: sql<AuditEntry["change"]>`case when jsonb_exists(${auditLog.detail}, 'after')
        then jsonb_build_object('before', ${auditLog.detail}->'before', 'after', ${auditLog.detail}->'after') end`,
    })
    .from(auditLog)
    .leftJoin(person, eq(person.id, auditLog.personId))
    .leftJoin(organisation, eq(organisation.id, auditLog.orgId))
    .where(where)
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .offset(asked.start)
    .limit(asked.limit)
  return { total: await db.$count(auditLog, where), items }
}

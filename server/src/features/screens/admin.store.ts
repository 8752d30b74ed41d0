import { randomInt } from "node:crypto"
import type { SortBy } from "@uc/contract/core/sorting"
import type { Id } from "@uc/contract/core/wire"
import { screenAdminLimits, type ListedScreen } from "@uc/contract/screens/admin-calls"
import { codeAlphabet, codeLength } from "@uc/contract/screens/calls"
import { and, asc, eq, gt, ne, sql } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { sortedOrder } from "../../db/queries/sorted.ts"
import { asMoment } from "../../db/queries/wire-moment.ts"
import { organisation } from "../../db/schema/organisations.ts"
import { screen } from "../../db/schema/sessions.ts"
import { publishScreenEnd } from "../../realtime/screen-streams.ts"
import { browserName, maskedAddress } from "../../security/browser-name.ts"
import type { Keyed } from "../../security/keyed.ts"

/** A screen is marked as seen once a minute. */
const isOnline = sql<boolean>`coalesce(${screen.lastSeenAt} > now() - interval '3 minutes', false)`
const isUsable = sql`${screen.codeUntil} > now()`

export function hashOfCode(keyed: Keyed, code: string): Buffer {
  return keyed.mac("screen-code", code)
}

/** 31 letters to the power of 8: with the limit on wrong ones nobody finds one within its ten minutes. */
export function newCode(): string {
  return Array.from({ length: codeLength }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join("")
}

function selectScreens(db: Db) {
  return db
    .select({
      id: screen.id,
      orgid: screen.orgId,
      orgname: organisation.name,
      name: screen.name,
      createdAt: asMoment(screen.createdAt),
      pairedAt: sql<string | null>`${asMoment(screen.pairedAt)}`,
      lastSeenAt: sql<string | null>`${asMoment(screen.lastSeenAt)}`,
      isOnline,
      ip: sql<string | null>`host(${screen.ip})`,
      userAgent: screen.userAgent,
      codeUntil: sql<string | null>`case when ${isUsable} then ${asMoment(screen.codeUntil)} end`,
    })
    .from(screen)
    .innerJoin(organisation, eq(organisation.id, screen.orgId))
}

type Row = Awaited<ReturnType<typeof selectScreens>>[number]

function listed({ userAgent, ip, ...row }: Row): ListedScreen {
  return {
    ...row,
    ip: ip === null ? null : maskedAddress(ip),
    browser: userAgent === null ? null : browserName(userAgent),
  }
}

/** DAY-13 */
const sortable = {
  name: screen.name,
  state: sql`case when ${screen.pairedAt} is null then 0 when ${isOnline} then 2 else 1 end`,
  lastSeenAt: screen.lastSeenAt,
}
export type ScreenSort = SortBy<keyof typeof sortable>

export async function screensInReach(
  db: Db,
  { withPlatforms, sort }: { readonly withPlatforms: boolean; readonly sort: ScreenSort | undefined },
): Promise<ListedScreen[]> {
  const rows = await selectScreens(db)
    .where(withPlatforms ? undefined : ne(organisation.kind, "platform"))
    .orderBy(
      ...(sort === undefined
        ? [asc(organisation.id), asc(screen.id)]
        : [sortedOrder(sort, sortable, screen.id)]),
    )
    .limit(1000)
  return rows.map(listed)
}

export async function screenById(db: Db, id: Id): Promise<ListedScreen | null> {
  const [row] = await selectScreens(db).where(eq(screen.id, id))
  return row ? listed(row) : null
}

const codeUntil = sql`now() + make_interval(mins => ${screenAdminLimits.codeMinutes})`

/** Null: the organisation has as many as it may. */
export async function addScreen(
  db: Db,
  added: { readonly orgId: Id; readonly name: string; readonly codeHash: Buffer },
): Promise<ListedScreen | null> {
  // Locked: two at once would both get the same count.
  await db.execute(
    sql`select from ${organisation} where ${eq(organisation.id, added.orgId)} for no key update`,
  )
  if ((await db.$count(screen, eq(screen.orgId, added.orgId))) >= screenAdminLimits.screens) return null
  const [row] = await db
    .insert(screen)
    .values({ ...added, codeUntil })
    .returning({ id: screen.id })
  return row ? screenById(db, row.id) : null
}

/** The browser that is paired goes on until the code is used. */
export async function giveCode(db: Db, id: Id, codeHash: Buffer): Promise<ListedScreen | null> {
  await db.update(screen).set({ codeHash, codeUntil }).where(eq(screen.id, id))
  return screenById(db, id)
}

/** Its stream ends at once, in whichever process it is. False: there was none. */
export async function removeScreen(db: Db, id: Id): Promise<boolean> {
  const { rows } = await db.execute(sql`
    with ended as (delete from ${screen} where ${eq(screen.id, id)} returning id)
    select ${publishScreenEnd(sql`id`)} from ended`)
  return rows.length > 0
}

/**
 * Of two browsers with one code the second finds none: the row is changed by whoever comes first. A browser that was paired
 * before is none any more.
 */
export async function pairScreen(
  systemDb: Db,
  codeHash: Buffer,
  paired: { readonly tokenHash: Buffer; readonly ip: string; readonly userAgent: string },
): Promise<{ id: Id; orgId: Id; name: string; orgname: string } | null> {
  const enabled = sql`exists (select from ${organisation} o where o.id = ${screen.orgId} and o.disabled_at is null)`
  const [row] = await systemDb
    .update(screen)
    .set({ ...paired, codeHash: null, codeUntil: null, pairedAt: sql`now()`, lastSeenAt: sql`now()` })
    .where(and(eq(screen.codeHash, codeHash), gt(screen.codeUntil, sql`now()`), enabled))
    .returning({ id: screen.id, orgId: screen.orgId, name: screen.name })
  if (!row) return null
  await systemDb.execute(sql`select ${publishScreenEnd(sql`${row.id}::text`)}`)
  const [org] = await systemDb
    .select({ orgname: organisation.name })
    .from(organisation)
    .where(eq(organisation.id, row.orgId))
  return org ? { ...row, ...org } : null
}

import { randomBytes } from "node:crypto"
import { applicationKeyLimits, type KeyScope } from "@uc/contract/applications/application-keys"
import type { ListedKey } from "@uc/contract/applications/key-calls"
import type { Id } from "@uc/contract/core/wire"
import { and, asc, eq, sql } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { asMoment } from "../../db/queries/wire-moment.ts"
import { application, applicationKey, directoryMaster } from "../../db/schema/domains.ts"
import { lockList } from "../domains/public.ts"
import { hashOfSecret } from "./applications.store.ts"

/** SSO-5. Whose application it is has been looked at before. */
export async function keysOf(db: Db, applicationId: Id): Promise<ListedKey[]> {
  return db
    .select({
      id: applicationKey.id,
      name: applicationKey.name,
      hint: applicationKey.hint,
      scopes: applicationKey.scopes,
      createdAt: asMoment(applicationKey.createdAt),
      lastUsedAt: sql<string | null>`${asMoment(applicationKey.lastUsedAt)}`,
      endsAt: sql<string | null>`${asMoment(applicationKey.endsAt)}`,
      isOver: sql<boolean>`coalesce(${applicationKey.endsAt} <= now(), false)`,
    })
    .from(applicationKey)
    .where(eq(applicationKey.applicationId, applicationId))
    .orderBy(asc(applicationKey.id))
}

interface NewKey {
  readonly applicationId: Id
  readonly name: string
  readonly scopes: readonly KeyScope[]
  readonly days: number | null
}

/** The prefix lets programs that look for secrets in source code find it. */
const prefix = "uck_"
const hintLength = 4

/** Null: there are too many. */
export async function addKey(db: Db, org: Id, wanted: NewKey): Promise<string | null> {
  const { applicationId, name, scopes, days } = wanted
  await lockList(db, org)
  const known = await db.$count(applicationKey, eq(applicationKey.applicationId, applicationId))
  if (known >= applicationKeyLimits.rows) return null
  const key = `${prefix}${randomBytes(32).toString("base64url")}`
  await db.insert(applicationKey).values({
    orgId: org,
    applicationId,
    name,
    keyHash: hashOfSecret(key),
    hint: key.slice(-hintLength),
    scopes: [...new Set(scopes)],
    endsAt: days === null ? null : sql`now() + make_interval(days => ${days}::int)`,
  })
  return key
}

/** Null: there is none. */
export async function revokeKey(
  db: Db,
  applicationId: Id,
  id: Id,
): Promise<{ readonly name: string } | null> {
  const [gone] = await db
    .delete(applicationKey)
    .where(and(eq(applicationKey.id, id), eq(applicationKey.applicationId, applicationId)))
    .returning({ name: applicationKey.name })
  return gone ?? null
}

/** The application that an organisation's people come from. */
export async function masterOf(db: Db, org: Id): Promise<{ readonly id: Id; readonly name: string } | null> {
  const [found] = await db
    .select({ id: application.id, name: application.name })
    .from(directoryMaster)
    .innerJoin(application, eq(application.id, directoryMaster.applicationId))
    .where(eq(directoryMaster.orgId, org))
  return found ?? null
}

/** The other one that is it; null: it is done. */
export async function setMaster(
  db: Db,
  org: Id,
  { applicationId, isMaster }: { readonly applicationId: Id; readonly isMaster: boolean },
): Promise<string | null> {
  await lockList(db, org)
  const now = await masterOf(db, org)
  if (!isMaster) {
    await db
      .delete(directoryMaster)
      .where(and(eq(directoryMaster.orgId, org), eq(directoryMaster.applicationId, applicationId)))
    return null
  }
  if (now) return now.id === applicationId ? null : now.name
  await db.insert(directoryMaster).values({ orgId: org, applicationId })
  return null
}

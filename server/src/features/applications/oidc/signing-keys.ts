import { generateKeyPair, randomUUID, type JsonWebKey } from "node:crypto"
import { promisify } from "node:util"
import { asc, isNull, or, sql } from "drizzle-orm"
import { builtOnce } from "../../../db/built-once.ts"
import type { Database, Db } from "../../../db/open.ts"
import { oidcKey } from "../../../db/schema/sessions.ts"
import { unrestricted } from "../../../db/scope.ts"
import type { Keyed } from "../../../security/keyed.ts"

export const keyLimits = {
  /** How long a key is the newest. */
  days: 90,
  /** A new key is published for so long before it signs: whoever caches the published ones has it by then. */
  aheadHours: 24,
  /** And after it has signed its last token: sign-outs name tokens that have expired. */
  behindHours: 48,
} as const

const isYoung = sql`${oidcKey.createdAt} > now() - make_interval(days => ${keyLimits.days}::int)`

export interface PublishedKey {
  readonly kid: string
  /** Private, as JWK. */
  readonly jwk: JsonWebKey & { readonly kid: string }
}

/** All that are published, the one that signs first. Where the newest is old, or there is none, one is made before. */
export async function publishedKeys(database: Database, keyed: Keyed): Promise<readonly PublishedKey[]> {
  const rows = await publishedRows(database.systemDb)
  if (rows.some(({ isFresh: isNew }) => isNew)) return inOrder(rows, keyed)
  await renewKeys(database, keyed)
  return inOrder(await publishedRows(database.systemDb), keyed)
}

/** As they are: a look makes none. */
export async function existingKeys({ systemDb }: Database, keyed: Keyed): Promise<readonly PublishedKey[]> {
  return inOrder(await publishedRows(systemDb), keyed)
}

type PublishedRow = Awaited<ReturnType<typeof publishedRows>>[number]

const publishedKeyRows = builtOnce("oidc_published_keys", ["days"], (db, { days }) =>
  db
    .select({
      kid: oidcKey.kid,
      sealed: oidcKey.sealed,
      signs: sql<boolean>`${oidcKey.signsFrom} <= now()`,
      isFresh: sql<boolean>`${oidcKey.createdAt} > now() - make_interval(days => ${days}::int)`,
    })
    .from(oidcKey)
    .where(or(isNull(oidcKey.publishedUntil), sql`${oidcKey.publishedUntil} > now()`))
    .orderBy(asc(oidcKey.signsFrom), asc(oidcKey.kid)),
)

function publishedRows(db: Db) {
  return publishedKeyRows(db, { days: keyLimits.days })
}

function inOrder(rows: readonly PublishedRow[], keyed: Keyed): PublishedKey[] {
  const signing = rows.findLast(({ signs }) => signs)
  const ordered = signing ? [signing, ...rows.filter((row) => row !== signing)] : []
  return ordered.map(({ kid, sealed }) => ({
    kid,
    // Most requests find a provider that was made with it.
    get jwk() {
      return JSON.parse(keyed.unseal(sealed)) as PublishedKey["jwk"]
    },
  }))
}

/**
 * Where there is no key yet, one that signs at once; where the newest is old, one that signs tomorrow. Any process may find
 * that out: of several at the same time one makes it.
 */
export async function renewKeys(database: Database, keyed: Keyed): Promise<void> {
  if (await isFresh(database.systemDb)) return
  const jwk = await newKey()
  await database.transaction(unrestricted, async (db) => {
    await db.execute(sql`select pg_advisory_xact_lock(hashtext('oidc_key'))`)
    if (await isFresh(db)) return
    const isFirst = (await db.select({ kid: oidcKey.kid }).from(oidcKey).limit(1)).length === 0
    const signsFrom = isFirst ? sql`now()` : sql`now() + make_interval(hours => ${keyLimits.aheadHours}::int)`
    await db
      .update(oidcKey)
      .set({
        publishedUntil: sql`now() + make_interval(hours => ${keyLimits.aheadHours + keyLimits.behindHours}::int)`,
      })
      .where(isNull(oidcKey.publishedUntil))
    await db.insert(oidcKey).values({ kid: jwk.kid, sealed: keyed.seal(JSON.stringify(jwk)), signsFrom })
  })
}

async function isFresh(db: Db): Promise<boolean> {
  const newest = await db.select({ kid: oidcKey.kid }).from(oidcKey).where(isYoung).limit(1)
  return newest.length > 0
}

async function newKey(): Promise<PublishedKey["jwk"]> {
  // RSA: the one kind that every client of the protocol must understand.
  const { privateKey } = await promisify(generateKeyPair)("rsa", { modulusLength: 2048 })
  return { ...privateKey.export({ format: "jwk" }), kid: randomUUID(), alg: "RS256", use: "sig" }
}

import { createHmac, randomBytes, timingSafeEqual } from "node:crypto"
import { demoSource, ingestLimits, oldSignatureEndsMs, signedHead } from "@uc/contract/alarm-sources/calls"
import type { Id } from "@uc/contract/core/wire"
import { writtenOnce } from "../../db/built-once.ts"
import type { Database, Db } from "../../db/open.ts"
import type { OrganisationKind } from "../../db/schema/organisations.ts"
import { unrestricted, type Scope } from "../../db/scope.ts"
import type { Keyed } from "../../security/keyed.ts"

export interface KnownSource {
  readonly id: Id
  readonly orgId: Id
  readonly name: string
  /** The reach of its organisation, and never more than that organisation's administrators have. */
  readonly scope: Scope
}

export type SourceProof =
  | { readonly is: "known"; readonly source: KnownSource; readonly isOldForm: boolean }
  | { readonly is: "unsigned" }
  | { readonly is: "stale" }

/** Who a request says it is from, as `http/calls/signature.ts` reads it. */
interface Signature {
  readonly source: string
  readonly timestamp: string
  readonly hex: string
  readonly method: string
  readonly path: string
  readonly body: Buffer
}

interface Parts {
  readonly database: Database
  readonly keyed: Keyed
  readonly site: { readonly isDemo: boolean }
  readonly dateMs: () => number
}

export function newSourceKey(): string {
  return `as_${randomBytes(16).toString("base64url")}`
}

/** Derived from the key and the site's pepper: the database alone reveals no secret. */
export function sourceSecret(keyed: Keyed, key: string): string {
  return keyed.mac("alarm-source", key).toString("base64url")
}

const keyPattern = /^[\w-]{1,64}$/
const timestampPattern = /^[0-9]{1,12}$/
const hexPattern = /^[0-9a-f]{64}$/

/** The signature first: who has no secret costs the database nothing. */
export async function sourceBehind(parts: Parts, signature: Signature): Promise<SourceProof> {
  const { database, keyed, site } = parts
  const { source: key, timestamp, hex } = signature
  if (!keyPattern.test(key) || !timestampPattern.test(timestamp) || !hexPattern.test(hex))
    return { is: "unsigned" }
  const isDemo = site.isDemo && key === demoSource.key
  const secret = isDemo ? demoSource.secret : sourceSecret(keyed, key)
  const form = formOf(signature, secret)
  if (form === null || (form === "old" && parts.dateMs() >= oldSignatureEndsMs)) return { is: "unsigned" }
  if (isDemo) await makeDemoSource(database)
  const [row] = await sourceWithKey(database.systemDb, [key, timestamp, ingestLimits.clockMinutes, isDemo])
  // OPERATE-2: everybody knows the demo's secret, so it is good for nothing but organisations of the demo world.
  if (!row || (isDemo && !row.isDemo)) return { is: "unsigned" }
  if (!row.isFresh) return { is: "stale" }
  const source = {
    id: row.id,
    orgId: row.org,
    name: row.name,
    scope: isDemo ? demoScope(row) : scopeOfSource(row),
  }
  return { is: "known", source, isOldForm: form === "old" }
}

/** Which form was signed; null: neither. */
function formOf(signature: Signature, secret: string): "new" | "old" | null {
  const { timestamp, method, path, hex, body } = signature
  const given = Buffer.from(hex, "hex")
  const isOf = (head: string) =>
    timingSafeEqual(createHmac("sha256", secret).update(head).update(body).digest(), given)
  if (isOf(signedHead(timestamp, method, path))) return "new"
  return isOf(`${timestamp}.`) ? "old" : null
}

interface Row {
  readonly id: Id
  readonly org: Id
  readonly name: string
  readonly kind: OrganisationKind
  readonly path: string
  readonly below: Id[]
  readonly isFresh: boolean
  readonly isDemo: boolean
  /** Only for the demo's own source. */
  readonly demoOrgs: Id[]
}

/** What a source of the bureau `o` reports for: the area, without the platform's own organisation. */
export const belowOfBureau = `array(select b.id::text from organisation b
  where o.kind = 'bureau' and b.area_path ~>=~ o.area_path and b.area_path ~<~ (o.area_path || ':')
    and b.kind <> 'platform')`

const sourceWithKey = writtenOnce<Row>(
  "alarm_source_with_key",
  `select s.id::text, s.org_id::text as org, s.name, o.kind, o.area_path as path,
     abs(extract(epoch from now()) - $2::float8) <= $3::int * 60 as "isFresh",
     ${belowOfBureau} as below, o.is_demo as "isDemo",
     case when $4 then array(select id::text from organisation where is_demo) else '{}' end as "demoOrgs"
   from alarm_source s join organisation o on o.id = s.org_id and o.disabled_at is null
   where s.key = $1 and s.revoked_at is null`,
)

function demoScope({ demoOrgs, path }: Row): Scope {
  return { reach: "orgs", orgs: demoOrgs, areaPath: path }
}

function scopeOfSource({ kind, org, path, below }: Row): Scope {
  switch (kind) {
    case "platform":
      return unrestricted
    case "bureau":
      return { reach: "orgs", orgs: below, areaPath: path }
    case "school":
    case "enterprise":
      return { reach: "orgs", orgs: [org], areaPath: path }
  }
}

/** Of the demo's platform, so that it may report for the whole demo world; one that was revoked stays revoked. */
const makeDemoSource = async ({ systemDb }: Database) =>
  insertDemoSource(systemDb, [demoSource.name, demoSource.key])
const insertDemoSource: (db: Db, values: readonly unknown[]) => Promise<unknown> = writtenOnce(
  "make_demo_source",
  `insert into alarm_source (org_id, name, key)
   select id, $1, $2 from organisation where kind = 'platform' and is_demo and not exists (select from alarm_source where key = $2)
   order by id limit 1
   on conflict (key) do nothing`,
)

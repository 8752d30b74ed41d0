import type { ApplicationClaim } from "@uc/contract/applications/application-claims"
import { applicationKeyLimits, type KeyScope } from "@uc/contract/applications/application-keys"
import { scimMessages } from "@uc/contract/applications/scim"
import type { Id } from "@uc/contract/core/wire"
import { sql, type SQL } from "drizzle-orm"
import { writtenOnce } from "../../../db/built-once.ts"
import type { Database } from "../../../db/open.ts"
import type { OrganisationKind } from "../../../db/schema/organisations.ts"
import { unrestricted, type Scope } from "../../../db/scope.ts"
import { addressKey } from "../../../security/address-key.ts"
import { takeQuota } from "../../../security/quota.ts"
import { hashOfSecret } from "../applications.store.ts"
import { ScimError } from "./scim-error.ts"

/** SSO-5: the application that a request comes from, and how far it reaches. */
export interface KnownKey {
  readonly id: Id
  readonly name: string
  readonly scopes: readonly KeyScope[]
  readonly application: {
    readonly id: Id
    readonly name: string
    readonly clientId: string
    readonly claims: readonly ApplicationClaim[]
  }
  readonly org: { readonly id: Id; readonly kind: OrganisationKind; readonly areaPath: string }
  readonly isMaster: boolean
  /** The organisation, and those below it where the application counts for them (decision 095). */
  readonly scope: Scope
}

interface Row {
  readonly id: Id
  readonly name: string
  readonly scopes: KeyScope[]
  readonly applicationId: Id
  readonly applicationName: string
  readonly clientId: string
  readonly claims: ApplicationClaim[]
  readonly sharedPath: string | null
  readonly org: Id
  readonly kind: OrganisationKind
  readonly areaPath: string
  readonly isMaster: boolean
  readonly isEnded: boolean
  readonly isOff: boolean
  readonly below: Id[]
}

/** The platform's own people are nobody's but the platform's (BARE-6). */
const keyWithHash = writtenOnce<Row>(
  "application_key_with_hash",
  `select k.id::text, k.name, k.scopes, a.id::text as "applicationId", a.name as "applicationName", a.client_id as "clientId",
     a.claims, a.shared_path as "sharedPath", o.id::text as org, o.kind, o.area_path as "areaPath",
     exists (select from directory_master m where m.org_id = o.id and m.application_id = a.id) as "isMaster",
     coalesce(k.ends_at <= now(), false) as "isEnded", (a.disabled_at is not null or o.disabled_at is not null) as "isOff",
     array(select b.id::text from organisation b
       where a.shared_path <> '' and starts_with(b.area_path, a.shared_path) and b.kind <> 'platform') as below
   from application_key k join application a on a.id = k.application_id join organisation o on o.id = a.org_id
   where k.key_hash = $1`,
)

const scheme = "bearer "
const keyLength = 200

/** Undefined: there is none. */
function keyIn(authorization = ""): string | undefined {
  if (authorization.slice(0, scheme.length).toLowerCase() !== scheme) return undefined
  const given = authorization.slice(scheme.length).trim()
  return given === "" || given.length > keyLength ? undefined : given
}

/** Whose key it is; a wrong one is counted by the address that it came from. */
export async function knownKey(
  database: Database,
  { authorization, ip }: { readonly authorization: string | undefined; readonly ip: string },
): Promise<KnownKey> {
  const given = keyIn(authorization)
  const [row] = given === undefined ? [] : await keyWithHash(database.systemDb, [hashOfSecret(given)])
  if (!row || row.isEnded || row.isOff) {
    await mustCount(database, ip)
    const { noKey, badKey, endedKey, applicationOff } = scimMessages
    const why = given === undefined ? noKey : !row ? badKey : row.isEnded ? endedKey : applicationOff
    throw new ScimError(401, why)
  }
  const { applicationId, applicationName, clientId, claims, org, kind, areaPath } = row
  return {
    id: row.id,
    name: row.name,
    scopes: row.scopes,
    application: { id: applicationId, name: applicationName, clientId, claims },
    org: { id: org, kind, areaPath },
    isMaster: row.isMaster,
    scope: scopeOf(row),
  }
}

/** A key can't be guessed, so a right one is accepted whatever others at the same address have sent. */
async function mustCount(database: Database, ip: string): Promise<void> {
  const { failed, failedS } = applicationKeyLimits
  const key = `application-key:${addressKey(ip)}`
  const taken = await database.transaction(unrestricted, (db) =>
    takeQuota(db, [{ key, seconds: failedS, atMost: failed }]),
  )
  if (!taken.ok) throw new ScimError(429, scimMessages.tooManyFailures, { retryAfterS: taken.retryAfterS })
}

function scopeOf({ org, kind, areaPath, sharedPath, below }: Row): Scope {
  // The platform's, for everything below.
  if (sharedPath === "" && kind === "platform") return unrestricted
  return { reach: "orgs", orgs: [...new Set([org, ...below])], areaPath: sharedPath ?? areaPath }
}

/** Beside row-level security, which says the same: two must fail before anything outside is shown. */
export function isInReach({ scope }: KnownKey, org: SQL): SQL {
  return scope.reach === "all" ? sql`true` : sql`${org} = any (${sql.param([...scope.orgs])}::bigint[])`
}

/** Writes reach the application's own organisation alone. */
export function ownScope({ org }: KnownKey): Scope {
  return { reach: "orgs", orgs: [org.id], areaPath: org.areaPath }
}

export function mustHave({ scopes }: KnownKey, scope: KeyScope): void {
  if (!scopes.includes(scope)) throw new ScimError(403, scimMessages.noScope(scope))
}

export function mustBeMaster({ isMaster, org }: KnownKey): void {
  if (!isMaster || org.kind === "platform") throw new ScimError(403, scimMessages.notMaster)
}

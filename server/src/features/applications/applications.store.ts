import { createHash, randomBytes } from "node:crypto"
import { applicationLimits, usesSecret, type ListedApplication } from "@uc/contract/applications/admin-calls"
import type { Id } from "@uc/contract/core/wire"
import { and, asc, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { asMoment } from "../../db/queries/wire-moment.ts"
import { application, authDomain } from "../../db/schema/domains.ts"
import { role } from "../../db/schema/people.ts"
import { keepOrigins, lockList } from "../domains/public.ts"
import { servicesProblem } from "./cas/services.store.ts"
import { untoldOf } from "./sign-outs.store.ts"
import { webhookStateOf } from "./webhooks/webhooks.store.ts"

/** 256 random bits can't be guessed from a list, so a plain hash is enough. */
export function hashOfSecret(secret: string): Buffer {
  return createHash("sha256").update(secret).digest()
}

/** SSO-3. */
export async function applicationsOf(db: Db, org: Id): Promise<ListedApplication[]> {
  const domains = sql<string[]>`array(select ${authDomain.domainIp} from ${authDomain}
    where ${eq(authDomain.applicationId, application.id)} order by ${authDomain.id})`
  const rows = await db
    .select({
      id: application.id,
      clientId: application.clientId,
      protocol: application.protocol,
      name: application.name,
      icon: application.icon,
      homeAddress: application.homeAddress,
      redirectAddresses: application.redirectAddresses,
      logoutAddresses: application.logoutAddresses,
      backchannelAddress: application.backchannelAddress,
      claims: application.claims,
      isOwn: application.isOwn,
      isForBelow: sql<boolean>`${isNotNull(application.sharedPath)}`,
      minAdmintype: application.minAdmintype,
      roles: application.roleIds,
      keySet: application.keySet,
      waivesPkce: application.waivesPkce,
      isPublic: application.isPublic,
      isDisabled: sql<boolean>`${isNotNull(application.disabledAt)}`,
      version: application.version,
      hasSecret: sql<boolean>`${isNotNull(application.secretHash)}`,
      oldSecretUntil: sql<string | null>`case when ${application.oldSecretUntil} > now()
        then ${asMoment(application.oldSecretUntil)} end`,
      lastUsedAt: sql<string | null>`${asMoment(application.lastUsedAt)}`,
      domains,
      untold: untoldOf,
      webhook: webhookStateOf,
    })
    .from(application)
    .where(eq(application.orgId, org))
    .orderBy(asc(application.id))
  return rows.map((row) => ({ ...row, icon: row.icon as ListedApplication["icon"] }))
}

export async function rolesOf(db: Db, org: Id): Promise<{ id: Id; name: string }[]> {
  return db
    .select({ id: role.id, name: role.name })
    .from(role)
    .where(eq(role.orgId, org))
    .orderBy(asc(role.name), asc(role.id))
}

type Fields = Omit<
  ListedApplication,
  | "id"
  | "clientId"
  | "version"
  | "hasSecret"
  | "oldSecretUntil"
  | "lastUsedAt"
  | "domains"
  | "untold"
  | "webhook"
  | "isForBelow"
  | "waivesPkce"
  | "isPublic"
>

export interface WantedApplication extends Fields {
  /** Undefined: as it is, as the next one. */
  readonly waivesPkce: boolean | undefined
  readonly isPublic: boolean | undefined
  readonly id: Id | undefined
  readonly version: number | undefined
  readonly sharedPath: string | null
}

export type SavedApplication =
  | {
      readonly is: "saved"
      readonly before: ListedApplication | null
      readonly after: ListedApplication
    }
  | {
      readonly is:
        | "gone"
        | "changed"
        | "full"
        | "no-role"
        | "domains-full"
        | "service-taken"
        | "site-taken"
        | "public-with-keys"
        | "public-without-pkce"
    }

/** Under the lock of the organisation's list of domains, which it changes too. `systemDb`: see `servicesProblem`. */
export async function saveApplication(
  db: Db,
  systemDb: Db,
  org: Id,
  wanted: WantedApplication,
): Promise<SavedApplication> {
  await lockList(db, org)
  const list = await applicationsOf(db, org)
  const before = list.find(({ id }) => id === wanted.id) ?? null
  if (wanted.id !== undefined) {
    if (!before) return { is: "gone" }
    if (wanted.version !== undefined && wanted.version !== before.version) return { is: "changed" }
  } else if (list.length >= applicationLimits.rows) return { is: "full" }
  if (!(await areRolesOf(db, org, wanted.roles))) return { is: "no-role" }
  if (wanted.protocol === "cas") {
    const { id, redirectAddresses: services } = wanted
    const problem = await servicesProblem(db, systemDb, { id, org, services })
    if (problem !== null) return { is: problem }
  }

  const { id: _id, version: _version, roles, isDisabled, ...given } = wanted
  const fields = { ...given, ...clientKind(wanted, before) }
  if (fields.isPublic && fields.keySet !== null) return { is: "public-with-keys" }
  if (fields.isPublic && fields.waivesPkce) return { is: "public-without-pkce" }
  const values = {
    ...fields,
    roleIds: roles,
    disabledAt: isDisabled ? sql`coalesce(${application.disabledAt}, now())` : null,
    // Keys and a secret at once would leave the weaker of the two open.
    ...(usesSecret(fields) ? {} : { secretHash: null, oldSecretHash: null, oldSecretUntil: null }),
  }
  let id = before?.id
  if (id === undefined) {
    const clientId = randomBytes(12).toString("hex")
    const [added] = await db
      .insert(application)
      .values({ ...values, disabledAt: isDisabled ? sql`now()` : null, orgId: org, clientId })
      .returning({ id: application.id })
    id = added?.id
  } else
    await db
      .update(application)
      .set({ ...values, version: sql`${application.version} + 1`, updatedAt: sql`now()` })
      .where(eq(application.id, id))
  if (id === undefined) throw new Error("An application is not there after it was added")

  const kept = await keepOrigins(db, org, {
    applicationId: id,
    name: wanted.name,
    // What is disabled is hosted no more.
    addresses: isDisabled ? [] : [wanted.homeAddress, ...wanted.redirectAddresses],
    sharedPath: wanted.sharedPath,
  })
  if (!kept) return { is: "domains-full" }
  const after = (await applicationsOf(db, org)).find((row) => row.id === id)
  if (!after) throw new Error("An application is not there after it was saved")
  return { is: "saved", before, after }
}

/** What is not sent is as it was; an application of CAS has neither. */
function clientKind(
  { protocol, waivesPkce, isPublic }: WantedApplication,
  before: ListedApplication | null,
): Pick<ListedApplication, "waivesPkce" | "isPublic"> {
  if (protocol === "cas") return { waivesPkce: false, isPublic: false }
  return {
    waivesPkce: waivesPkce ?? before?.waivesPkce ?? false,
    isPublic: isPublic ?? before?.isPublic ?? false,
  }
}

async function areRolesOf(db: Db, org: Id, ids: readonly Id[]): Promise<boolean> {
  if (ids.length === 0) return true
  const found = await db
    .select({ id: role.id })
    .from(role)
    .where(and(eq(role.orgId, org), inArray(role.id, [...ids])))
  return found.length === new Set(ids).size
}

/** Its domains and consents go with it; its tokens are worth nothing without it. Null: there was none. */
export async function removeApplication(db: Db, org: Id, id: Id): Promise<ListedApplication | null> {
  await lockList(db, org)
  const before = (await applicationsOf(db, org)).find((row) => row.id === id)
  if (!before) return null
  await db.delete(application).where(and(eq(application.orgId, org), eq(application.id, id)))
  return before
}

/** Null: no such application, or it has no secret (`usesSecret`). */
export async function renewApplicationSecret(
  db: Db,
  org: Id,
  { id, endsOld }: { readonly id: Id; readonly endsOld: boolean },
): Promise<string | null> {
  const secret = randomBytes(32).toString("base64url")
  const keepsOld = sql`${endsOld} = false and ${application.secretHash} is not null`
  const renewed = await db
    .update(application)
    .set({
      secretHash: hashOfSecret(secret),
      oldSecretHash: sql`case when ${keepsOld} then ${application.secretHash} end`,
      oldSecretUntil: sql`case when ${keepsOld}
        then now() + make_interval(hours => ${applicationLimits.overlapHours}::int) end`,
    })
    .where(
      and(
        eq(application.orgId, org),
        eq(application.id, id),
        eq(application.protocol, "oidc"),
        isNull(application.keySet),
        eq(application.isPublic, false),
      ),
    )
    .returning({ id: application.id })
  return renewed.length > 0 ? secret : null
}

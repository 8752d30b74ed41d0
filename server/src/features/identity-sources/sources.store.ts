import { randomBytes } from "node:crypto"
import { sourceLimits, sourceProblems, type ListedSource } from "@uc/contract/identity-sources/admin-calls"
import { identityLimits, type OfferedSource } from "@uc/contract/identity-sources/calls"
import { identityBase } from "@uc/contract/identity-sources/problems"
import { portalBase } from "@uc/contract/core/site-defaults"
import { usertypes } from "@uc/contract/account/calls"
import type { Id } from "@uc/contract/core/wire"
import { and, asc, desc, eq, isNotNull, isNull, or, sql } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { asMoment } from "../../db/queries/wire-moment.ts"
import { organisation } from "../../db/schema/organisations.ts"
import { identityLink, identitySource } from "../../db/schema/sign-in.ts"
import type { Keyed } from "../../security/keyed.ts"
import { isSourceInUse } from "../../security/sign-in/identity-links.ts"
import { endSessionsOfSources } from "../../session/end-all-sessions.ts"
import { lockList } from "../domains/public.ts"
import type { Source } from "./providers/provider.ts"

/** Where the browser goes to sign in by this source, and where it comes back to. */
export function addressesOf(
  site: string,
  key: string,
): { signIn: string; callback: string; signedOut: string } {
  const signIn = `${site}${identityBase}/${key}`
  // Without a `#`: others refuse an address with one. Whoever is not signed in gets the login page there.
  return { signIn, callback: `${signIn}/callback`, signedOut: `${site}${portalBase}` }
}

/**
 * On everybody's login page stands what the platform offers, and organisations with others below them to those. One school's source there
 * would be a button in another school's page; it is reached by its own address.
 */
const isShown = or(eq(organisation.kind, "platform"), isNotNull(identitySource.sharedPath))

/** What needs somebody stands first in the list of administrators; whoever signs in is offered it all the same. */
const hasProblem = and(isNotNull(identitySource.testProblem), isNull(identitySource.disabledAt)) ?? sql`false`

const inOrder = [asc(identitySource.sortNo), asc(identitySource.id)]

export async function shownSources(db: Db): Promise<OfferedSource[]> {
  return db
    .select({ key: identitySource.key, kind: identitySource.kind, name: identitySource.name })
    .from(identitySource)
    .innerJoin(organisation, eq(organisation.id, identitySource.orgId))
    .where(and(isSourceInUse, isShown))
    .orderBy(...inOrder)
    .limit(identityLimits.shown)
}

export async function sourcesOf(db: Db, org: Id, site: string): Promise<ListedSource[]> {
  const rows = await db
    .select({
      id: identitySource.id,
      key: identitySource.key,
      kind: identitySource.kind,
      name: identitySource.name,
      address: identitySource.address,
      clientId: identitySource.clientId,
      agentId: identitySource.agentId,
      accountClaim: identitySource.accountClaim,
      mailDomains: identitySource.mailDomains,
      order: identitySource.sortNo,
      isForBelow: sql<boolean>`${isNotNull(identitySource.sharedPath)}`,
      signsOutThere: identitySource.signsOutThere,
      isDisabled: sql<boolean>`${isNotNull(identitySource.disabledAt)}`,
      version: identitySource.version,
      hasSecret: sql<boolean>`${isNotNull(identitySource.secret)}`,
      isOnLoginPage: sql<boolean>`${and(isSourceInUse, isShown)}`,
      linked: sql<number>`(select count(*)::int from ${identityLink} where ${eq(identityLink.sourceId, identitySource.id)})`,
      testedAt: sql<string | null>`${asMoment(identitySource.testedAt)}`,
      testProblem: identitySource.testProblem,
      lastUsedAt: sql<
        string | null
      >`(select ${asMoment(sql`max(${identityLink.lastUsedAt})`)} from ${identityLink}
        where ${eq(identityLink.sourceId, identitySource.id)})`,
    })
    .from(identitySource)
    .innerJoin(organisation, eq(organisation.id, identitySource.orgId))
    .where(eq(identitySource.orgId, org))
    .orderBy(desc(hasProblem), ...inOrder)
  return rows.map(({ key, testedAt, testProblem, ...row }) => {
    const { signIn, callback, signedOut } = addressesOf(site, key)
    const test = testedAt === null ? null : { at: testedAt, problem: testProblem }
    return { ...row, test, signInAddress: signIn, callbackAddress: callback, signedOutAddress: signedOut }
  })
}

type Wanted = Omit<
  ListedSource,
  | "id"
  | "version"
  | "hasSecret"
  | "signInAddress"
  | "callbackAddress"
  | "signedOutAddress"
  | "isOnLoginPage"
  | "linked"
  | "test"
  | "lastUsedAt"
  | "isForBelow"
> & {
  readonly id: Id | undefined
  readonly version: number | undefined
  readonly secret: string | undefined
  readonly sharedPath: string | null
}

export type SavedSource =
  | { readonly is: "saved"; readonly before: ListedSource | null; readonly after: ListedSource }
  | { readonly is: "gone" | "changed" | "full" }
  | { readonly is: "wrong"; readonly field: string; readonly words: string }

export async function saveSource(
  db: Db,
  keyed: Keyed,
  { org, site }: { readonly org: Id; readonly site: string },
  { id: wantedId, version, secret, order, isDisabled, ...fields }: Wanted,
): Promise<SavedSource> {
  await lockList(db, org)
  const list = await sourcesOf(db, org, site)
  const before = list.find(({ id }) => id === wantedId) ?? null
  if (wantedId !== undefined) {
    if (!before) return { is: "gone" }
    if (version !== undefined && version !== before.version) return { is: "changed" }
  } else if (list.length >= sourceLimits.rows) return { is: "full" }
  // The stored secret is for the server that it was given by, and goes to no other.
  const isSameServer =
    before?.kind === fields.kind && before.address === fields.address && before.clientId === fields.clientId
  const keepsSecret = isSameServer && before.hasSecret
  const [problem] = Object.entries(sourceProblems({ ...fields, secret }, keepsSecret))
  if (problem) return { is: "wrong", field: problem[0], words: problem[1] }
  const values = {
    ...fields,
    sortNo: order,
    ...(secret === undefined || secret === ""
      ? keepsSecret
        ? {}
        : { secret: null }
      : { secret: keyed.seal(secret) }),
    // What was found about another connection says nothing about this one.
    ...(isSameServer && before.agentId === fields.agentId && !secret
      ? {}
      : { testedAt: null, testProblem: null }),
  }
  let id = before?.id
  if (id === undefined) {
    const key = randomBytes(12).toString("hex")
    const disabledAt = isDisabled ? sql`now()` : null
    const [added] = await db
      .insert(identitySource)
      .values({ ...values, disabledAt, orgId: org, key })
      .returning({ id: identitySource.id })
    id = added?.id
  } else {
    await db
      .update(identitySource)
      .set({
        ...values,
        disabledAt: isDisabled ? sql`coalesce(${identitySource.disabledAt}, now())` : null,
        version: sql`${identitySource.version} + 1`,
        updatedAt: sql`now()`,
      })
      .where(eq(identitySource.id, id))
    // Another server vouches for other people than those who came in.
    await endSessionsOfSources(db, { source: id }, !isSameServer)
  }
  const after = (await sourcesOf(db, org, site)).find((row) => row.id === id)
  if (!after) throw new Error("A source is not there after it was saved")
  return { is: "saved", before, after }
}

/** Of the connection that was tested: one that was changed meanwhile has no result yet. `problem`: null: none. */
export async function keepTest(
  db: Db,
  { id, version }: Pick<Source, "id" | "version">,
  problem: string | null,
): Promise<void> {
  await db
    .update(identitySource)
    .set({ testedAt: sql`now()`, testProblem: problem })
    .where(and(eq(identitySource.id, id), eq(identitySource.version, version)))
}

/** With what is linked by it, and the sessions that began with that. Null: there was none. */
export async function removeSource(db: Db, org: Id, site: string, id: Id): Promise<ListedSource | null> {
  await lockList(db, org)
  const before = (await sourcesOf(db, org, site)).find((row) => row.id === id)
  if (!before) return null
  // Whoever comes in by it holds its row meanwhile (`useLink`): from here on nobody does, so no session is overlooked.
  await db
    .select({ id: identitySource.id })
    .from(identitySource)
    .where(eq(identitySource.id, id))
    .for("update")
  await endSessionsOfSources(db, { source: id }, true)
  await db.delete(identitySource).where(and(eq(identitySource.orgId, org), eq(identitySource.id, id)))
  return before
}

type Which = { readonly key: string } | { readonly id: Id }

/** With its secret. Null: there is none, or it is switched off. */
export async function sourceInUse(db: Db, keyed: Keyed, which: Which): Promise<Source | null> {
  const isMeant = "key" in which ? eq(identitySource.key, which.key) : eq(identitySource.id, which.id)
  const [found] = await withOwner(db).where(and(isMeant, isSourceInUse))
  return found ? opened(keyed, found) : null
}

/** Of one organisation, also one that is switched off. */
export async function sourceOf(db: Db, keyed: Keyed, org: Id, id: Id): Promise<Source | null> {
  const [found] = await withOwner(db).where(and(eq(identitySource.id, id), eq(identitySource.orgId, org)))
  return found ? opened(keyed, found) : null
}

const withOwner = (db: Db) =>
  db
    .select({ source: identitySource, kind: organisation.kind })
    .from(identitySource)
    .innerJoin(organisation, eq(organisation.id, identitySource.orgId))

type Owned = Awaited<ReturnType<typeof withOwner>>[number]

function opened(keyed: Keyed, { source: { secret, ...row }, kind }: Owned): Source {
  return {
    ...row,
    isOfPlatform: kind === "platform",
    secret: secret === null ? "" : keyed.unseal(secret),
  }
}

/** The organisation that a source adds accounts to. */
export async function organisationOf(
  db: Db,
  { orgId }: Source,
): Promise<{ readonly name: string; readonly usertype: (typeof usertypes)[keyof typeof usertypes] } | null> {
  const [found] = await db
    .select({ name: organisation.name, kind: organisation.kind })
    .from(organisation)
    .where(eq(organisation.id, orgId))
  return found ? { name: found.name, usertype: usertypes[found.kind] } : null
}

import { CustomItem, CustomType, type HomePins, type Pinner, type UserCustom } from "@uc/contract/home/calls"
import type { Id } from "@uc/contract/core/wire"
import { and, asc, eq, ne, sql } from "drizzle-orm"
import { z } from "zod"
import type { Db } from "../../db/open.ts"
import { customList, homePins } from "../../db/schema/profiles.ts"
import { organisation } from "../../db/schema/organisations.ts"

export interface Owner {
  readonly id: Id
  readonly orgid: Id
}

const columns = {
  id: customList.id,
  key: customList.key,
  value: customList.value,
  version: customList.version,
}
type Row = Pick<typeof customList.$inferSelect, keyof typeof columns>

const Items = z.array(CustomItem)

/** An unreadable layout counts as none. */
function shown({ id, key, value, version }: Row): UserCustom[] {
  const type = CustomType.safeParse(key)
  return type.success ? [{ id, type: type.data, items: Items.safeParse(value).data ?? [], version }] : []
}

export async function customsOf(db: Db, owner: Owner, type: CustomType | undefined): Promise<UserCustom[]> {
  const rows = await db
    .select(columns)
    .from(customList)
    .where(and(eq(customList.personId, owner.id), type && eq(customList.key, type)))
    .orderBy(asc(customList.id))
  return rows.flatMap(shown)
}

interface WantedCustom {
  readonly type: CustomType
  readonly items: readonly CustomItem[]
  /** Undefined: whatever is there is overwritten. 0: nothing was there. */
  readonly version?: number | undefined
  /** Which one it was that had this version. */
  readonly id?: Id | undefined
}

/** Null: another device has saved meanwhile. One statement decides, so that of two at once one is the second. */
export async function saveCustom(
  db: Db,
  owner: Owner,
  { type, items, version, id }: WantedCustom,
): Promise<UserCustom | null> {
  const value = [...items]
  const changed = { value, version: sql`${customList.version} + 1`, updatedAt: sql`now()` }
  if (version !== undefined && version > 0) {
    const [row] = await db
      .update(customList)
      .set(changed)
      .where(
        and(
          eq(customList.personId, owner.id),
          eq(customList.key, type),
          eq(customList.version, version),
          id === undefined ? undefined : eq(customList.id, id),
        ),
      )
      .returning(columns)
    return row ? (shown(row)[0] ?? null) : null
  }
  const inserting = db.insert(customList).values({ orgId: owner.orgid, personId: owner.id, key: type, value })
  const place = [customList.personId, customList.key]
  const [row] = await (
    version === 0
      ? inserting.onConflictDoNothing({ target: place })
      : inserting.onConflictDoUpdate({ target: place, set: changed })
  ).returning(columns)
  return row ? (shown(row)[0] ?? null) : null
}

/** Only its owner may delete it; a missing one counts as deleted. False: another device has saved it since `version`. */
export async function removeCustom(
  db: Db,
  owner: Owner,
  { id, version }: { readonly id: Id; readonly version?: number | undefined },
): Promise<boolean> {
  const own = and(eq(customList.personId, owner.id), eq(customList.id, id))
  const asSeen = version === undefined ? undefined : eq(customList.version, version)
  await db.delete(customList).where(and(own, asSeen))
  if (version === undefined) return true
  const [left] = await db.select({ id: customList.id }).from(customList).where(own)
  return left === undefined
}

/** Pinned by superior organisations, whose area contains the viewer's. An organisation's own pins are for others. */
export async function pinsFor(
  db: Db,
  { owner, areaPath, mayPin }: { owner: Owner; areaPath: string; mayPin: boolean },
): Promise<HomePins> {
  const above =
    areaPath === ""
      ? []
      : await db
          .select({ keys: homePins.keys, by: homePins.by })
          .from(homePins)
          .where(and(ne(homePins.orgId, owner.orgid), sql`starts_with(${areaPath}, ${homePins.sharedPath})`))
          .orderBy(asc(homePins.sharedPath), asc(homePins.id))
  const pinned = new Map<string, Pinner>()
  for (const { keys, by } of above) for (const key of keys) if (!pinned.has(key)) pinned.set(key, by)
  return {
    pinned: [...pinned].map(([key, by]) => ({ key, by })),
    own: mayPin ? await ownPins(db, owner) : null,
  }
}

async function ownPins(db: Db, { orgid }: Owner): Promise<{ keys: string[]; version: number }> {
  const [own] = await db
    .select({ keys: homePins.keys, version: homePins.version })
    .from(homePins)
    .where(eq(homePins.orgId, orgid))
  return own ?? { keys: [], version: 0 }
}

interface WantedPins {
  readonly by: Pinner
  readonly keys: readonly string[]
  readonly version: number
}

/** What was pinned before; null: somebody else has changed it meanwhile. */
export async function savePins(
  db: Db,
  owner: Owner,
  { by, keys, version }: WantedPins,
): Promise<readonly string[] | null> {
  const before = await ownPins(db, owner)
  const values = { by, keys: [...keys] }
  const [row] =
    version === 0
      ? await db
          .insert(homePins)
          .values({ ...values, orgId: owner.orgid, sharedPath: await areaPathOf(db, owner.orgid) })
          .onConflictDoNothing({ target: homePins.orgId })
          .returning({ id: homePins.id })
      : await db
          .update(homePins)
          .set({ ...values, version: sql`${homePins.version} + 1`, updatedAt: sql`now()` })
          .where(and(eq(homePins.orgId, owner.orgid), eq(homePins.version, version)))
          .returning({ id: homePins.id })
  return row ? before.keys : null
}

async function areaPathOf(db: Db, org: Id): Promise<string | null> {
  const [own] = await db
    .select({ path: organisation.areaPath })
    .from(organisation)
    .where(eq(organisation.id, org))
  return own?.path ?? null
}

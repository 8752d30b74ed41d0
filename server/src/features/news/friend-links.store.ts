import { newsAdminLimits, type WrittenLink } from "@uc/contract/news/admin-calls"
import type { Id } from "@uc/contract/core/wire"
import { and, asc, eq, sql } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { friendLink } from "../../db/schema/news.ts"

const columns = {
  id: friendLink.id,
  name: friendLink.name,
  address: friendLink.address,
  isPublic: friendLink.isPublic,
  isShared: sql<boolean>`coalesce(${friendLink.sharedPath}, '') <> ''`,
  version: friendLink.version,
}

export function ownLinks(db: Db, org: Id): Promise<WrittenLink[]> {
  return db
    .select(columns)
    .from(friendLink)
    .where(eq(friendLink.orgId, org))
    .orderBy(asc(friendLink.sortNo), asc(friendLink.id))
}

async function lockLinks(db: Db, org: Id): Promise<WrittenLink[]> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`friend-links:${org}`}, 11))`)
  return ownLinks(db, org)
}

interface WantedLink {
  readonly name: string
  readonly address: string
  readonly isPublic: boolean
  readonly sharedPath: string | null
}

type Saved =
  | { readonly at: "saved"; readonly before: WrittenLink | null; readonly after: WrittenLink }
  | { readonly at: "gone" | "changed" | "full" }

export async function addLink(db: Db, org: Id, wanted: WantedLink): Promise<Saved> {
  const own = await lockLinks(db, org)
  if (own.length >= newsAdminLimits.links) return { at: "full" }
  const last = sql`(select coalesce(max(sort_no), 0) + 10 from friend_link where org_id = ${org})`
  const [after] = await db
    .insert(friendLink)
    .values({ ...wanted, orgId: org, sortNo: last })
    .returning(columns)
  if (!after) throw new Error("A link is not there after it was added")
  return { at: "saved", before: null, after }
}

function found(own: readonly WrittenLink[], { id, version }: Versioned): WrittenLink | "gone" | "changed" {
  const link = own.find((each) => each.id === id)
  if (!link) return "gone"
  return link.version === version ? link : "changed"
}

interface Versioned {
  readonly id: Id
  readonly version: number
}

export async function changeLink(db: Db, org: Id, which: Versioned, wanted: WantedLink): Promise<Saved> {
  const before = found(await lockLinks(db, org), which)
  if (typeof before === "string") return { at: before }
  const [after] = await db
    .update(friendLink)
    .set({ ...wanted, version: which.version + 1 })
    .where(and(eq(friendLink.orgId, org), eq(friendLink.id, which.id)))
    .returning(columns)
  return after ? { at: "saved", before, after } : { at: "gone" }
}

/** False: these are not exactly the organisation's links. */
export async function sortLinks(db: Db, org: Id, order: readonly Id[]): Promise<boolean> {
  const own = await lockLinks(db, org)
  const wanted = new Set(order)
  if (wanted.size !== own.length || order.length !== own.length) return false
  if (!own.every(({ id }) => wanted.has(id))) return false
  await db.execute(sql`
    update ${friendLink} l set sort_no = wanted.no * 10
      from unnest(${sql.param([...order])}::bigint[]) with ordinality wanted (id, no)
     where l.id = wanted.id and l.org_id = ${org}`)
  return true
}

export async function removeLink(
  db: Db,
  org: Id,
  which: Versioned,
): Promise<WrittenLink | "gone" | "changed"> {
  const before = found(await lockLinks(db, org), which)
  if (typeof before === "string") return before
  await db.delete(friendLink).where(and(eq(friendLink.orgId, org), eq(friendLink.id, which.id)))
  return before
}

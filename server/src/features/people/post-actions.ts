import { peopleAdminLimits, type ListedPost, type peopleAdminMessages } from "@uc/contract/people/admin-calls"
import { shownNameKey } from "@uc/contract/core/shown-name"
import type { Id, Shift } from "@uc/contract/core/wire"
import { and, eq, sql } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { organisation, post } from "../../db/schema/organisations.ts"
import { personDepartment } from "../../db/schema/people.ts"
import { shifted } from "../../db/queries/shifted.ts"

type Obstacle = Exclude<
  Extract<keyof typeof peopleAdminMessages, `post${string}` | "categoryHeld" | "tooManyPosts">,
  "postMissing" | "postHidden" | "postSign"
>
/** `people`: how many hold it, where that prevents the change. */
interface Refused {
  readonly obstacle: Obstacle
  readonly people?: number
}
interface Done {
  readonly id: Id
  readonly before: { readonly name: string; readonly place?: string } | null
  readonly after: { readonly name: string; readonly place?: string } | null
}

export type PostAct = Done | Refused

const step = 10

/** Each category, followed by its posts. */
export async function postTree(db: Db, org: Id): Promise<ListedPost[]> {
  const rows = await db
    .select({
      id: post.id,
      parentId: post.parentId,
      name: post.name,
      version: post.version,
      people: sql<number>`(select count(distinct pd.person_id) from ${personDepartment} pd
        where pd.org_id = ${org} and pd.post_id = post.id)::int`,
    })
    .from(post)
    .where(eq(post.orgId, org))
    .orderBy(post.sortNo, post.id)
  const top = rows.filter(({ parentId }) => parentId === null)
  return top.flatMap((category) => [category, ...rows.filter(({ parentId }) => parentId === category.id)])
}

/** Names and order depend on each other: a change locks the organisation first. */
async function holdPosts(db: Db, org: Id): Promise<void> {
  await db
    .select({ id: organisation.id })
    .from(organisation)
    .where(eq(organisation.id, org))
    .for("no key update")
}

async function heldPosts(db: Db, org: Id): Promise<ListedPost[]> {
  await holdPosts(db, org)
  return postTree(db, org)
}

const isOne = (org: Id, id: Id) => and(eq(post.orgId, org), eq(post.id, id))

function foundIn(
  posts: readonly ListedPost[],
  { id, version }: { readonly id: Id; readonly version: number | undefined },
): ListedPost | Refused {
  const found = posts.find((each) => each.id === id)
  if (!found) return { obstacle: "postGone" }
  // Without a version the caller has seen nothing.
  return found.version === version ? found : { obstacle: "postChanged" }
}

function isTaken(posts: readonly ListedPost[], name: string, except?: Id): boolean {
  const key = shownNameKey(name)
  return posts.some((each) => each.id !== except && shownNameKey(each.name) === key)
}

export async function addPost(
  db: Db,
  org: Id,
  { name, parentId }: { readonly name: string; readonly parentId: Id | null },
): Promise<PostAct> {
  const posts = await heldPosts(db, org)
  const parent = parentId === null ? null : posts.find(({ id }) => id === parentId)
  if (parent === undefined) return { obstacle: "postGone" }
  if (parent && parent.parentId !== null) return { obstacle: "postTooDeep" }
  // Somebody would hold a category, which no list offers.
  if (parent && parent.people > 0) return { obstacle: "categoryHeld" }
  if (posts.length >= peopleAdminLimits.posts) return { obstacle: "tooManyPosts" }
  if (isTaken(posts, name)) return { obstacle: "postTaken" }
  const [made] = await db
    .insert(post)
    .values({
      orgId: org,
      parentId,
      name,
      sortNo: sql`(select coalesce(max(sort_no), 0) from post where org_id = ${org}::bigint) + ${step}`,
    })
    .returning({ id: post.id })
  return { id: made?.id ?? "", before: null, after: { name } }
}

interface Seen {
  readonly id: Id
  readonly version: number | undefined
}

export async function renamePost(db: Db, org: Id, seen: Seen, name: string): Promise<PostAct> {
  const posts = await heldPosts(db, org)
  const found = foundIn(posts, seen)
  if ("obstacle" in found) return found
  if (isTaken(posts, name, seen.id)) return { obstacle: "postTaken" }
  await db
    .update(post)
    .set({ name, version: sql`${post.version} + 1` })
    .where(isOne(org, seen.id))
  return { id: seen.id, before: { name: found.name }, after: { name } }
}

export async function shiftPost(db: Db, org: Id, seen: Seen, by: Shift): Promise<PostAct> {
  const posts = await heldPosts(db, org)
  const found = foundIn(posts, seen)
  if ("obstacle" in found) return found
  const beside = posts.filter(({ parentId }) => parentId === found.parentId).map(({ id }) => id)
  const order = shifted(beside, seen.id, by)
  if (!order) return { obstacle: by === "up" ? "postFirst" : "postLast" }
  await db.execute(sql`update post p set sort_no = n.place * ${step},
      version = p.version + case when p.id = ${seen.id}::bigint then 1 else 0 end
    from unnest(${sql.param(order)}::bigint[]) with ordinality as n (id, place)
    where p.org_id = ${org}::bigint and p.id = n.id`)
  const placed = (ids: readonly Id[]) => ({ name: found.name, place: `第${ids.indexOf(seen.id) + 1}个` })
  return { id: seen.id, before: placed(beside), after: placed(order) }
}

export async function removePost(db: Db, org: Id, seen: Seen): Promise<PostAct> {
  await holdPosts(db, org)
  // A stronger lock than a change needs: giving the post to somebody waits, or is waited for.
  await db.select({ id: post.id }).from(post).where(isOne(org, seen.id)).for("update")
  const posts = await postTree(db, org)
  const found = foundIn(posts, seen)
  if ("obstacle" in found) return found
  if (posts.some(({ parentId }) => parentId === seen.id)) return { obstacle: "postHasBelow" }
  if (found.people > 0) return { obstacle: "postHeld", people: found.people }
  await db.delete(post).where(isOne(org, seen.id))
  return { id: seen.id, before: { name: found.name }, after: null }
}

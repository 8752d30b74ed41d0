import type { ImportKind } from "@uc/contract/imports/import-kinds"
import type { Import, ImportState, ListedImport } from "@uc/contract/imports/calls"
import type { Id } from "@uc/contract/core/wire"
import { and, asc, desc, eq, sql, type SQL } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { dataImport, importPart } from "../../db/schema/imports.ts"
import { person } from "../../db/schema/people.ts"
import { asMoment } from "../../db/queries/wire-moment.ts"
import type { Found } from "./files/checked-file.ts"

export interface ImportRow {
  readonly id: Id
  readonly orgId: Id
  readonly personId: Id
  readonly kind: ImportKind
  readonly state: ImportState
  readonly fileName: string
  readonly bytes: number
  readonly found: Found | null
}

export async function beginImport(
  db: Db,
  begun: { orgId: Id; personId: Id; kind: ImportKind; fileName: string; bytes: number },
): Promise<Id> {
  const [row] = await db.insert(dataImport).values(begun).returning({ id: dataImport.id })
  if (!row) throw new Error("An import is not there after it was written")
  return row.id
}

const own = (id: Id, personId: Id) => and(eq(dataImport.id, id), eq(dataImport.personId, personId))

/** One's own; "change": locked until the transaction ends. */
export async function ownImport(
  db: Db,
  personId: Id,
  id: Id,
  forWhat: "look" | "change",
): Promise<ImportRow | null> {
  const query = db
    .select({
      id: dataImport.id,
      orgId: dataImport.orgId,
      personId: dataImport.personId,
      kind: sql<ImportKind>`${dataImport.kind}`,
      state: sql<ImportState>`${dataImport.state}`,
      fileName: dataImport.fileName,
      bytes: dataImport.bytes,
      found: sql<Found | null>`${dataImport.found}`,
    })
    .from(dataImport)
    .where(own(id, personId))
  const [row] = forWhat === "change" ? await query.for("update") : await query
  return row ?? null
}

export async function putPart(db: Db, { id, orgId }: ImportRow, no: number, content: Buffer): Promise<void> {
  await db
    .insert(importPart)
    .values({ orgId, importId: id, no, content })
    .onConflictDoUpdate({ target: [importPart.importId, importPart.no], set: { content } })
}

export async function fileOf(db: Db, id: Id): Promise<Buffer> {
  const parts = await db
    .select({ content: importPart.content })
    .from(importPart)
    .where(eq(importPart.importId, id))
    .orderBy(asc(importPart.no))
  return Buffer.concat(parts.map(({ content }) => content))
}

export async function sizeOf(db: Db, id: Id): Promise<number> {
  const [sum] = await db
    .select({ bytes: sql<string>`coalesce(sum(length(${importPart.content})), 0)` })
    .from(importPart)
    .where(eq(importPart.importId, id))
  return Number(sum?.bytes ?? 0)
}

export async function dropFile(db: Db, id: Id): Promise<void> {
  await db.delete(importPart).where(eq(importPart.importId, id))
}

/** Queued: the heartbeat begins. */
export async function setAtWork(
  db: Db,
  id: Id,
  state: "checking" | "running",
  touchedOrgs: readonly Id[] = [],
): Promise<void> {
  await db
    .update(dataImport)
    .set({
      state,
      touchedOrgs: [...touchedOrgs],
      phase: state === "checking" ? "reading" : "checking",
      done: 0,
      total: 0,
      message: null,
      cancelAskedAt: null,
      finishedAt: null,
      aliveAt: sql`now()`,
      ...(state === "running" ? { begunAt: sql`now()` } : {}),
    })
    .where(eq(dataImport.id, id))
}

export interface Settled {
  readonly state: Exclude<ImportState, "coming" | "checking" | "running">
  readonly message?: string | null
  readonly found?: Found
}

/** True: it was running and is ended now. False: it was cancelled or taken for abandoned meanwhile. */
export async function settle(
  db: Db,
  id: Id,
  from: "checking" | "running",
  { state, message = null, found }: Settled,
): Promise<boolean> {
  const isOver = state !== "ready" && state !== "faulty"
  const rows = await db
    .update(dataImport)
    .set({
      state,
      message,
      phase: null,
      ...(found ? { found: { ...found } } : {}),
      ...(isOver ? { finishedAt: sql`now()` } : {}),
    })
    .where(
      and(
        eq(dataImport.id, id),
        eq(dataImport.state, from),
        state === "done" ? sql`${dataImport.cancelAskedAt} is null` : undefined,
      ),
    )
    .returning({ id: dataImport.id })
  return rows.length > 0
}

/** Waits for a lock on it. */
export async function holdImport(db: Db, id: Id): Promise<void> {
  await db.select({ id: dataImport.id }).from(dataImport).where(eq(dataImport.id, id)).for("update")
}

/** Heartbeat with progress; null: it was ended elsewhere. */
export async function heartbeat(
  db: Db,
  id: Id,
  { phase, done, total }: { phase: string; done: number; total: number },
): Promise<{ isCancelled: boolean } | null> {
  const [row] = await db
    .update(dataImport)
    .set({ aliveAt: sql`now()`, phase, done, total })
    .where(and(eq(dataImport.id, id), sql`${dataImport.state} in ('checking', 'running')`))
    .returning({ isCancelled: sql<boolean>`${dataImport.cancelAskedAt} is not null` })
  return row ?? null
}

/** It changes what no organisation owns: no two at once. */
function isOfAll(kind: ImportKind): boolean {
  return ["areas", "organisations", "modules", "alarmTypes", "alarmLevels"].includes(kind)
}

/** Who is importing into one of these organisations now. Asked with everything in reach: a bureau may be at it. */
export async function busyWith(db: Db, orgs: readonly Id[], kind: ImportKind): Promise<string | null> {
  const { rows } = await db.execute<{ name: string | null }>(sql`
    select p.name from data_import i left join person p on p.id = i.person_id
    where i.state = 'running'
      and (i.touched_orgs && ${sql.param(orgs)}::bigint[]
        or i.kind = ${kind} and ${isOfAll(kind)}::boolean)
    limit 1`)
  const [first] = rows
  return first ? (first.name ?? "") : null
}

/** One confirmation at a time checks for other running imports. */
export async function lockConfirmations(db: Db): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('import-run', 0))`)
}

export async function askToCancel(db: Db, id: Id): Promise<void> {
  await db
    .update(dataImport)
    .set({ cancelAskedAt: sql`now()` })
    .where(eq(dataImport.id, id))
}

export async function setCancelled(db: Db, id: Id): Promise<void> {
  await db
    .update(dataImport)
    .set({ state: "cancelled", phase: null, finishedAt: sql`now()` })
    .where(eq(dataImport.id, id))
}

const listed = {
  id: dataImport.id,
  kind: sql<ImportKind>`${dataImport.kind}`,
  fileName: dataImport.fileName,
  state: sql<ImportState>`${dataImport.state}`,
  by: person.name,
  personId: dataImport.personId,
  createdAt: asMoment(dataImport.createdAt),
  finishedAt: asMoment(dataImport.finishedAt) as SQL<string | null>,
  preview: sql<Found["preview"]>`${dataImport.found} -> 'preview'`,
  problemCount: sql<number>`coalesce((${dataImport.found} ->> 'problemCount')::int, 0)`,
  message: dataImport.message,
}

type Listed = { readonly personId: Id; readonly preview: Found["preview"] } & Omit<
  ListedImport,
  "isMine" | "counts"
>

function shown({ personId, preview, ...row }: Listed, viewer: Id): ListedImport {
  const counts = preview && {
    new: preview.new,
    changed: preview.changed,
    unchanged: preview.unchanged,
    gone: preview.gone,
  }
  return { ...row, isMine: personId === viewer, counts }
}

export async function oneImport(db: Db, viewer: Id, id: Id): Promise<Import | null> {
  const [row] = await db
    .select({
      ...listed,
      found: sql<Found | null>`${dataImport.found}`,
      phase: sql<Import["phase"]>`${dataImport.phase}`,
      done: dataImport.done,
      total: dataImport.total,
      isCancelling: sql<boolean>`${dataImport.cancelAskedAt} is not null and ${dataImport.state} in ('checking', 'running')`,
    })
    .from(dataImport)
    .leftJoin(person, eq(person.id, dataImport.personId))
    .where(own(id, viewer))
  if (!row) return null
  const { found, phase, done, total, isCancelling, ...rest } = row
  return {
    ...shown(rest, viewer),
    rows: found?.rows ?? 0,
    phase,
    done,
    total,
    problems: [...(found?.problems ?? [])],
    notes: [...(found?.notes ?? [])],
    preview: found?.preview ?? null,
    disabled: found?.disabled ?? 0,
    isCancelling,
  }
}

/** Newest first, of one organisation. */
export async function importsOf(
  db: Db,
  { org, viewer, after, limit }: { org: Id; viewer: Id; after: string | undefined; limit: number },
): Promise<{ items: ListedImport[]; next: string | null }> {
  const [ms, last] = after?.split("-") ?? []
  const rows = await db
    .select({
      ...listed,
      ms: sql<string>`round(extract(epoch from ${dataImport.createdAt}) * 1000)::bigint::text`,
    })
    .from(dataImport)
    .leftJoin(person, eq(person.id, dataImport.personId))
    .where(
      and(
        eq(dataImport.orgId, org),
        ms !== undefined && last !== undefined
          ? sql`(${dataImport.createdAt}, ${dataImport.id}) < (to_timestamp(${ms}::float8 / 1000), ${last}::bigint)`
          : undefined,
      ),
    )
    .orderBy(desc(dataImport.createdAt), desc(dataImport.id))
    .limit(limit + 1)
  const items = rows.slice(0, limit)
  const end = items.at(-1)
  return {
    items: items.map(({ ms: _ms, ...row }) => shown(row, viewer)),
    next: rows.length > limit && end ? `${end.ms}-${end.id}` : null,
  }
}

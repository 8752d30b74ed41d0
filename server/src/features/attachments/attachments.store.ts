import { randomUUID } from "node:crypto"
import type { Attachment, AttachmentType } from "@uc/contract/attachments/calls"
import type { Id } from "@uc/contract/core/wire"
import { and, eq, isNull, sql } from "drizzle-orm"
import { shownAttachment, type AttachmentSubject } from "./attachment-links.ts"
import type { Db } from "../../db/open.ts"
import { attachment } from "../../db/schema/attachments.ts"
import type { StoredFile } from "./stored-file.ts"

export async function bytesOfToday(db: Db, uploader: Id): Promise<number> {
  const [sum] = await db
    .select({ bytes: sql<string>`coalesce(sum(${attachment.bytes}), 0)` })
    .from(attachment)
    .where(and(eq(attachment.uploaderId, uploader), sql`${attachment.createdAt} > now() - interval '1 day'`))
  return Number(sum?.bytes ?? 0)
}

export async function beginAttachment(
  db: Db,
  { org, uploader, name, bytes }: { org: Id; uploader: Id; name: string; bytes: number },
): Promise<Id> {
  const [begun] = await db
    .insert(attachment)
    .values({ orgId: org, uploaderId: uploader, name, bytes, blobKey: randomUUID() })
    .returning({ id: attachment.id })
  if (!begun) throw new Error("An attachment is not there after it was written")
  return begun.id
}

export interface Incoming {
  readonly id: Id
  readonly name: string
  readonly bytes: number
  readonly blobKey: string
  readonly state: "coming" | "ready"
}

/** One's own, not linked yet. */
export async function ownIncoming(
  db: Db,
  uploader: Id,
  id: Id,
  hold: "share" | "update",
): Promise<Incoming | null> {
  const query = db
    .select({
      id: attachment.id,
      name: attachment.name,
      bytes: attachment.bytes,
      blobKey: attachment.blobKey,
      state: attachment.state,
    })
    .from(attachment)
    .where(and(eq(attachment.id, id), eq(attachment.uploaderId, uploader), isNull(attachment.subject)))
  const [row] = await query.for(hold)
  return row ?? null
}

export async function keep(
  db: Db,
  id: Id,
  file: StoredFile,
  keys: { readonly blobKey: string; readonly listKey: string | null },
): Promise<void> {
  await db
    .update(attachment)
    .set({
      ...keys,
      state: "ready",
      mediaType: file.type,
      bytes: file.content.length,
      width: file.width,
      height: file.height,
    })
    .where(eq(attachment.id, id))
}

export async function shownOf(db: Db, id: Id): Promise<Attachment | null> {
  const [row] = await db.select(shownAttachment).from(attachment).where(eq(attachment.id, id))
  return row ?? null
}

/** The keys of its stored files; null: it is linked, or does not exist. */
export async function removeOwn(db: Db, uploader: Id, id: Id): Promise<string[] | null> {
  const [row] = await db
    .delete(attachment)
    .where(and(eq(attachment.id, id), eq(attachment.uploaderId, uploader), isNull(attachment.subject)))
    .returning({ blobKey: attachment.blobKey, listKey: attachment.listKey })
  return row ? [row.blobKey, ...(row.listKey === null ? [] : [row.listKey])] : null
}

export interface StoredAttachment {
  readonly name: string
  readonly type: AttachmentType
  readonly bytes: number
  readonly blobKey: string
  readonly listKey: string | null
  readonly uploaderId: Id
  readonly subject: AttachmentSubject | null
  readonly subjectId: Id | null
}

export async function storedOf(db: Db, id: Id): Promise<StoredAttachment | null> {
  const [row] = await db
    .select({
      name: attachment.name,
      type: sql<AttachmentType>`${attachment.mediaType}`,
      bytes: attachment.bytes,
      blobKey: attachment.blobKey,
      listKey: attachment.listKey,
      uploaderId: attachment.uploaderId,
      subject: attachment.subject,
      subjectId: attachment.subjectId,
    })
    .from(attachment)
    .where(and(eq(attachment.id, id), eq(attachment.state, "ready")))
  return row ?? null
}

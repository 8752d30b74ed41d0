import type { Attachment, AttachmentType } from "@uc/contract/attachments/calls"
import type { Id } from "@uc/contract/core/wire"
import { and, asc, eq, inArray, isNotNull, isNull, sql, type SQL } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { attachment } from "../../db/schema/attachments.ts"

/** What an attachment may be linked to. That decides who may see it. */
export type AttachmentSubject =
  | "task"
  | "taskWork"
  | "patrol"
  | "assessment"
  | "alarm"
  | "hazard"
  /** A file beside a notice, a picture inside of its text, and one inside of a piece of news. */
  | "notice"
  | "noticeText"
  | "news"

export const shownAttachment = {
  id: attachment.id,
  name: attachment.name,
  type: sql<AttachmentType>`${attachment.mediaType}`,
  bytes: attachment.bytes,
  width: attachment.width,
  height: attachment.height,
}

/** By what they are linked to, as far as row-level security shows them. */
export async function attachmentsOf(
  db: Db,
  subject: AttachmentSubject,
  ids: readonly Id[],
): Promise<ReadonlyMap<Id, Attachment[]>> {
  const found = new Map<Id, Attachment[]>()
  if (ids.length === 0) return found
  const rows = await db
    .select({ ...shownAttachment, subjectId: attachment.subjectId })
    .from(attachment)
    .where(
      and(
        eq(attachment.subject, subject),
        inArray(attachment.subjectId, [...ids]),
        eq(attachment.state, "ready"),
      ),
    )
    .orderBy(asc(attachment.position), asc(attachment.id))
  for (const { subjectId, ...shown } of rows) {
    if (subjectId === null) continue
    const others = found.get(subjectId)
    if (others) others.push(shown)
    else found.set(subjectId, [shown])
  }
  return found
}

/** Links uploads to something, in this order and after what it has. False: one of them does not exist, is not theirs, or is linked already. */
export async function linkAttachments(
  db: Db,
  ids: readonly Id[],
  {
    uploader,
    subject,
    subjectId,
    orgId,
    onlyPictures = false,
  }: {
    readonly uploader: Id
    readonly subject: AttachmentSubject
    readonly subjectId: Id
    /** Where they are to be another organisation's than the uploader's. */
    readonly orgId?: Id
    /** Inside of a text. */
    readonly onlyPictures?: boolean
  },
): Promise<boolean> {
  if (ids.length === 0) return true
  const last = sql`(select coalesce(max(a.position), 0) from attachment a
    where a.subject = ${subject} and a.subject_id = ${subjectId}::bigint)`
  const linked = await db
    .update(attachment)
    .set({
      subject,
      subjectId,
      position: sql`${last} + ${placeIn(ids)}`,
      ...(orgId !== undefined && { orgId }),
    })
    .where(
      and(
        inArray(attachment.id, [...ids]),
        eq(attachment.uploaderId, uploader),
        eq(attachment.state, "ready"),
        isNull(attachment.subject),
        onlyPictures ? isNotNull(attachment.width) : undefined,
      ),
    )
    .returning({ id: attachment.id })
  return linked.length === ids.length
}

interface Place {
  readonly uploader: Id
  readonly subject: AttachmentSubject
  readonly subjectId: Id
  readonly onlyPictures?: boolean
}

/**
 * Makes these the files of something that is edited again and again: links new ones and lets go of the others. False: one of
 * them does not exist, is not theirs, or is linked to something else.
 */
export async function replaceAttachments(db: Db, ids: readonly Id[], place: Place): Promise<boolean> {
  const { subject, subjectId } = place
  const linked = (await attachmentsOf(db, subject, [subjectId])).get(subjectId) ?? []
  const before = new Set(linked.map(({ id }) => id))
  await letGo(
    db,
    [...before].filter((id) => !ids.includes(id)),
  )
  const added = ids.filter((id) => !before.has(id))
  if (!(await linkAttachments(db, added, place))) return false
  if (ids.length > 1)
    await db
      .update(attachment)
      .set({ position: placeIn(ids) })
      .where(
        and(
          eq(attachment.subject, subject),
          eq(attachment.subjectId, subjectId),
          inArray(attachment.id, [...ids]),
        ),
      )
  return true
}

/** From 1. */
function placeIn(ids: readonly Id[]): SQL<number> {
  return sql<number>`array_position(${sql.param([...ids])}::bigint[], ${attachment.id})`
}

/** Of something that is removed. */
export async function letGoOfAttachments(
  db: Db,
  subjects: readonly AttachmentSubject[],
  subjectId: Id,
): Promise<void> {
  for (const subject of subjects) {
    const linked = (await attachmentsOf(db, subject, [subjectId])).get(subjectId) ?? []
    await letGo(
      db,
      linked.map(({ id }) => id),
    )
  }
}

/** Its uploader's alone again, for a day from now: whoever undoes what they took out can link it once more. */
async function letGo(db: Db, ids: readonly Id[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .update(attachment)
    .set({ subject: null, subjectId: null, createdAt: sql`now()` })
    .where(inArray(attachment.id, [...ids]))
}

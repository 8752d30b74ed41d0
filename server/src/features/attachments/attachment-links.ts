import type { Attachment, AttachmentType } from "@uc/contract/attachments/calls"
import type { Id } from "@uc/contract/core/wire"
import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { attachment } from "../../db/schema/attachments.ts"

/** What an attachment may be linked to. That decides who may see it. */
export type AttachmentSubject = "task" | "taskWork" | "patrol" | "assessment" | "alarm" | "hazard"

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
    .orderBy(asc(attachment.id))
  for (const { subjectId, ...shown } of rows) {
    if (subjectId === null) continue
    const others = found.get(subjectId)
    if (others) others.push(shown)
    else found.set(subjectId, [shown])
  }
  return found
}

/** Links uploads to something. False: one of them does not exist, is not theirs, or is linked already. */
export async function linkAttachments(
  db: Db,
  ids: readonly Id[],
  {
    uploader,
    subject,
    subjectId,
    orgId,
  }: {
    readonly uploader: Id
    readonly subject: AttachmentSubject
    readonly subjectId: Id
    /** Where they are to be another organisation's than the uploader's. */
    readonly orgId?: Id
  },
): Promise<boolean> {
  if (ids.length === 0) return true
  const linked = await db
    .update(attachment)
    .set({ subject, subjectId, ...(orgId !== undefined && { orgId }) })
    .where(
      and(
        inArray(attachment.id, [...ids]),
        eq(attachment.uploaderId, uploader),
        eq(attachment.state, "ready"),
        isNull(attachment.subject),
      ),
    )
    .returning({ id: attachment.id })
  return linked.length === ids.length
}

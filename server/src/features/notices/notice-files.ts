import { attachmentLimits, attachmentMessages, type Attachment } from "@uc/contract/attachments/calls"
import { noticeMessages } from "@uc/contract/notices/calls"
import { idsOf, type Id } from "@uc/contract/core/wire"
import type { Db } from "../../db/open.ts"
import { Refusal } from "../../errors/refusal.ts"
import type { RequestContext } from "../../http/calls/request-context.ts"
import { attachmentsOf, letGoOfAttachments, replaceAttachments } from "../attachments/public.ts"
import { cleanHtml, isBlank, linkPictures } from "../rich-text/public.ts"

/** DAY-8: the text of a notice as it is stored. */
export function noticeText(body: string): string {
  const clean = cleanHtml(body)
  if (isBlank(clean)) throw new Refusal(noticeMessages.bodyMissing, { field: "body" })
  return clean
}

/** With what stands beside and inside of it. Without `attachments` the files beside it stay. */
export async function linkNoticeFiles(
  context: RequestContext,
  noticeId: Id,
  { text, attachments }: { readonly text: string; readonly attachments: string | undefined },
): Promise<void> {
  await linkPictures(context, text, { subject: "noticeText", subjectId: noticeId })
  if (attachments === undefined) return
  const ids = [...new Set(idsOf(attachments))]
  if (ids.length > attachmentLimits.each) throw new Refusal(attachmentMessages.tooMany)
  const place = { uploader: context.user.user.id, subject: "notice", subjectId: noticeId } as const
  if (!(await replaceAttachments(context.db, ids, place)))
    throw new Refusal(attachmentMessages.gone, { status: 409 })
}

/** What a reader, or an author, gets: cleaned again, by the present rules, and the files beside it. */
export async function withFiles<N extends { readonly id: Id; readonly body: string }>(
  db: Db,
  found: N,
): Promise<N & { readonly attachments: Attachment[] }> {
  const linked = await attachmentsOf(db, "notice", [found.id])
  return { ...found, body: cleanHtml(found.body), attachments: linked.get(found.id) ?? [] }
}

export function letGoOfNoticeFiles(db: Db, noticeId: Id): Promise<void> {
  return letGoOfAttachments(db, ["notice", "noticeText"], noticeId)
}

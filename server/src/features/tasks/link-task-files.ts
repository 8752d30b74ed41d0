import { attachmentLimits, attachmentMessages } from "@uc/contract/attachments/calls"
import { idsOf, type Id } from "@uc/contract/core/wire"
import { Refusal } from "../../errors/refusal.ts"
import type { RequestContext } from "../../http/calls/request-context.ts"
import { attachmentsOf, linkAttachments, type AttachmentSubject } from "../attachments/public.ts"

export async function linkTaskFiles(
  context: RequestContext,
  list: string,
  subject: AttachmentSubject,
  subjectId: Id,
): Promise<void> {
  const ids = [...new Set(idsOf(list))]
  // The limit of a work's files holds for each time that it is finished, so earlier ones do not count.
  const linked =
    subject === "task" ? (await attachmentsOf(context.db, subject, [subjectId])).get(subjectId) : []
  if ((linked?.length ?? 0) + ids.length > attachmentLimits.each)
    throw new Refusal(attachmentMessages.tooMany)
  const uploader = context.user.user.id
  if (!(await linkAttachments(context.db, ids, { uploader, subject, subjectId })))
    throw new Refusal(attachmentMessages.gone, { status: 409 })
}

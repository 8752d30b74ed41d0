import type { Id } from "@uc/contract/core/wire"
import { picturesIn, richTextLimits, richTextMessages } from "@uc/contract/rich-text/rich-text"
import { Refusal } from "../../errors/refusal.ts"
import type { RequestContext } from "../../http/calls/request-context.ts"
import { replaceAttachments } from "../attachments/public.ts"

/** Makes the pictures of a cleaned text those of what it is the text of: who may read it sees them. */
export async function linkPictures(
  { db, user: { user } }: Pick<RequestContext, "db" | "user">,
  html: string,
  place: { readonly subject: "noticeText" | "news"; readonly subjectId: Id },
): Promise<void> {
  const ids = picturesIn(html)
  if (ids.length > richTextLimits.pictures)
    throw new Refusal(richTextMessages.tooManyPictures, { field: "body" })
  if (!(await replaceAttachments(db, ids, { ...place, uploader: user.id, onlyPictures: true })))
    throw new Refusal(richTextMessages.pictureGone, { status: 409, field: "body" })
}

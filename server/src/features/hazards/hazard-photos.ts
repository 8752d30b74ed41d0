import { attachmentLimits, attachmentMessages } from "@uc/contract/attachments/calls"
import { idsOf, type Id } from "@uc/contract/core/wire"
import { sql } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { Refusal } from "../../errors/refusal.ts"
import type { RequestContext } from "../../http/calls/request-context.ts"
import { linkAttachments } from "../attachments/public.ts"

/** They become the hazard's organisation's: a school sees what its bureau has photographed. */
export async function linkHazardPhotos(
  { db, user }: RequestContext,
  { orgId, entry, photos }: { readonly orgId: Id; readonly entry: Id; readonly photos: string },
): Promise<void> {
  const ids = [...new Set(idsOf(photos))]
  if (ids.length > attachmentLimits.each) throw new Refusal(attachmentMessages.tooMany)
  const link = { uploader: user.user.id, subject: "hazard", subjectId: entry, orgId } as const
  if (!(await linkAttachments(db, ids, link))) throw new Refusal(attachmentMessages.gone, { status: 409 })
}

/** What was photographed on the patrol shows the state before. With its first date: today's upload quota must not count copies. */
export async function copyVisitPhotos(db: Db, visit: Id, entry: Id): Promise<void> {
  await db.execute(sql`
    insert into attachment (org_id, uploader_id, name, state, media_type, bytes, width, height, blob_key, list_key, subject, subject_id,
      position, created_at)
    select org_id, uploader_id, name, state, media_type, bytes, width, height, blob_key, list_key, 'hazard', ${entry}::bigint, position, created_at
    from attachment where subject = 'patrol' and subject_id = ${visit}::bigint and state = 'ready'`)
}

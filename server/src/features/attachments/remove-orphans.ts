import { attachmentLimits } from "@uc/contract/attachments/calls"
import { sql } from "drizzle-orm"
import type { Database } from "../../db/open.ts"
import { unrestricted } from "../../db/scope.ts"
import type { BlobStore } from "./blob-store.ts"

const concurrency = 100

/** Uploads that were never used, after a closed form or a broken connection. */
export async function removeOrphans(database: Database, blobs: BlobStore): Promise<number> {
  let total = 0
  for (let removed = concurrency; removed === concurrency; total += removed)
    removed = await database.transaction(unrestricted, async (db) => {
      const { rows } = await db.execute<{ blob: string; list: string | null }>(sql`
        delete from attachment where id in (
          select id from attachment
          where subject is null and created_at < now() - make_interval(hours => ${attachmentLimits.orphanHours})
          order by created_at limit ${concurrency} for update skip locked)
        returning blob_key as blob, list_key as list`)
      await blobs.remove(
        db,
        rows.flatMap(({ blob, list }) => (list === null ? [blob] : [blob, list])),
      )
      return rows.length
    })
  return total
}

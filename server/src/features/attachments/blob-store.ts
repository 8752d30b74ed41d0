import { randomUUID } from "node:crypto"
import { attachmentLimits } from "@uc/contract/attachments/calls"
import { asc, eq, inArray, sql } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { blobPiece } from "../../db/schema/attachments.ts"

/**
 * Where the bytes of files are stored. Another store (a shared disk, an object store) implements this and is handed to
 * `attachmentRoutes`; the rows that say what a file is and who may see it stay in PostgreSQL.
 */
export interface BlobStore {
  /** A part of an upload; the same part sent again replaces it. */
  putPiece(db: Db, key: string, no: number, content: Buffer): Promise<void>
  /** How many bytes of it are there, in how many pieces. */
  sizeOf(db: Db, key: string): Promise<{ readonly bytes: number; readonly pieces: number }>
  put(db: Db, content: Buffer): Promise<string>
  read(db: Db, key: string): AsyncGenerator<Buffer>
  remove(db: Db, keys: readonly string[]): Promise<void>
}

/** The default: in the database, so that several processes share it and one backup holds everything. */
export const postgresBlobs: BlobStore = {
  async putPiece(db, key, no, content) {
    await db
      .insert(blobPiece)
      .values({ key, no, content })
      .onConflictDoUpdate({ target: [blobPiece.key, blobPiece.no], set: { content } })
  },
  async sizeOf(db, key) {
    const [size] = await db
      .select({
        bytes: sql<number>`coalesce(sum(octet_length(${blobPiece.content})), 0)::int`,
        pieces: sql<number>`count(*)::int`,
      })
      .from(blobPiece)
      .where(eq(blobPiece.key, key))
    return size ?? { bytes: 0, pieces: 0 }
  },
  async put(db, content) {
    const key = randomUUID()
    for (let at = 0; at < content.length; at += attachmentLimits.partBytes)
      await postgresBlobs.putPiece(
        db,
        key,
        at / attachmentLimits.partBytes,
        content.subarray(at, at + attachmentLimits.partBytes),
      )
    return key
  },
  async *read(db, key) {
    const pieces = await db
      .select({ no: blobPiece.no })
      .from(blobPiece)
      .where(eq(blobPiece.key, key))
      .orderBy(asc(blobPiece.no))
    // One part at a time: a slow reader holds one part in memory, not the file.
    for (const { no } of pieces) {
      const [piece] = await db
        .select({ content: blobPiece.content })
        .from(blobPiece)
        .where(sql`${blobPiece.key} = ${key} and ${blobPiece.no} = ${no}`)
      if (!piece) throw new Error(`Piece ${no} of ${key} is gone`)
      yield piece.content
    }
  },
  async remove(db, keys) {
    if (keys.length > 0) await db.delete(blobPiece).where(inArray(blobPiece.key, [...keys]))
  },
}

import { createHash } from "node:crypto"
import { z } from "zod"
import { SealHead } from "./archive-seal.ts"

/**
 * An archive: three lines of text, then parts. The lines are the mark, the head as JSON (readable without the passphrase: what
 * it is of and when) and the head's SHA-256. A part is its kind (1 byte), its length (4 bytes) and its sealed content: first
 * what the site is made of and its secrets, then for each table its blocks and their end, then the end.
 */
export const archiveMark = "user-centre backup"
/** Of the archive's form; one that this program does not know is refused. */
export const archiveFormat = 1

export const kinds = { site: 1, block: 2, tableEnd: 3, end: 4 } as const
export const partHeadBytes = 5
/** A block is a megabyte before it is packed; the list of a thousand tables is less. */
export const longestPart = 4 * 1024 * 1024
export const longestHead = 4096

export const ArchiveHead = z.object({
  format: z.int(),
  product: z.string(),
  postgres: z.string(),
  madeAt: z.iso.datetime(),
  /** The newest one that the site had. */
  migration: z.string(),
  seal: SealHead,
})
export type ArchiveHead = z.infer<typeof ArchiveHead>

const Secrets = z.record(z.string(), z.unknown())
export type ArchivedSecrets = z.infer<typeof Secrets>

export const SitePart = z.object({
  info: z.object({
    product: z.string(),
    postgres: z.string(),
    madeAt: z.iso.datetime(),
    migrations: z.array(z.object({ name: z.string(), hash: z.string() })),
    pepperKid: z.string().nullable(),
    /** Archives of earlier programs have none. */
    databaseBytes: z.number().min(0).optional(),
  }),
  tables: z.array(
    z.object({ name: z.string(), columns: z.array(z.string()), isPartitioned: z.boolean().optional() }),
  ),
  /** Archives from before OPS-6 have none. */
  parts: z
    .array(
      z.object({
        table: z.string(),
        name: z.string(),
        fromMonth: z.iso.date().nullable(),
        untilMonth: z.iso.date().nullable(),
      }),
    )
    .default([]),
  sequences: z.array(z.object({ name: z.string(), last: z.string(), isCalled: z.boolean() })),
  /** What `secrets.json` holds. */
  secrets: Secrets,
})
export type SitePart = z.infer<typeof SitePart>

export const TableEndPart = z.object({
  name: z.string(),
  rows: z.int().min(0),
  sha256: z.string(),
})

export const EndPart = z.object({ tables: z.int(), rows: z.int() })

export function sha256(content: string | Buffer): Buffer {
  return createHash("sha256").update(content).digest()
}

import { existsSync } from "node:fs"
import { rm, statfs } from "node:fs/promises"
import { dirname, join, resolve } from "node:path"
import { startEmbedded, type Embedded } from "../embedded/start-embedded.ts"
import { ownConnection } from "../own-connection.ts"
import { BackupRefusal } from "./backup-refusal.ts"
import { loadSite } from "./load-site.ts"
import { openArchive } from "./open-archive.ts"
import { sumsOf } from "./read-site.ts"
import type { SiteInfo, SiteSums } from "./site-source.ts"

interface Options {
  readonly file: string
  readonly passphrase: string
  /** Where the scratch database has its files meanwhile: as much room as the site takes. */
  readonly dataDir: string
  readonly signal?: AbortSignal | undefined
}

export interface Verified {
  readonly info: SiteInfo
  readonly sums: SiteSums
}

/**
 * Restores the archive into a PostgreSQL of its own that is thrown away afterwards, and compares what is there with what was
 * written: rows and checksum of each table. It never touches the site's own database, nor needs a right there.
 */
export async function verifyArchive({ file, passphrase, dataDir, signal }: Options): Promise<Verified> {
  const archive = await openArchive(file, passphrase)
  try {
    await assertRoom(dataDir, archive.info)
    const scratch = await startScratch(join(dataDir, "verify"), signal)
    try {
      const { url } = scratch
      const beforeCommit = () => archive.assertEnd()
      const sums = await loadSite(archive, { url, place: "The scratch database", signal, beforeCommit })
      assertSame(sums, await sumsOf(url, signal))
      return { info: archive.info, sums }
    } finally {
      await scratch.remove()
    }
  } finally {
    await archive.close()
  }
}

/** What an empty cluster and its log take. */
const clusterBytes = 128 * 1024 ** 2

/**
 * Of the site's own disk the verification must not take the last room: a full one stops an embedded site. What the rows take here
 * is what they take there, or less.
 */
async function assertRoom(dataDir: string, { databaseBytes }: SiteInfo): Promise<void> {
  if (databaseBytes === undefined) return
  const { bavail, bsize } = await statfs(nearestThere(resolve(dataDir)))
  const [needed, free] = [databaseBytes + clusterBytes, bavail * bsize]
  if (free >= needed) return
  const words = (bytes: number) => `${Math.ceil(bytes / 1024 ** 2)} MB`
  throw new BackupRefusal(
    `${noRoom} ${dataDir}: about ${words(needed)} are needed, and ${words(free)} are free. The backup itself was not looked into.`,
  )
}

/** The folder is made later. */
function nearestThere(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestThere(dirname(path))
}

/** How that refusal begins. */
export const noRoom = "There is not enough room to verify it in"

/** The counts of what was written were taken by COPY, those of what is there too, but in the other database. */
export function assertSame(written: SiteSums, restored: SiteSums): void {
  const names = [...new Set([...written.keys(), ...restored.keys()])]
  const different = names.filter((name) => {
    const [one, other] = [written.get(name), restored.get(name)]
    if (one?.rows !== other?.rows) return true
    // A table with parts may lie in another order.
    return one?.ofRows === undefined ? one?.sha256 !== other?.sha256 : one.ofRows !== other?.ofRows
  })
  if (different.length === 0) return
  const told = different.map(
    (name) =>
      `${name} (${written.get(name)?.rows ?? "no"} rows written, ${restored.get(name)?.rows ?? "none"} restored)`,
  )
  throw new BackupRefusal(`What was restored differs from what was written: ${told.join(", ")}.`)
}

interface Scratch {
  readonly url: string
  readonly remove: () => Promise<void>
}

/**
 * One folder, whoever verifies: PostgreSQL's own lock keeps a second one out, and what a killed one has left, running or not,
 * is taken over and removed.
 */
async function startScratch(folder: string, signal: AbortSignal | undefined): Promise<Scratch> {
  const start = () => startEmbedded({ dataDir: folder, log: () => {}, isThrowaway: true, isFilledOnce: true })
  const remove = async (embedded: Embedded) => {
    await embedded.stop()
    await rm(folder, { recursive: true, force: true })
  }
  signal?.throwIfAborted()
  let embedded = await start().catch(async (error: unknown) => {
    if (error instanceof Error && error.message.includes("Another process")) throw error
    // Files of a killed run that nothing can be made of.
    await rm(folder, { recursive: true, force: true })
    return start().catch(async (second: unknown) => {
      await rm(folder, { recursive: true, force: true })
      throw second
    })
  })
  if (!(await isEmpty(embedded.url))) {
    await remove(embedded)
    embedded = await start()
  }
  const started = embedded
  return { url: started.url, remove: () => remove(started) }
}

async function isEmpty(url: string): Promise<boolean> {
  const client = await ownConnection({ connectionString: url })
  try {
    const { rows } = await client.query<{ isThere: boolean }>(
      `select to_regclass('public.migration') is not null as "isThere"`,
    )
    return rows[0]?.isThere !== true
  } finally {
    await client.end()
  }
}

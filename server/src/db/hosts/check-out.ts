import type pg from "pg"
import { isUsable, suspectHostOf } from "./host-client.ts"
import type { HostFinder } from "./host-finder.ts"

/** A pool, and which of its servers may be used. */
export interface PoolSource {
  readonly pool: pg.Pool
  readonly finder: HostFinder | null
  /** Whoever waits longer for a connection is told to come back later. */
  readonly waitMs: number
}

/**
 * A connection to the server that is in use. Nothing was sent yet, so where several hosts are known another one is tried; a
 * connection to the server before a promotion is closed and not handed out.
 */
export function checkOut({ pool, finder, waitMs }: PoolSource): Promise<pg.PoolClient> {
  return finder === null ? pool.connect() : checkOutOf(pool, finder, waitMs)
}

async function checkOutOf(pool: pg.Pool, finder: HostFinder, waitMs: number): Promise<pg.PoolClient> {
  const until = performance.now() + waitMs
  for (;;) {
    const client = await pool.connect().catch((error: unknown) => {
      if (!isPassing(error) || performance.now() > until) throw error
      return null
    })
    if (client === null) continue
    if (isUsable(client, finder)) return client
    client.release(true)
  }
}

/** What looking for another server may help against; after each of these the finder waits before it looks again. */
function isPassing(error: unknown): boolean {
  const code = String((error as NodeJS.ErrnoException).code ?? "")
  if (/^(?:28|3D|53)/.test(code)) return false
  return !/timeout exceeded when trying to connect|after calling end/.test(
    error instanceof Error ? error.message : "",
  )
}

/** 25006: it refuses writes. */
export function isReadOnly(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "25006"
}

/**
 * Whether the connection must be closed after this error of a statement that may write: its server was demoted, or made
 * read-only.
 */
export function mustClose(error: unknown, client: object, finder: HostFinder | null): boolean {
  if (finder === null || !isReadOnly(error)) return false
  suspectHostOf(client, finder)
  return true
}

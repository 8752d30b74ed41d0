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
    // While none is known, a connection of the pool may be to the old one.
    const client = await finder
      .current()
      .then(() => pool.connect())
      .catch((error: unknown) => {
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
  const code = (error as NodeJS.ErrnoException).code ?? ""
  if (/^(?:28|3D|53)/.test(code)) return false
  return !/timeout exceeded when trying to connect|after calling end/.test(
    error instanceof Error ? error.message : "",
  )
}

/** 25006: it refuses writes. */
export function isReadOnly(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "25006"
}

/** What the driver says of a server that does not answer, or went away. */
const silence = /^(?:Query read timeout|Connection terminated|timeout expired)/

/**
 * Has the servers looked at after an error that only one in another role gives, or one that is gone. True: the connection must be
 * closed, because its server refuses writes.
 */
export function noteFailure(error: unknown, client: object, finder: HostFinder | null): boolean {
  if (finder === null || !(error instanceof Error)) return false
  const refuses = isReadOnly(error)
  if (refuses || silence.test(error.message)) suspectHostOf(client, finder)
  return refuses
}

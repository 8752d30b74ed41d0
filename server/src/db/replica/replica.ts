import type pg from "pg"
import { transientFaultIn } from "../../errors/transient-fault.ts"
import { checkOut, type PoolSource } from "../hosts/check-out.ts"
import { laterOf, type LogPosition } from "./log-position.ts"
import type { PrimaryPositions } from "./primary-positions.ts"

/** Why the primary answered instead. */
export type Detour = "away" | "behind" | "conflict" | "event"

export interface ReplicaCounts {
  readonly answered: number
  readonly detours: Readonly<Record<Detour, number>>
}

export interface Replica {
  /** A read transaction that has seen everything up to this position, or null: the primary must answer. */
  begin(opening: string, after: LogPosition | null): Promise<pg.PoolClient | null>
  /** Whether the statement failed because of the replica alone: then the primary can answer it. */
  noteFault(error: unknown): boolean
  noteEvent(): void
  counts(): ReplicaCounts
  stop(): void
}

/** After a failure it is left alone for so long. */
const restMs = 2000
const openingMs = 1000

interface Parts {
  readonly source: PoolSource
  readonly positions: PrimaryPositions
  /** The system identifier of the primary; a server of another one holds other data. */
  readonly identity: () => Promise<string>
  readonly warn: (line: string) => void
}

export function replicaBehind({ source, positions, identity, warn }: Parts): Replica {
  const detours: Record<Detour, number> = { away: 0, behind: 0, conflict: 0, event: 0 }
  const checked = new WeakSet<pg.PoolClient>()
  let answered = 0
  let restsUntilMs = 0
  let state: Detour | null = null

  const turn = (why: Detour, detail = "") => {
    detours[why] += 1
    // Of an event it is a matter of milliseconds, and no operator need know.
    if (why === "event" || state === why) return null
    state = why
    warn(
      `${sentences[why]}${detail === "" ? "" : ` (${detail})`}: the primary answers what could be read there.`,
    )
    return null
  }
  const fail = (why: Detour, error: unknown) => {
    restsUntilMs = performance.now() + restMs
    return turn(why, error instanceof Error ? error.message : String(error))
  }

  return {
    async begin(opening, after) {
      if (performance.now() < restsUntilMs) return turn(state ?? "away")
      const required = positions.required()
      if (required === null) return turn("event")
      const client = await checkOut(source).catch((error: unknown) => fail("away", error))
      if (client === null) return null
      try {
        if (!checked.has(client)) {
          await assertSameSystem(client, await identity())
          checked.add(client)
        }
        if (!(await isFresh(client, opening, laterOf(required, after)))) {
          await client.query("rollback")
          client.release()
          return turn("behind")
        }
      } catch (error) {
        client.release(true)
        return fail("away", error)
      }
      if (state !== null) warn("The replica of DATABASE_READ_URL answers again.")
      state = null
      answered += 1
      return client
    },
    noteFault(error) {
      if (transientFaultIn(error) === null || isTooSlow(error)) return false
      turn("conflict", error instanceof Error ? error.message : "")
      return true
    },
    noteEvent: () => positions.noteEvent(),
    counts: () => ({ answered, detours: { ...detours } }),
    stop: () => positions.stop(),
  }
}

const sentences: Record<Detour, string> = {
  away: "The replica of DATABASE_READ_URL can't be used",
  behind: "The replica of DATABASE_READ_URL is too far behind",
  conflict: "The replica of DATABASE_READ_URL ended a statement",
  event: "",
}

/** A statement that is too slow there would be too slow on the primary too, and burden it. */
function isTooSlow(error: unknown): boolean {
  for (let inner = error; inner instanceof Error; inner = inner.cause)
    if (("code" in inner && inner.code === "57014") || inner.message === "Query read timeout") return true
  return false
}

async function assertSameSystem(client: pg.PoolClient, wanted: string): Promise<void> {
  if ((await systemIdentifier(client)) !== wanted)
    throw new Error("it is no replica of the database in DATABASE_URL")
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid")
  const { processID } = client as pg.PoolClient & { processID: number | null }
  if (rows[0]?.pid !== processID) throw new Error("a pooler such as pgbouncer stands before it")
}

export async function systemIdentifier(client: Pick<pg.ClientBase, "query">): Promise<string> {
  const { rows } = await client.query<{ id: string }>({
    text: "select system_identifier || ' ' || current_database() as id from pg_control_system()",
  })
  return rows[0]?.id ?? ""
}

async function isFresh(client: pg.PoolClient, opening: string, position: LogPosition): Promise<boolean> {
  const reached = "case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end"
  const statement: pg.QueryConfig & { query_timeout: number } = {
    text: `${opening};select ${reached} >= '${position}'::pg_lsn as fresh`,
    query_timeout: openingMs,
  }
  // One result for each statement of the text.
  const results = (await client.query(statement)) as unknown as pg.QueryResult<{ fresh: boolean | null }>[]
  return results.at(-1)?.rows[0]?.fresh === true
}

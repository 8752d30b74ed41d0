import type { KeptMonths } from "@uc/contract/months/kept-months"
import { mkdir } from "node:fs/promises"
import { hostname } from "node:os"
import { join, resolve } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import type pg from "pg"
import { version } from "../../../package.json"
import { copyOut } from "../../db/backup/copy.ts"
import { prepareSession, quoted } from "../../db/backup/site-source.ts"
import { ownConnection } from "../../db/own-connection.ts"
import type { Job } from "../../scheduler/run-jobs.ts"
import { kindOf } from "./kinds.ts"
import { readMonth, writeMonth, type MonthSum } from "./month-file.ts"

interface Options {
  readonly url: string
  readonly keep: KeptMonths
  /** Where archived months go to. */
  readonly folder: string
  /** For tests: what month it is. */
  readonly today?: string
}

/** Any number, the same in every process: of several one works. */
const monthsLock = 7_031_416
const monthsAhead = 3

/** OPS-6: months are made ahead; one that is older than its kind is kept is written to a file and leaves the database. */
export function keepMonths(options: Options): Job {
  let working: Promise<void> | null = null
  return {
    name: "keep-months",
    everyMs: 600_000,
    work: async () => {
      if (working) return
      working = keepThem(options).finally(() => (working = null))
      await working
    },
  }
}

async function keepThem(options: Options): Promise<void> {
  const client = await ownConnection({
    connectionString: options.url,
    application_name: "user-centre months",
  })
  try {
    await prepareSession(client)
    // Whoever waits for a table longer than this has everybody else wait behind them.
    await client.query("set lock_timeout to '500ms'")
    const { rows } = await client.query<{ isOurs: boolean }>(`select pg_try_advisory_lock($1) as "isOurs"`, [
      monthsLock,
    ])
    if (!rows[0]?.isOurs) return
    await makeAhead(client, options)
    for (const part of await partsToArchive(client, options)) await archivePart(client, part, options)
  } finally {
    // Ends the lock, and rolls back what was not committed.
    await client.end().catch(() => {})
  }
}

const thisMonth = (today: string | undefined) =>
  today === undefined
    ? "date_trunc('month', now() at time zone 'Asia/Shanghai')::date"
    : `date_trunc('month', date '${today}')::date`

async function makeAhead(client: pg.Client, { today }: Options): Promise<void> {
  for (const table of Object.keys(kindOf))
    await whenFree(() =>
      client.query(
        `select make_months($1, (${thisMonth(today)} + make_interval(months => ${monthsAhead + 1}))::date)`,
        [table],
      ),
    )
}

interface Part {
  readonly table: string
  readonly part: string
  readonly fromMonth: string | null
  readonly untilMonth: string
}

/** The oldest first. One that was brought back is left alone for as long as it was asked for. */
async function partsToArchive(client: pg.Client, { keep, today }: Options): Promise<readonly Part[]> {
  const due: Part[] = []
  for (const [table, kind] of Object.entries(kindOf)) {
    const { rows } = await client.query<Part>(
      `select parent as table, part, from_month::text as "fromMonth", until_month::text as "untilMonth" from month_parts()
       where parent = $1 and until_month <= ${thisMonth(today)} - make_interval(months => $2)
         and not exists (select from archived_month a where a.part = month_parts.part and a.held_until > now())`,
      [table, keep[kind]],
    )
    due.push(...rows)
  }
  return due
}

/** Who confirmed that they know of an alarm is no table by month, and goes with the alarms. */
const confirmations = "alarm_confirmation"

/**
 * In one transaction, which nobody can change the month in: the file is written and read again, then the rows go. Killed at any
 * moment either the rows are still there, or they are in a file that is whole; without a commit the file is one too many.
 */
async function archivePart(client: pg.Client, part: Part, { folder }: Options): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await client.query("begin")
  try {
    const table = `public.${quoted(part.part)}`
    await client.query(`lock table ${table} in share mode`)
    await archive(client, folder, part, `select row_to_json(t) from ${table} t order by id`)
    if (part.table === "alarm_record") {
      const own = `from ${confirmations} c where c.alarm_id in (select id from ${table})`
      const along = { ...part, table: confirmations, part: `${part.part}_confirmations` }
      await archive(client, folder, along, `select row_to_json(c) ${own} order by c.alarm_id, c.person_id`)
      await client.query(`delete ${own}`)
      await client.query(`delete from alarm_name n using ${table} t where n.uuid = t.uuid`)
    }
    await whenFree(async () => {
      await client.query("savepoint alone")
      await client
        .query(`alter table public.${quoted(part.table)} detach partition ${table}; drop table ${table}`)
        .catch(async (error: unknown) => {
          await client.query("rollback to savepoint alone")
          throw error
        })
    })
    await client.query("commit")
  } catch (error) {
    await client.query("rollback").catch(() => {})
    throw error
  }
}

async function archive(client: pg.Client, folder: string, part: Part, rows: string): Promise<void> {
  const stamp = new Date().toISOString().replaceAll(/\D/g, "").slice(0, 14)
  const file = resolve(join(folder, `${part.part}-${stamp}.jsonl.gz`))
  const head = { form: "user-centre month 2", ...part, product: version } as const
  // CSV with marks that JSON never has: each line is the JSON itself.
  const written = await writeMonth(
    file,
    head,
    copyOut(client, `copy (${rows}) to stdout with (format csv, quote e'\\x01', delimiter e'\\x02')`),
  )
  assertSame(file, written, await readMonth(file))
  await client.query(
    `insert into archived_month (table_name, part, from_month, until_month, state, host, file, bytes, rows, sha256, dropped_at)
     values ($1, $2, $3, $4, 'dropped', $5, $6, $7, $8, $9, now())
     on conflict (part) do update set state = 'dropped', host = excluded.host, file = excluded.file, bytes = excluded.bytes,
       rows = excluded.rows, sha256 = excluded.sha256, written_at = now(), dropped_at = now(), held_until = null`,
    [
      part.table,
      part.part,
      part.fromMonth,
      part.untilMonth,
      hostname(),
      file,
      written.bytes,
      written.rows,
      written.sha256,
    ],
  )
}

function assertSame(file: string, written: MonthSum, read: MonthSum): void {
  if (written.rows === read.rows && written.sha256 === read.sha256) return
  throw new Error(`${file} does not hold what was written: the month stays in the database`)
}

const tries = 20
const lockNotAvailable = "55P03"

/** A table that is read all the time is free between two readings. */
async function whenFree<T>(work: () => Promise<T>): Promise<T> {
  for (let left = tries; ; left--)
    try {
      return await work()
    } catch (error) {
      if ((error as { code?: string }).code !== lockNotAvailable || left <= 1) throw error
      await delay(200)
    }
}

import { keptMonthLimits } from "@uc/contract/months/kept-months"
import type pg from "pg"
import { prepareSession, quoted } from "../../db/backup/site-source.ts"
import { ownConnection } from "../../db/own-connection.ts"
import { kindOf } from "./kinds.ts"
import { MonthFileError, readMonth, type MonthHead } from "./month-file.ts"

const rowsAtOnce = 1000

export interface LoadedMonth {
  readonly head: MonthHead
  readonly rows: number
}

/**
 * OPS-6: an archived month becomes a part of its table again, in one transaction. The sums of the statistics have counted it
 * all the time, so no trigger counts it again.
 */
export async function loadMonth(url: string, file: string): Promise<LoadedMonth> {
  const { head, rows, sha256 } = await readMonth(file)
  const client = await ownConnection({ connectionString: url, application_name: "user-centre months" })
  try {
    await prepareSession(client)
    await client.query("begin")
    await assertExpected(client, file, head, { rows, sha256 })
    if (head.table in kindOf) await addPart(client, file, head)
    else await addRows(client, file, head.table, "on conflict do nothing")
    await client.query(
      `update archived_month set state = 'back', held_until = now() + make_interval(days => $2) where part = $1`,
      [head.part, keptMonthLimits.backDays],
    )
    await client.query("commit")
    return { head, rows }
  } finally {
    await client.end().catch(() => {})
  }
}

interface Noted extends Pick<MonthHead, "table" | "fromMonth" | "untilMonth"> {
  readonly rows: string
  readonly sha256: string
  readonly state: string
}

async function assertExpected(
  client: pg.Client,
  file: string,
  head: MonthHead,
  { rows, sha256 }: { readonly rows: number; readonly sha256: string },
): Promise<void> {
  const { rows: known } = await client.query<Noted>(
    `select rows::text, sha256, state, table_name as table, from_month::text as "fromMonth", until_month::text as "untilMonth"
     from archived_month where part = $1`,
    [head.part],
  )
  const [noted] = known
  if (!noted) throw new MonthFileError(`This site has archived no ${head.part}: the file is of another site.`)
  if (noted.state === "back") throw new MonthFileError(`${head.part} is in the database already.`)
  // FAULT-10: the head of a file of the first form is in no sum.
  const { table, fromMonth, untilMonth } = noted
  if (table !== head.table || fromMonth !== head.fromMonth || untilMonth !== head.untilMonth)
    throw new MonthFileError(
      `${file} is not what was archived: its first line says another table or month than this site has noted. Take another copy.`,
    )
  if (noted.sha256 !== sha256 || Number(noted.rows) !== rows)
    throw new MonthFileError(
      `${file} is not what was archived: it has ${rows} rows, and ${noted.rows} were written, or it was changed. Take another copy.`,
    )
}

async function addPart(client: pg.Client, file: string, head: MonthHead): Promise<void> {
  const { table, part, fromMonth, untilMonth } = head
  await client.query("select make_part($1, $2)", [table, part])
  await addRows(client, file, part, "")
  await client.query("select attach_part($1, $2, $3, $4)", [table, part, fromMonth, untilMonth])
  if (table === "alarm_record")
    await client.query(
      `insert into alarm_name (uuid, createtime) select uuid, createtime from public.${quoted(part)} on conflict do nothing`,
    )
  await client.query("select enable_row_security()")
}

async function addRows(client: pg.Client, file: string, table: string, more: string): Promise<void> {
  const name = `public.${quoted(table)}`
  let lines: string[] = []
  const flush = async () => {
    const json = `[${lines.join(",")}]`
    lines = []
    await client.query(
      `insert into ${name} select * from jsonb_populate_recordset(null::${name}, $1::jsonb) ${more}`,
      [json],
    )
  }
  await readMonth(file, async (line) => {
    lines.push(line)
    if (lines.length >= rowsAtOnce) await flush()
  })
  if (lines.length > 0) await flush()
}

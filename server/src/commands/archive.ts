import { keptMonthLimits } from "@uc/contract/months/kept-months"
import { resolve } from "node:path"
import { readConfig } from "../config.ts"
import { ownConnection } from "../db/own-connection.ts"
import { loadMonth } from "../features/months/load-month.ts"
import { MonthFileError, readMonth } from "../features/months/month-file.ts"
import { told } from "./told.ts"
import { isAskedOfItself } from "./asked-of-itself.ts"
import { databaseOf } from "./backup.ts"
import { CommandError, orTell, printLines, readOptions, sizeInWords } from "./site-command.ts"
import { typedCommand } from "../errors/typed-command.ts"

const usage = typedCommand("archive", "[--check <file> | --back <file>]")

const help = `${usage}

Lists the months that have left the database and where their files are.
  --check   reads a file to its end and says what it holds
  --back    makes a month a part of the database again, for ${keptMonthLimits.backDays} days; the product may run meanwhile`

/** `npm run archive` (OPS-6). */
export function main(argv: readonly string[]): Promise<void> {
  return orTell(async () => {
    if (isAskedOfItself(argv, help)) return
    const { check, back } = readOptions(argv, { check: { type: "string" }, back: { type: "string" } }, usage)
    if (check !== undefined && back !== undefined) throw new CommandError(usage)
    if (check !== undefined) return describe(check)
    const database = await databaseOf(readConfig(process.env))
    try {
      if (back === undefined) return await list(database.url)
      const { head, rows } = await orRefused(() => loadMonth(database.url, resolve(back)))
      printLines([
        ["Back", `${head.part}: ${rows} rows in ${head.table}`],
        ["Until", `${keptMonthLimits.backDays} days from now; then it is archived again`],
      ])
    } finally {
      await database.stop()
    }
  })
}

async function describe(file: string): Promise<void> {
  const { head, rows, sha256 } = await orRefused(() => readMonth(resolve(file)))
  printLines([
    ["Month", `${head.fromMonth ?? "everything"} until before ${head.untilMonth}`],
    ["Table", `${head.table}, ${rows} rows`],
    ["SHA-256", `${sha256} (${head.form === "user-centre month 1" ? "of the rows" : "of all lines"})`],
  ])
}

async function orRefused<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof MonthFileError) throw new CommandError(error.message, { cause: error })
    if ((error as NodeJS.ErrnoException).code === "ENOENT")
      throw new CommandError("There is no such file.", { cause: error })
    throw error
  }
}

async function list(url: string): Promise<void> {
  const client = await ownConnection({ connectionString: url })
  try {
    const { rows } = await client.query<{
      part: string
      state: string
      host: string
      file: string
      bytes: string
      rows: string
    }>(
      "select part, state, host, file, bytes::text, rows::text from archived_month order by table_name, until_month",
    )
    if (rows.length === 0) return console.log(told("No month was archived yet."))
    for (const { part, state, host, file, bytes, rows: count } of rows)
      console.log(
        `${part.padEnd(36)} ${state === "back" ? "back   " : "file   "} ${count} rows, ${sizeInWords(Number(bytes))}, ${host}:${file}`,
      )
  } finally {
    await client.end()
  }
}

import { demoPassword } from "@uc/contract/demo/accounts"
import { parseArgs } from "node:util"
import { ConfigurationError, readConfig } from "../config.ts"
import { assertSamePepper } from "../db/start-checks/assert-same-pepper.ts"
import { accounts } from "../demo/accounts.ts"
import { hasWorld, makeWorld, sizes, type Size } from "../demo/make-world.ts"
import { DatabaseRefusal } from "../db/start-checks/database-refusal.ts"
import { EmbeddedRefusal } from "../db/embedded/cluster-version.ts"
import { startEmbedded } from "../db/embedded/start-embedded.ts"
import { migrate } from "../db/migrate.ts"
import { ownConnection } from "../db/own-connection.ts"
import { errorText } from "../errors/logged-error.ts"
import { passwordsWith, type Passwords } from "../security/sign-in/passwords.ts"
import { secretsIn } from "../security/secrets.ts"
import { typedCommand } from "../errors/typed-command.ts"
import { told } from "./told.ts"
import { isAskedOfItself } from "./asked-of-itself.ts"

const usage = typedCommand("demo-data", `--size ${sizes.join("|")} [--seed <number>] [--replace]`)

const help = `${usage}

Fills an empty database with organisations, people and what they do all day. Everybody in it has the same, public password.
  --size     tiny: a few schools; small: a district; large: a province
  --seed     another number makes other people and events
  --replace  deletes what the database holds first, all of it`

/** A command that can't be carried out; its message is for the person who typed it. */
class CommandError extends Error {}

/** `npm run demo-data`: fills the database that `npm start` would use. */
export async function main(argv: readonly string[]): Promise<void> {
  try {
    if (isAskedOfItself(argv, help)) return
    const options = read(argv)
    const config = readConfig(process.env)
    const pepper = config.pepper ?? (await secretsIn(config.dataDir)).pepper
    const embedded = config.databaseUrl
      ? null
      : await startEmbedded({ dataDir: config.dataDir, log: (line) => console.log(line) })
    try {
      const url = config.databaseSessionUrl ?? embedded?.url ?? ""
      await fill(url, options, passwordsWith(pepper))
    } finally {
      await embedded?.stop()
    }
  } catch (error) {
    const isTold = [CommandError, ConfigurationError, EmbeddedRefusal, DatabaseRefusal].some(
      (kind) => error instanceof kind,
    )
    console.error(told(isTold && error instanceof Error ? error.message : errorText(error)))
    process.exitCode = 1
  }
}

interface Wanted {
  readonly size: Size
  readonly seed: number
  readonly isReplacing: boolean
}

function read(argv: readonly string[]): Wanted {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: { size: { type: "string" }, seed: { type: "string" }, replace: { type: "boolean" } },
    })
    const size = sizes.find((one) => one === (values.size ?? "small"))
    const seed = Number(values.seed ?? 2026)
    if (!size || !Number.isInteger(seed)) throw new CommandError(usage)
    return { size, seed, isReplacing: values.replace ?? false }
  } catch (error) {
    throw new CommandError(error instanceof CommandError ? usage : `${String(error)}\n${usage}`)
  }
}

async function fill(url: string, { size, seed, isReplacing }: Wanted, passwords: Passwords): Promise<void> {
  await migrate(url)
  await clearDatabase(url, isReplacing)
  await assertSamePepper(url, passwords.kid)
  const begunMs = performance.now()
  await makeWorld(url, { size, seed, passwords, onProgress: (line) => console.log(line) })
  console.log(
    `Done in ${Math.round((performance.now() - begunMs) / 1000)} s. Accounts (password ${demoPassword}):`,
  )
  if (size !== "tiny") for (const { account, who } of accounts) console.log(`  ${account.padEnd(10)} ${who}`)
}

async function clearDatabase(url: string, isReplacing: boolean): Promise<void> {
  const client = await ownConnection({ connectionString: url })
  try {
    await client.query("select set_config('uc.reach', 'all', false)")
    if (!(await hasWorld(client))) return
    if (!isReplacing)
      throw new CommandError(
        "This database holds organisations already, so nothing was changed. " +
          "With --replace everything in it is deleted first, people, sessions and logs included.",
      )
    const { rows } = await client.query<{ tables: string }>(
      `select string_agg(format('%I', relname), ', ') as tables from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname <> 'migration'`,
    )
    await client.query(`truncate ${rows[0]?.tables} restart identity`)
  } finally {
    await client.end()
  }
}

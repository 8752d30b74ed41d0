import { MobilePhone } from "@uc/contract/login/calls"
import { peopleAdminCalls, peopleAdminLimits } from "@uc/contract/people/admin-calls"
import { organisationAdminCalls } from "@uc/contract/organisations/admin-calls"
import { Id } from "@uc/contract/core/wire"
import { drizzle } from "drizzle-orm/node-postgres"
import { parseArgs } from "node:util"
import pg from "pg"
import { z } from "zod"
import { readConfig } from "../config.ts"
import { assertSamePepper } from "../db/start-checks/assert-same-pepper.ts"
import { DatabaseRefusal } from "../db/start-checks/database-refusal.ts"
import { EmbeddedRefusal, startEmbedded } from "../db/embedded/start-embedded.ts"
import { addFirstAdministrator } from "../features/people/first-administrator.ts"
import { migrate } from "../db/migrate.ts"
import { setPassword } from "../security/sign-in/own-password.ts"
import { errorText } from "../errors/logged-error.ts"
import { oneTimePassword, passwordAsSent } from "../security/sign-in/one-time-password.ts"
import { passwordsWith, type Passwords } from "../security/sign-in/passwords.ts"
import { secretsIn } from "../security/secrets.ts"

const usage =
  "npm run first-admin -- --account <account> --name <name> [--phone <mobile>] " +
  "[--organisation <name>] [--area-code <code> --area <name>]"

/** A command that can't be carried out; its message is for the person who typed it. */
class CommandError extends Error {}

const person = peopleAdminCalls.add.input.shape
const Wanted = z.object({
  account: person.account,
  name: person.nickname,
  phone: MobilePhone.optional(),
  organisation: organisationAdminCalls.add.input.shape.name.default("平台"),
  "area-code": Id.default("100000"),
  area: organisationAdminCalls.add.input.shape.name.default("全国"),
})
type Wanted = z.infer<typeof Wanted>

/** `npm run first-admin`: a real database begins empty, and somebody must be the first to sign in. */
export async function main(argv: readonly string[]): Promise<void> {
  try {
    const wanted = read(argv)
    const config = readConfig(process.env)
    const pepper = config.pepper ?? (await secretsIn(config.dataDir)).pepper
    const embedded = config.databaseUrl
      ? null
      : await startEmbedded({ dataDir: config.dataDir, log: () => {} })
    try {
      const made = await add(config.databaseUrl ?? embedded?.url ?? "", wanted, passwordsWith(pepper))
      // The only place where it is ever shown.
      console.log(
        `Account            ${wanted.account}\n` +
          `One-time password  ${made.password}\n` +
          `Good until         ${made.until} (Asia/Shanghai), for one sign-in, which asks for a password of your own.`,
      )
    } finally {
      await embedded?.stop()
    }
  } catch (error) {
    const isTold = [CommandError, EmbeddedRefusal, DatabaseRefusal].some((kind) => error instanceof kind)
    console.error(isTold && error instanceof Error ? error.message : errorText(error))
    process.exitCode = 1
  }
}

function read(argv: readonly string[]): Wanted {
  try {
    const options = Object.fromEntries(
      Object.keys(Wanted.shape).map((name) => [name, { type: "string" as const }]),
    )
    const { success, data, error } = Wanted.safeParse(parseArgs({ args: [...argv], options }).values)
    if (success) return data
    const [issue] = error.issues
    throw new CommandError(`--${issue?.path.join(".")}: ${issue?.message}\n${usage}`)
  } catch (error) {
    throw new CommandError(error instanceof CommandError ? error.message : `${String(error)}\n${usage}`)
  }
}

/** Of two commands at the same time one makes the account. */
const lock = 7_031_417

async function add(
  url: string,
  { account, name, phone, organisation, "area-code": code, area }: Wanted,
  passwords: Passwords,
): Promise<{ readonly password: string; readonly until: string }> {
  await migrate(url)
  await assertSamePepper(url, passwords.kid)
  const client = new pg.Client({ connectionString: url, application_name: "user-centre first administrator" })
  await client.connect()
  try {
    // All or nothing.
    await client.query("begin")
    await client.query("select pg_advisory_xact_lock($1), set_config('uc.reach', 'all', true)", [lock])
    const db = drizzle({ client })
    const made = await addFirstAdministrator(db, client, {
      account,
      name,
      phone: phone ?? null,
      organisation,
      area: { code, name: area },
    })
    if ("obstacle" in made) throw new CommandError(obstacles[made.obstacle])
    const password = oneTimePassword()
    const record = { phc: await passwords.hash(passwordAsSent(password)), pepperKid: passwords.kid }
    const until = await setPassword(db, made, record, peopleAdminLimits.oneTimeHours)
    await client.query("commit")
    return { password, until: until ?? "" }
  } finally {
    // Rolls back what was not committed.
    await client.end()
  }
}

const obstacles = {
  "there-is-one":
    "This database has a platform administrator already, so nothing was changed. " +
    "An administrator can set a new password for a person who forgot theirs.",
  "account-taken": "Somebody has this account already, so nothing was changed. Choose another one.",
} as const

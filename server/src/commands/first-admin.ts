import { MobilePhone } from "@uc/contract/login/calls"
import { peopleAdminCalls } from "@uc/contract/people/admin-calls"
import { organisationAdminCalls } from "@uc/contract/organisations/admin-calls"
import { Id } from "@uc/contract/core/wire"
import { drizzle } from "drizzle-orm/node-postgres"
import { parseArgs } from "node:util"
import type pg from "pg"
import { z } from "zod"
import { ConfigurationError, readConfig } from "../config.ts"
import { assertSamePepper } from "../db/start-checks/assert-same-pepper.ts"
import { DatabaseRefusal } from "../db/start-checks/database-refusal.ts"
import { EmbeddedRefusal } from "../db/embedded/cluster-version.ts"
import { startEmbedded } from "../db/embedded/start-embedded.ts"
import { addFirstAdministrator } from "../features/people/first-administrator.ts"
import { resetAdministrator } from "../features/people/reset-administrator.ts"
import type { Db } from "../db/open.ts"
import { migrate } from "../db/migrate.ts"
import { ownConnection } from "../db/own-connection.ts"
import { oneTimeEnd, setPassword } from "../security/sign-in/own-password.ts"
import { errorText } from "../errors/logged-error.ts"
import { oneTimePassword, passwordAsSent } from "../security/sign-in/one-time-password.ts"
import { passwordsWith, type Passwords } from "../security/sign-in/passwords.ts"
import { secretsIn } from "../security/secrets.ts"
import { typedCommand } from "../errors/typed-command.ts"
import { told } from "./told.ts"
import { isAskedOfItself } from "./asked-of-itself.ts"

const usage = [
  "--account <account> --name <name> [--phone <mobile>] [--organisation <name>] [--area-code <code> --area <name>]",
  "--reset [--account <account>] [--phone <mobile> | --no-phone]",
  "--help",
]
  .map((options) => typedCommand("first-admin", options))
  .join("\n")

const help = `${usage}

Without --reset: makes the first platform administrator of an empty database and prints a one-time password.
With --reset: gives the platform administrator who lost the password or the phone a one-time password, which is printed,
signs them out everywhere and writes it to the audit log. Where there are several, --account names one.
  --phone <mobile>   the phone that codes go to from now on
  --no-phone         no phone any more: without it nobody is asked for a code`

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
    if (isAskedOfItself(argv, help)) return
    const wanted = argv.includes("--reset") ? readReset(argv) : read(argv)
    const config = readConfig(process.env)
    const pepper = config.pepper ?? (await secretsIn(config.dataDir)).pepper
    const embedded = config.databaseUrl
      ? null
      : await startEmbedded({ dataDir: config.dataDir, log: () => {} })
    try {
      const url = config.databaseSessionUrl ?? embedded?.url ?? ""
      const passwords = passwordsWith(pepper)
      const made =
        "isReset" in wanted ? await reset(url, wanted, passwords) : await add(url, wanted, passwords)
      // The only place where it is ever shown.
      console.log(
        told(
          `Account            ${made.account}\n` +
            `One-time password  ${made.password}\n` +
            `Good until         ${made.until} (Asia/Shanghai), for one sign-in, which asks for a password of your own.`,
        ),
      )
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

function read(argv: readonly string[]): Wanted {
  try {
    const options = Object.fromEntries(
      Object.keys(Wanted.shape).map((name) => [name, { type: "string" as const }]),
    )
    const { values } = parseArgs({ args: [...argv], options })
    for (const name of ["account", "name"])
      if (values[name] === undefined) throw new CommandError(`--${name} is missing.\n${usage}`)
    const { success, data, error } = Wanted.safeParse(values)
    if (success) return data
    const [issue] = error.issues
    throw new CommandError(`--${issue?.path.join(".")}: ${issue?.message}\n${usage}`)
  } catch (error) {
    throw new CommandError(error instanceof CommandError ? error.message : `${String(error)}\n${usage}`)
  }
}

interface Reset {
  readonly isReset: true
  readonly account: string | null
  /** Undefined: as it is; null: none. */
  readonly phone: string | null | undefined
}

function readReset(argv: readonly string[]): Reset {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: {
        reset: { type: "boolean" },
        account: { type: "string" },
        phone: { type: "string" },
        "no-phone": { type: "boolean" },
      },
    })
    if (values.phone !== undefined && values["no-phone"])
      throw new CommandError("--phone or --no-phone, not both")
    const phone = values.phone === undefined ? undefined : MobilePhone.parse(values.phone)
    return { isReset: true, account: values.account ?? null, phone: values["no-phone"] ? null : phone }
  } catch (error) {
    const words = error instanceof z.ZodError ? `--phone: ${error.issues[0]?.message}` : errorText(error)
    throw new CommandError(`${error instanceof CommandError ? error.message : words}\n${usage}`)
  }
}

/** Of two commands at the same time one makes the account. */
const lock = 7_031_417

interface Printed {
  readonly account: string
  readonly password: string
  readonly until: string
}

function add(url: string, wanted: Wanted, passwords: Passwords): Promise<Printed> {
  const { account, name, phone, organisation, "area-code": code, area } = wanted
  return withPassword(url, passwords, async (db, client) => {
    const made = await addFirstAdministrator(db, client, {
      account,
      name,
      phone: phone ?? null,
      organisation,
      area: { code, name: area },
    })
    if ("obstacle" in made) throw new CommandError(obstacles[made.obstacle])
    return { ...made, account }
  })
}

/** DISTRICT-4: nobody else could do it in the portal. */
function reset(url: string, { account, phone }: Reset, passwords: Passwords): Promise<Printed> {
  return withPassword(url, passwords, async (db) => {
    const found = await resetAdministrator(db, { account, phone })
    if ("obstacle" in found) throw new CommandError(obstacles[found.obstacle])
    return found
  })
}

/** The account that `work` makes or finds gets a one-time password, in the same transaction. */
async function withPassword(
  url: string,
  passwords: Passwords,
  work: (
    db: Db,
    client: pg.Client,
  ) => Promise<{ readonly id: string; readonly orgId: string; readonly account: string }>,
): Promise<Printed> {
  await migrate(url)
  await assertSamePepper(url, passwords.kid)
  const client = await ownConnection({
    connectionString: url,
    application_name: "user-centre first administrator",
  })
  try {
    // All or nothing.
    await client.query("begin")
    await client.query("select pg_advisory_xact_lock($1), set_config('uc.reach', 'all', true)", [lock])
    const db = drizzle({ client })
    const made = await work(db, client)
    const password = oneTimePassword()
    const record = { phc: await passwords.hash(passwordAsSent(password)), pepperKid: passwords.kid }
    const until = await setPassword(db, made, record, oneTimeEnd)
    await client.query("commit")
    return { account: made.account, password, until: until ?? "" }
  } finally {
    // Rolls back what was not committed.
    await client.end()
  }
}

const obstacles = {
  "there-is-one":
    "This database has a platform administrator already, so nothing was changed. " +
    "An administrator can set a new password for a person who forgot theirs; " +
    `for the only one who is left: ${typedCommand("first-admin", "--reset")}`,
  "none-is-there":
    "This database has no platform administrator to reset; make one with --account and --name.",
  several:
    "There are several platform administrators: name one with --account, or let another one reset it in the portal.",
  "not-one": "No platform administrator has this account, so nothing was changed.",
  "account-taken": "Somebody has this account already, so nothing was changed. Choose another one.",
} as const

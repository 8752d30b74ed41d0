import { randomBytes } from "node:crypto"
import type pg from "pg"
import { poolLimits } from "../../database-settings.ts"
import { ownConnection } from "../own-connection.ts"
import { DatabaseRefusal } from "./database-refusal.ts"

/** Any number, the same in every process: of several that start at once each counts those before it. */
const lock = 7_031_418
/** Of a process of a version before it announced how many it may have. */
const unannounced = 31

/** How the names of the connections begin that processes know each other by. */
export const eventsPrefix = "user-centre events "

interface Wanted {
  /** POOL_MAX */
  readonly poolMax: number
  /** Where transactions go through a pooler, only the connections past it count here. */
  readonly isPooled: boolean
}

export interface ConnectionBudget {
  /** The name of the connection that stays open for events: other processes read in it what this one may have. */
  readonly eventsName: string
  /** For the operator. */
  readonly sentence: string
  /** Once the connection for events is open. */
  release(): void
}

/** One limit of PostgreSQL, and what counts towards it. */
interface Limit {
  readonly what: string
  readonly allowed: number
  /** In use by something else than this program. */
  readonly others: number
  /** What each other process of this program has announced. */
  readonly announced: readonly number[]
}

/**
 * OPS-5: refuses to start where the connections of all processes would not fit into what PostgreSQL allows: otherwise they fail later, under
 * load. Processes find each other in `pg_stat_activity`, so one that was killed is forgotten with its connections.
 */
export async function connectionBudget(
  url: string,
  { poolMax, isPooled }: Wanted,
): Promise<ConnectionBudget> {
  const size = sizeOf({ poolMax, isPooled })
  const owner = randomBytes(4).toString("hex")
  const eventsName = `${eventsPrefix}${size} ${owner}`
  // It has the name already: a process that starts meanwhile counts this one.
  const client = await ownConnection({ connectionString: url, application_name: eventsName })
  try {
    await client.query("select pg_advisory_lock($1)", [lock])
    const sentence = await budgetSentence(client, { poolMax, isPooled })
    await client.query("select pg_advisory_unlock($1)", [lock])
    return { eventsName, sentence, release: () => void client.end().catch(() => {}) }
  } catch (error) {
    await client.end()
    throw error
  }
}

/** For the operator; throws the refusal where they would not fit. By itself it announces nothing, so that `npm run doctor` can ask too. */
export async function budgetSentence(client: pg.Client, { poolMax, isPooled }: Wanted): Promise<string> {
  const size = sizeOf({ poolMax, isPooled })
  const limits = await limitsOn(client)
  for (const limit of limits) if (freeIn(limit) < size) throw tooMany(limit, size, isPooled)
  const own = isPooled
    ? `${poolMax} through the pooler and 1 past it for events`
    : `${poolMax} in pools and 1 for events`
  const sums = limits.map(({ what, allowed, others, announced }) => {
    const processes = announced.length + 1
    const sum = sumOf(announced) + size
    return `${processes} process${processes === 1 ? "" : "es"} may have ${sum} of the ${allowed} of ${what}, others use ${others}`
  })
  return `Database connections: this process may have ${size} (${own}); ${sums.join("; ")}.`
}

function sizeOf({ poolMax, isPooled }: Wanted): number {
  return (isPooled ? 0 : poolMax) + 1
}

function sumOf(sizes: readonly number[]): number {
  return sizes.reduce((sum, each) => sum + each, 0)
}

function freeIn({ allowed, others, announced }: Limit): number {
  return Math.max(0, allowed - others - sumOf(announced))
}

function tooMany(limit: Limit, size: number, isPooled: boolean): DatabaseRefusal {
  const { what, allowed, others, announced } = limit
  const free = freeIn(limit)
  const fitting = free > poolLimits.least ? `${free - 1} or less` : "less, here or in other processes"
  const advice = isPooled ? "" : `set POOL_MAX to ${fitting}, `
  return new DatabaseRefusal(
    `The database connections of this process don't fit: of the ${allowed} of ${what} ${announced.length} other processes of this ` +
      `program may have ${sumOf(announced)}, others use ${others}, and this one may need ${size}; ${free} are free. Stop what need ` +
      `not run, ${advice}or have PostgreSQL allow more.`,
  )
}

interface Counted {
  readonly name: string
  readonly isRole: boolean
  readonly isDatabase: boolean
  readonly times: number
}

async function limitsOn(client: pg.Client): Promise<readonly Limit[]> {
  const { rows: found } = await client.query<{ server: number; role: number; database: number }>(
    `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
          - coalesce(current_setting('reserved_connections', true), '0')::int as server,
        (select rolconnlimit from pg_roles where rolname = current_user) as role,
        (select datconnlimit from pg_database where datname = current_database()) as database`,
  )
  // Names are shown of every role, unlike statements.
  const { rows } = await client.query<Counted>(
    `select coalesce(application_name, '') as name, usename is not distinct from current_user as "isRole",
        datname is not distinct from current_database() as "isDatabase", count(*)::int as times
       from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() group by 1, 2, 3`,
  )
  const { server = 0, role = -1, database = -1 } = found[0] ?? {}
  const limits = [limitOf("max_connections", server, rows)]
  const isLimited = (limit: number) => limit >= 0 && limit < server
  if (isLimited(role))
    limits.push(
      limitOf(
        "this role's limit",
        role,
        rows.filter(({ isRole }) => isRole),
      ),
    )
  if (isLimited(database))
    limits.push(
      limitOf(
        "this database's limit",
        database,
        rows.filter(({ isDatabase }) => isDatabase),
      ),
    )
  return limits
}

function limitOf(what: string, allowed: number, rows: readonly Counted[]): Limit {
  const announced = new Map<string, number>()
  let others = 0
  for (const { name, times } of rows) {
    const [, size, owner] = /^user-centre events (\d{1,5}) (\w+)$/.exec(name) ?? []
    if (size !== undefined && owner !== undefined) announced.set(owner, Number(size))
    else if (name === "user-centre events")
      for (let n = 0; n < times; n++) announced.set(`${name} ${n}`, unannounced)
    // Other connections of this program's processes are part of what those have announced.
    else if (!name.startsWith("user-centre")) others += times
  }
  return { what, allowed, others, announced: [...announced.values()] }
}

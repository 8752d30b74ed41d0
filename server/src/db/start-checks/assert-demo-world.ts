import { DatabaseRefusal } from "./database-refusal.ts"
import { ownConnection } from "../own-connection.ts"
import { typedCommand } from "../../errors/typed-command.ts"

/**
 * OPERATE-2: in demo mode anybody can send alarms with the demo's public secret and read every SMS on the screen. So it does
 * not start over organisations that the demo's generator did not make. An empty database may become a demo.
 */
export async function assertDemoWorld(url: string): Promise<void> {
  const { count, names, hasDemo } = await organisationsOf(url)
  if (count === 0 || hasDemo) return
  throw new DatabaseRefusal(
    `Demo mode is on, but this database is not a demo: it holds ${count === 1 ? "an organisation" : `${count} organisations`} ` +
      `(${names.join(", ")}${count > names.length ? " …" : ""}) that the demo data did not make. Set DEMO=off for it. For a trial use ` +
      `another DATA_DIR or DATABASE_URL, which may be empty, or delete what is here, all of it, by ${typedCommand("demo-data", "--replace")}.`,
  )
}

interface Found {
  readonly count: number
  readonly names: readonly string[]
  readonly hasDemo: boolean
}

async function organisationsOf(url: string): Promise<Found> {
  const client = await ownConnection({ connectionString: url })
  try {
    await client.query("select set_config('uc.reach', 'all', false)")
    const { rows } = await client.query<Found>(
      `select count(*)::int as count, coalesce((array_agg(name order by id))[1:3], '{}') as names,
         coalesce(bool_or(is_demo), false) as "hasDemo" from organisation`,
    )
    return rows[0] ?? { count: 0, names: [], hasDemo: false }
  } finally {
    await client.end()
  }
}

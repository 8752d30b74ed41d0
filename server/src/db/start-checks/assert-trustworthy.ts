import { errorReason } from "../../errors/logged-error.ts"
import { ownConnection } from "../own-connection.ts"

const mustBeOn = ["fsync", "full_page_writes", "synchronous_commit"] as const
const oldestVersion = 150_000

/**
 * Refuses a database that is not safe: one that may lose what it has confirmed, or a role that row-level security does not
 * bind, such as a superuser.
 */
export async function assertTrustworthy(url: string): Promise<void> {
  const config = { connectionString: url, connectionTimeoutMillis: 10_000 }
  const client = await ownConnection(config).catch((error: unknown): never => {
    throw new Error(`The database can't be reached: ${errorReason(error)}`, { cause: error })
  })
  try {
    const { rows } = await client.query<{ walks: boolean; version: number; role: string; encoding: string }>(
      `select rolsuper or rolbypassrls as walks, rolname as role, current_setting('server_version_num')::int as version,
         current_setting('server_encoding') as encoding
         from pg_roles where rolname = current_user`,
    )
    const role = rows[0]
    if (!role || role.version < oldestVersion) throw new Error("PostgreSQL 15 or later is needed.")
    if (role.walks)
      throw new Error(
        `The role ${role.role} of DATABASE_URL is a superuser or has BYPASSRLS, so row-level security would not bind it: ` +
          "use an ordinary role that owns the database.",
      )
    if (role.encoding !== "UTF8")
      throw new Error(
        `The database is encoded as ${role.encoding}, which counts Chinese characters wrongly or can't store them. Make one with: ` +
          "create database … encoding 'UTF8' template template0",
      )
    for (const name of mustBeOn) {
      const { rows: settings } = await client.query<Record<string, string>>(`show ${name}`)
      if (settings[0]?.[name] === "off")
        throw new Error(`PostgreSQL runs with ${name} = off: what it confirms could be lost. Switch it on.`)
    }
  } finally {
    await client.end()
  }
}

import pg from "pg"
import { connectionTarget } from "./hosts/host-client.ts"

/** A database that takes connections and never answers must not keep a command or a start waiting without a word. */
const connectMs = 10_000

/**
 * A connection outside the pool, as at the start; of several hosts to the one that takes writes. Its loss fails the query that
 * is under way; without a listener it would end the process at once, e.g. when it is stopped while the demo data is made
 * (BARE-16).
 */
export async function ownConnection(config: pg.ClientConfig): Promise<pg.Client> {
  const limited = { connectionTimeoutMillis: connectMs, ...config }
  const target = config.connectionString === undefined ? null : connectionTarget(config.connectionString)
  const client = target
    ? new target.Client({ ...limited, connectionString: target.connectionString })
    : new pg.Client(limited)
  client.on("error", () => {})
  await client.connect()
  return client
}

import pg from "pg"

/**
 * A connection outside the pool, as at the start. Its loss fails the query that is under way; without a listener it would
 * end the process at once, e.g. when it is stopped while the demo data is made (BARE-16).
 */
export async function ownConnection(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(config)
  client.on("error", () => {})
  await client.connect()
  return client
}

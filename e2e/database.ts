import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import pg from "pg"

/** Where e2e/start-product.ts says that the shared product keeps its data. */
export const dataDirVariable = "PRODUCT_DATA_DIR"

function sharedDataDir(): string {
  const folder = process.env[dataDirVariable]
  if (!folder) throw new Error(`${dataDirVariable} is not set: e2e/start-product.ts does that`)
  return folder
}

/** The door of the embedded PostgreSQL: a socket, or on Windows a port (server/src/db/embedded/start-embedded.ts). */
export function doorOf(dataDir: string): pg.ClientConfig {
  const port = join(dataDir, "postgres.port")
  if (existsSync(port)) {
    const password = readFileSync(join(dataDir, "postgres.password"), "utf8")
    return { host: "127.0.0.1", port: Number(readFileSync(port, "utf8")), password }
  }
  const note = join(dataDir, "socket-folder")
  return { host: existsSync(note) ? readFileSync(note, "utf8") : join(dataDir, "socket") }
}

/**
 * What no page and no call can do: look up where a hole is, move a moment back. As the product's own role, with every
 * organisation in reach. Of the shared product, or of the one whose data is here.
 */
export async function query<Row extends pg.QueryResultRow>(
  text: string,
  values: readonly unknown[] = [],
  dataDir = sharedDataDir(),
): Promise<Row[]> {
  const client = new pg.Client({ ...doorOf(dataDir), user: "uc", database: "uc" })
  await client.connect()
  try {
    await client.query("begin; select set_config('uc.reach', 'all', true)")
    const { rows } = await client.query<Row>(text, [...values])
    await client.query("commit")
    return rows
  } finally {
    await client.end()
  }
}

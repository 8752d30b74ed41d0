import { createHash } from "node:crypto"
import { demoPassword } from "@uc/contract/demo/accounts"
import type pg from "pg"
import { ownConnection } from "../db/own-connection.ts"
import { addLargeWorld } from "./large-world.ts"
import { randomFrom } from "./random.ts"
import { rowsInto } from "./rows.ts"
import { addSmallWorld } from "./small-world.ts"
import { addTinyWorld } from "./tiny-world.ts"
import type { World } from "./world.ts"

export const sizes = ["tiny", "small", "large"] as const
export type Size = (typeof sizes)[number]

export interface WorldOptions {
  readonly size: Size
  /** The same seed and now give the same rows. */
  readonly seed?: number
  readonly now?: Date
  /** How a password is stored, and the id of its pepper. */
  readonly passwords: { readonly kid: string; readonly hash: (md5: string) => Promise<string> }
  readonly onProgress?: (line: string) => void
}

/** Processes that start together on one database make one world. */
const lock = 7_031_416

/** Fills an empty database with a demo world [DATA-2]. One that holds organisations is left as it is. */
export async function makeWorld(url: string, options: WorldOptions): Promise<void> {
  const client = await ownConnection({ connectionString: url, application_name: "user-centre demo data" })
  try {
    await client.query("select pg_advisory_lock($1)", [lock])
    await client.query("select set_config('uc.reach', 'all', false)")
    if (await hasWorld(client)) return
    await fill(client, options)
  } finally {
    // Ends the lock, and rolls back a transaction that was not committed.
    await client.end()
  }
}

export async function hasWorld(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ has: boolean }>("select exists (select from organisation) as has")
  return rows[0]?.has ?? false
}

async function fill(client: pg.Client, options: WorldOptions): Promise<void> {
  const { size, seed = 2026, now = new Date(), passwords, onProgress = () => {} } = options
  const md5 = createHash("md5").update(demoPassword).digest("hex").toUpperCase()
  const world: World = {
    random: randomFrom(seed),
    rows: rowsInto(client, now),
    now,
    phc: await passwords.hash(md5),
    pepperKid: passwords.kid,
    everybodySignsIn: size !== "large",
    takenAccounts: new Map(),
  }
  onProgress(`Making the demo data (${size}) …`)
  // All or nothing, so that an interrupted start begins again the next time.
  await client.query("begin")
  if (size === "large") {
    await addLargeWorld(client, world, seed, onProgress)
  } else {
    if (size === "tiny") addTinyWorld(world)
    else addSmallWorld(world)
    await world.rows.flush()
    await world.rows.advanceIdentities()
  }
  await client.query("commit")
  await world.rows.analyze()
}

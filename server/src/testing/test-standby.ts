import {
  appendFileSync,
  chmodSync,
  cpSync,
  lchownSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import pg from "pg"
import { inject } from "vitest"
import { scratchPlace } from "../../../scripts/scratch-place.ts"
import { startEmbedded, type Embedded } from "../db/embedded/start-embedded.ts"
import { migrate } from "../db/migrate.ts"
import { makeWorld } from "../demo/make-world.ts"
import { testPasswords } from "./test-passwords.ts"
import { runAs } from "./scratch-database.ts"

/** For tests: two PostgreSQL servers, the second one a standby that follows the first one's log. */
export interface Pair {
  readonly primary: Embedded
  standby: Embedded
  /** Both hosts in one address. */
  readonly url: string
  startStandby(): Promise<void>
  stop(): Promise<void>
}

/** The name that the scratch cluster's own clean-up finds, if the tests are killed. */
function folderOf(name: string): string {
  const folder = mkdtempSync(join(scratchPlace(), `user-centre-test-${process.pid}-${name}-`))
  chmodSync(folder, 0o711)
  return folder
}

const start = (dataDir: string) => startEmbedded({ dataDir, log: () => {}, isThrowaway: true })

function giveTo(path: string, uid: number, gid: number): void {
  lchownSync(path, uid, gid)
  if (statSync(path).isDirectory()) for (const name of readdirSync(path)) giveTo(join(path, name), uid, gid)
}

/** Made from the files of the stopped first one: the npm package has no pg_basebackup. */
export async function primaryWithStandby(): Promise<Pair> {
  const [first, second] = [folderOf("primary"), folderOf("standby")]
  const once = await start(first)
  await migrate(once.url)
  await makeWorld(once.url, { size: "tiny", passwords: testPasswords(inject("pepper")) })
  // The throwaway cluster confirms before it has written; a setting of the role goes before that.
  await runAs(once.adminUrl, "alter role uc set synchronous_commit = on")
  await once.stop()

  const [from, to] = [join(first, "postgres"), join(second, "postgres")]
  cpSync(from, to, { recursive: true })
  writeFileSync(join(to, "standby.signal"), "")
  const { uid, gid } = statSync(from)
  giveTo(to, uid, gid)
  chmodSync(to, 0o700)
  const primary = await start(first)
  const socket = decodeURIComponent(new URL(primary.url).hostname)
  appendFileSync(join(to, "postgresql.auto.conf"), `primary_conninfo = 'host=${socket} user=postgres'\n`)
  const standby = await start(second)

  const hosts = [primary, standby].map(({ url }) => new URL(url).hostname).join(",")
  const pair: Pair = {
    primary,
    standby,
    url: `postgresql://uc@${hosts}/uc?target_session_attrs=read-write`,
    async startStandby() {
      pair.standby = await start(second)
      await untilStreaming(primary)
    },
    async stop() {
      await pair.standby.stop()
      await primary.stop()
      for (const folder of [first, second]) rmSync(folder, { recursive: true, force: true })
    },
  }
  await untilStreaming(primary)
  return pair
}

async function untilStreaming({ adminUrl }: Embedded): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    for (let n = 0; n < 500; n++) {
      const { rowCount } = await client.query("select 1 from pg_stat_replication where state = 'streaming'")
      if (rowCount) return
      await delay(20)
    }
  } finally {
    await client.end()
  }
  throw new Error("The standby does not follow its primary")
}

import { spawn, type ChildProcess } from "node:child_process"
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { createServer } from "node:net"
import { once } from "node:events"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import pg from "pg"

/** The Debian packages that this needs: patroni, etcd-server and postgresql. */
export const patroniPackages = "patroni etcd-server postgresql"

function newestPostgres(): string | null {
  const shelf = "/usr/lib/postgresql"
  const versions = existsSync(shelf) ? readdirSync(shelf).filter((name) => /^\d+$/.test(name)) : []
  const newest = versions.toSorted((one, other) => Number(other) - Number(one))[0]
  return newest === undefined ? null : join(shelf, newest, "bin")
}

export function hasPatroni(): boolean {
  return newestPostgres() !== null && ["/usr/bin/patroni", "/usr/bin/etcd"].every((path) => existsSync(path))
}

/** Postgres does not run as root; Debian's package has made this user. */
function postgresUser(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const line = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((each) => each.startsWith("postgres:"))
  const [, , uid, gid] = line?.split(":") ?? []
  return { uid: Number(uid), gid: Number(gid) }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  server.close()
  return typeof address === "object" && address ? address.port : 0
}

export interface PatroniNode {
  readonly name: string
  readonly port: number
  readonly restPort: number
  start(): void
  /** Patroni and PostgreSQL at once, as when the machine loses its power. */
  kill(): void
}

export interface PatroniCluster {
  readonly nodes: readonly PatroniNode[]
  readonly url: string
  readonly superUrl: (node: PatroniNode) => string
  leader(): Promise<PatroniNode | null>
  /** As Patroni tells it. */
  members(): Promise<readonly { readonly name: string; readonly role: string; readonly state: string }[]>
  /** Until every node is there and one of them confirms synchronously. */
  untilWhole(): Promise<void>
  switchover(): Promise<void>
  stop(): Promise<void>
}

const password = "only-for-this-test"

/** Three nodes on loopback with synchronous replication, as docs/several-machines.md has it. */
export async function patroniCluster(): Promise<PatroniCluster> {
  const bin = newestPostgres()
  if (bin === null) throw new Error("There is no PostgreSQL of Debian's")
  const user = postgresUser()
  const folder = mkdtempSync(join(tmpdir(), "user-centre-patroni-"))
  const own = (path: string, mode = 0o700) => {
    if (user) chownSync(path, user.uid, user.gid)
    chmodSync(path, mode)
  }
  own(folder)
  const run = (name: string, command: string, args: readonly string[]): ChildProcess => {
    const log = openSync(join(folder, `${name}.log`), "a")
    return spawn(command, args, {
      ...user,
      cwd: folder,
      env: { PATH: `${bin}:/usr/bin:/bin`, HOME: folder, LC_ALL: "C.UTF-8" },
      stdio: ["ignore", log, log],
      detached: true,
    })
  }
  const [etcdPort, peerPort] = [await freePort(), await freePort()]
  const etcd = run("etcd", "/usr/bin/etcd", [
    "--name=one",
    `--data-dir=${join(folder, "etcd")}`,
    `--listen-client-urls=http://127.0.0.1:${etcdPort}`,
    `--advertise-client-urls=http://127.0.0.1:${etcdPort}`,
    `--listen-peer-urls=http://127.0.0.1:${peerPort}`,
    `--initial-advertise-peer-urls=http://127.0.0.1:${peerPort}`,
    `--initial-cluster=one=http://127.0.0.1:${peerPort}`,
  ])
  const nodes = await Promise.all(["a", "b", "c"].map((name) => node(name)))

  async function node(name: string): Promise<PatroniNode> {
    const [port, restPort] = [await freePort(), await freePort()]
    const home = join(folder, name)
    mkdirSync(home)
    own(home)
    const file = join(home, "patroni.yml")
    writeFileSync(file, configuration({ name, port, restPort, home, bin: bin ?? "", etcdPort }))
    own(file, 0o600)
    let patroni: ChildProcess | null = null
    return {
      name,
      port,
      restPort,
      start: () => void (patroni = run(name, "/usr/bin/patroni", [file])),
      kill() {
        if (patroni?.pid !== undefined) process.kill(patroni.pid, "SIGKILL")
        const postmaster = Number(readFileSync(join(home, "data", "postmaster.pid"), "utf8").split("\n")[0])
        for (const pid of [postmaster, ...childrenOf(postmaster)])
          try {
            process.kill(pid, "SIGKILL")
          } catch {
            // It has ended with its parent.
          }
      },
    }
  }

  const ask = async (
    path: string,
  ): Promise<{ members: { name: string; role: string; state: string }[] } | null> => {
    for (const { restPort } of nodes)
      try {
        const answer = await fetch(`http://127.0.0.1:${restPort}${path}`, {
          signal: AbortSignal.timeout(1000),
        })
        return (await answer.json()) as { members: { name: string; role: string; state: string }[] }
      } catch {
        // Another one tells.
      }
    return null
  }
  const members = async () => (await ask("/cluster"))?.members ?? []
  const leader = async () => {
    const found = (await members()).find(({ role, state }) => role === "leader" && state === "running")
    return nodes.find(({ name }) => name === found?.name) ?? null
  }
  const superUrl = ({ port }: PatroniNode) => `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`

  const cluster: PatroniCluster = {
    nodes,
    url: `postgresql://uc:${password}@${nodes.map(({ port }) => `127.0.0.1:${port}`).join(",")}/uc?target_session_attrs=read-write`,
    superUrl,
    leader,
    members,
    async untilWhole() {
      for (let n = 0; n < 1200; n++) {
        const all = await members()
        const isSynchronous = all.some(
          ({ role, state }) => /sync|quorum/.test(role) && /streaming|running/.test(state),
        )
        const followers = all.filter(({ state }) => state === "streaming" || state === "running")
        if (isSynchronous && followers.length === nodes.length) return
        await delay(100)
      }
      throw new Error(`The nodes don't come together: ${JSON.stringify(await members())}; logs in ${folder}`)
    },
    async switchover() {
      const [from, all] = [await leader(), await members()]
      const to = all.find(({ role }) => /sync|quorum/.test(role))
      const answer = await fetch(`http://127.0.0.1:${from?.restPort}/switchover`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ leader: from?.name, candidate: to?.name }),
      })
      if (!answer.ok) throw new Error(`The switchover was refused: ${await answer.text()}`)
    },
    async stop() {
      for (const each of nodes)
        try {
          each.kill()
        } catch {
          // It does not run.
        }
      if (etcd.pid !== undefined) process.kill(etcd.pid, "SIGKILL")
      await delay(500)
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
  try {
    nodes[0]?.start()
    for (let n = 0; (await leader()) === null; n++) {
      if (n > 600) throw new Error(`There is no leader; logs in ${folder}`)
      await delay(100)
    }
    for (const each of nodes.slice(1)) each.start()
    const [first] = nodes
    if (first) await makeDatabase(superUrl(first))
    await cluster.untilWhole()
    return cluster
  } catch (error) {
    for (const each of nodes)
      try {
        each.kill()
      } catch {
        // It does not run.
      }
    if (etcd.pid !== undefined) process.kill(etcd.pid, "SIGKILL")
    throw error
  }
}

async function makeDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`create role uc login password '${password}'`)
    await client.query("create database uc owner uc encoding 'UTF8' template template0")
  } finally {
    await client.end()
  }
}

function childrenOf(parent: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        // Behind the name in brackets: the state, then the parent.
        return Number(readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ")[1]) === parent
      } catch {
        return false
      }
    })
}

interface NodeSettings {
  readonly name: string
  readonly port: number
  readonly restPort: number
  readonly home: string
  readonly bin: string
  readonly etcdPort: number
}

/** The sample of docs/several-machines.md, for three nodes on one machine. */
function configuration({ name, port, restPort, home, bin, etcdPort }: NodeSettings): string {
  return `scope: uc
name: ${name}
restapi:
  listen: 127.0.0.1:${restPort}
  connect_address: 127.0.0.1:${restPort}
etcd3:
  hosts: 127.0.0.1:${etcdPort}
bootstrap:
  dcs:
    ttl: 20
    loop_wait: 5
    retry_timeout: 5
    maximum_lag_on_failover: 1048576
    synchronous_mode: true
    postgresql:
      use_pg_rewind: true
      use_slots: true
      parameters:
        max_connections: 100
        wal_log_hints: "on"
        hot_standby: "on"
  initdb:
    - encoding: UTF8
    - locale: C.UTF-8
    - data-checksums
postgresql:
  listen: 127.0.0.1:${port}
  connect_address: 127.0.0.1:${port}
  data_dir: ${join(home, "data")}
  bin_dir: ${bin}
  pgpass: ${join(home, "pgpass")}
  basebackup:
    - checkpoint: fast
  authentication:
    superuser: { username: postgres, password: ${password} }
    replication: { username: replicator, password: ${password} }
    rewind: { username: rewinder, password: ${password} }
  pg_hba:
    - local all all trust
    - host all all 127.0.0.1/32 scram-sha-256
    - host replication replicator 127.0.0.1/32 scram-sha-256
  parameters:
    unix_socket_directories: ${home}
`
}

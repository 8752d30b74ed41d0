import { execFile } from "node:child_process"
import { randomBytes } from "node:crypto"
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync } from "node:fs"
import { readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { once } from "node:events"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { promisify } from "node:util"
import pg from "pg"
import { assertSameMajor, EmbeddedRefusal, hasCluster } from "./cluster-version.ts"
import { firstClosedPath, clusterUser, type ClusterUser } from "./cluster-user.ts"
import { ownConnection } from "../own-connection.ts"
import { postgresBinaries, type PostgresBinaries } from "./postgres-binaries.ts"
import {
  replaceStalePid,
  stopPostmaster,
  isAlive,
  logTail,
  launch,
  withFolderLock,
  processOptions,
  type Cluster,
} from "./postmaster.ts"

export interface Embedded {
  /** The server's own role: owner of its database, no superuser, bound by row-level security. */
  readonly url: string
  /** The cluster's superuser. For tests only: the server never connects with it. */
  readonly adminUrl: string
  readonly stop: () => Promise<void>
}

interface Options {
  readonly dataDir: string
  readonly log: (line: string) => void
  /** For tests, which delete their database: it need not survive a power cut. */
  readonly isThrowaway?: boolean
  /** It is filled once, by one transaction, and read: what is copied then needs no log of writes, which would take as much room again. */
  readonly isFilledOnce?: boolean
}

const windows = process.platform === "win32"
const superuser = "postgres"
const owner = "uc"
/** An advisory lock of the process that serves this folder, in a session that ends with the process. */
const servingLock = 7_208_914
/** The server notices a little late that a killed process has left, and until then holds its lock. */
const lockPatienceMs = 1000
/** The longest socket path that every system takes; PostgreSQL adds its own file name to the folder's. */
const longestSocketPath = 103

/** Starts the PostgreSQL whose files are below `dataDir`, or takes over the one that a killed process left running. */
export async function startEmbedded(options: Options): Promise<Embedded> {
  const { dataDir, log, isThrowaway = false, isFilledOnce = false } = options
  const place = prepareFolders(dataDir)
  const binaries = postgresBinaries(place.user)
  if (!hasCluster(place.folder)) await makeCluster(place, binaries, log)
  assertSameMajor(place.folder, binaries.version)
  const address = await prepareAddress(place)
  const flags = {
    ...settings(address, binaries),
    ...(isThrowaway ? throwaway : {}),
    ...(isFilledOnce ? filledOnce : {}),
  }

  let isStopping = false
  let serving = await serve()
  if (!serving) throw refusal()
  await makeDatabase(address)

  async function serve() {
    return withFolderLock(place.folder, () => connectAndLock(place, address, binaries, flags))
  }
  function refusal() {
    return new EmbeddedRefusal(
      `Another process is serving ${place.dataDir} already; stop it or set another DATA_DIR.`,
    )
  }
  // A crash of one of PostgreSQL's processes ends all sessions, also that of the lock; a killed server must be started again.
  async function reconnectWhenLost() {
    while (serving) {
      await serving.ended
      if (isStopping) return
      log("The connection to the database was lost; reconnecting.")
      try {
        serving = await serve()
        if (!serving) log(refusal().message)
        if (isStopping) await stopPostmaster(place)
      } catch (error) {
        log(String(error))
        await delay(1000)
      }
    }
  }
  const reconnecting = reconnectWhenLost()

  return {
    url: address.url(owner, owner),
    adminUrl: address.url(superuser, "postgres"),
    async stop() {
      isStopping = true
      // Stopped while the lock is still held, so that no other process takes over a server that is about to end.
      if (serving) await stopPostmaster(place)
      await reconnecting
    },
  }
}

/** For a command beside the product: the address of the PostgreSQL that runs over this folder; null: none does. */
export async function runningEmbedded(dataDir: string): Promise<string | null> {
  if (!hasCluster(join(dataDir, "postgres"))) return null
  const url = (await prepareAddress(prepareFolders(dataDir))).url(owner, owner)
  for (;;) {
    const session = await connected(url)
    if (session === "nobody there") return null
    if (session === "busy") {
      await delay(100)
      continue
    }
    await session.end()
    return url
  }
}

interface Place extends Cluster {
  readonly dataDir: string
}

function prepareFolders(given: string): Place {
  try {
    mkdirSync(given, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new EmbeddedRefusal(
      `The folder ${given} can't be made (${code}). Make it, and give it to the user that runs this (id ${process.getuid?.()}).`,
      { cause: error },
    )
  }
  const dataDir = realpathSync(given)
  const folder = join(dataDir, "postgres")
  const user = clusterUser(folder)
  const closed = user && firstClosedPath(dataDir, user)
  if (closed) {
    throw new EmbeddedRefusal(
      `PostgreSQL can't run as root, and the user that it runs as (id ${user.uid}) can't enter ${closed}: ` +
        `run \`chmod o+x ${closed}\` or set DATA_DIR to a folder elsewhere.`,
    )
  }
  return { dataDir, folder, user, logFile: join(dataDir, "postgres.log") }
}

function makePrivate(path: string, user: ClusterUser | null): void {
  if (!windows) chmodSync(path, 0o700)
  if (user) chownSync(path, user.uid, user.gid)
}

/** Made in a temporary folder and renamed when complete, so that a killed start leaves no partial cluster. */
async function makeCluster(
  place: Place,
  binaries: PostgresBinaries,
  log: (line: string) => void,
): Promise<void> {
  const draft = `${place.folder}.new-${process.pid}`
  for (const name of readdirSync(place.dataDir)) {
    const pid = Number(/^postgres\.new-(\d+)$/.exec(name)?.[1] ?? 0)
    if (pid && (pid === process.pid || !isAlive(pid))) rmSync(join(place.dataDir, name), { recursive: true })
  }
  mkdirSync(draft)
  makePrivate(draft, place.user)
  log("Making the database's files.")
  await initialise(place, draft, binaries)
  try {
    renameSync(draft, place.folder)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!hasCluster(place.folder)) throw error
  }
}

/**
 * Text is compared by PostgreSQL's built-in provider, so that every system sorts alike. What counts as a letter for a trigram
 * depends on the system's locale: without UTF-8 Chinese has no letters, and such an index finds nothing.
 */
async function initialise(place: Place, folder: string, binaries: PostgresBinaries): Promise<void> {
  const entry = windows ? ["-A", "scram-sha-256", `--pwfile=${passwordFile(place)}`] : ["-A", "trust"]
  const flags = ["-D", folder, "-U", superuser, "-E", "UTF8", "--no-instructions", ...entry]
  const locale = ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
  for (const letters of ["C.UTF-8", "en_US.UTF-8", "C"]) {
    const all = [...flags, ...locale, `--lc-ctype=${letters}`]
    try {
      await promisify(execFile)(binaries.initdb, all, processOptions(place.user))
      return
    } catch (error) {
      if (letters === "C" || !String(error).includes("invalid locale name")) throw error
    }
  }
}

function passwordFile({ dataDir }: Place): string {
  const file = join(dataDir, "postgres.password")
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString("hex"), { mode: 0o600 })
  return file
}

interface Address {
  readonly socketFolder: string | null
  readonly settings: Readonly<Record<string, string>>
  url(role: string, database: string): string
}

async function prepareAddress(place: Place): Promise<Address> {
  if (windows) return loopbackAddress(place)
  const socketFolder = prepareSocketFolder(place)
  return {
    socketFolder,
    settings: {
      listen_addresses: "",
      unix_socket_directories: `"${socketFolder}"`,
      unix_socket_permissions: "0700",
    },
    url: (role, database) => `postgresql://${role}@${encodeURIComponent(socketFolder)}/${database}`,
  }
}

/** Only the server's user and root may enter this folder; there is no other access to the database. */
function prepareSocketFolder({ dataDir, user }: Place): string {
  const near = join(dataDir, "socket")
  // PostgreSQL parses the list of folders with its own quoting, so a name that needs quoting is not used.
  const isUsable =
    Buffer.byteLength(join(near, ".s.PGSQL.5432.lock")) <= longestSocketPath && !/[",\\]/.test(near)
  if (isUsable) {
    mkdirSync(near, { recursive: true })
    makePrivate(near, user)
    return near
  }
  // A random name that is stored: nobody else can create that folder first.
  const note = join(dataDir, "socket-folder")
  const noted = existsSync(note) ? readFileSync(note, "utf8") : null
  const entry = noted ? lstatSync(noted, { throwIfNoEntry: false }) : undefined
  const expected = user?.uid ?? process.getuid?.()
  if (noted && entry?.isDirectory() && entry.uid === expected && (entry.mode & 0o077) === 0) return noted
  const made = mkdtempSync(join(realpathSync(tmpdir()), "user-centre-"))
  const closed = user && firstClosedPath(dirname(made), user)
  if (closed)
    throw new EmbeddedRefusal(
      `The database's user (id ${user.uid}) can't enter ${closed}; set TMPDIR or a shorter DATA_DIR.`,
    )
  makePrivate(made, user)
  writeFileSync(note, made, { mode: 0o600 })
  return made
}

async function loopbackAddress(place: Place): Promise<Address> {
  const password = readFileSync(passwordFile(place), "utf8")
  const note = join(place.dataDir, "postgres.port")
  if (!existsSync(note)) writeFileSync(note, String(await freePort()))
  const port = readFileSync(note, "utf8")
  return {
    socketFolder: null,
    settings: { listen_addresses: "127.0.0.1", port },
    url: (role, database) => `postgresql://${role}:${password}@127.0.0.1:${port}/${database}`,
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  server.close()
  return typeof address === "object" && address ? address.port : 0
}

function settings(address: Address, binaries: PostgresBinaries) {
  return {
    ...address.settings,
    // Identifies a postmaster of another release, which is restarted instead of taken over.
    cluster_name: `uc-${binaries.version}`,
    max_connections: "100",
    shared_buffers: "128MB",
    fsync: "on",
    synchronous_commit: "on",
    full_page_writes: "on",
    jit: "off",
    timezone: "UTC",
    log_timezone: "UTC",
    log_checkpoints: "off",
    // The text of a failed statement may contain personal data, and the details quote the refused row.
    log_error_verbosity: "terse",
    log_min_error_statement: "panic",
    log_parameter_max_length_on_error: "0",
  }
}

/** The server's tests share one cluster, and each has the pools of one or two processes. */
const throwaway = {
  fsync: "off",
  full_page_writes: "off",
  synchronous_commit: "off",
  max_wal_size: "4GB",
  max_connections: "300",
}

const filledOnce = { wal_level: "minimal", max_wal_senders: "0", max_wal_size: "64MB" }

/** A session that holds the lock of this folder, or null: another process does. */
async function connectAndLock(
  place: Place,
  address: Address,
  binaries: PostgresBinaries,
  flags: Readonly<Record<string, string>>,
): Promise<{ ended: Promise<void> } | null> {
  let launched: ReturnType<typeof launch> | null = null
  const patience = Date.now() + 15_000
  const lockPatience = Date.now() + lockPatienceMs
  for (;;) {
    const session = await connected(address.url(superuser, "postgres"))
    if (typeof session !== "string") {
      const ended = new Promise<void>((resolve) => session.once("end", () => resolve()))
      const locked = await session.query<{ isOurs: boolean; name: string }>(
        `select pg_try_advisory_lock(${servingLock}) as "isOurs", current_setting('cluster_name') as name`,
      )
      const { isOurs, name } = locked.rows[0] ?? { isOurs: false, name: "" }
      if (isOurs && name === flags["cluster_name"]) return { ended }
      if (isOurs) await stopPostmaster(place)
      else await session.end()
      if (!isOurs && Date.now() > lockPatience) return null
    } else if (session === "nobody there") {
      const ending = launched?.hasEnded()
      if (ending && (!hasLiveChildren(place) || Date.now() > patience)) {
        throw new Error(`PostgreSQL did not start: ${ending}\n${logTail(place)}`)
      }
      if (!launched || ending) {
        if (address.socketFolder) replaceStalePid(place, address.socketFolder)
        launched = launch(place, binaries.postgres, flags)
      }
    }
    await delay(10)
  }
}

/** The server was killed, but some of its processes still run: it can start again when they have ended. */
function hasLiveChildren(place: Place): boolean {
  return logTail(place).includes("pre-existing shared memory block")
}

/** "busy": it is starting, recovering or stopping; try again. */
async function connected(url: string): Promise<pg.Client | "nobody there" | "busy"> {
  const client = new pg.Client({ connectionString: url })
  // Without a listener the loss of an idle connection would end the process.
  client.on("error", () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === "ENOENT" || code === "ECONNREFUSED") return "nobody there"
    if (code === "57P03" || code === "ECONNRESET" || code === "EPIPE") return "busy"
    if (error instanceof Error && error.message.includes("terminated unexpectedly")) return "busy"
    throw error
  }
}

/** In this order, so that the last step's result shows that all were done. */
async function makeDatabase(address: Address): Promise<void> {
  const admin = await ownConnection({ connectionString: address.url(superuser, "postgres") })
  try {
    const made = await admin.query("select 1 from pg_database where datname = $1", [owner])
    if (made.rowCount) return
    const roles = await admin.query("select 1 from pg_roles where rolname = $1", [owner])
    const password = new URL(address.url(owner, owner)).password
    const login = `login nosuperuser nobypassrls nocreatedb nocreaterole ${password ? `password '${password}'` : ""}`
    if (!roles.rowCount) await admin.query(`create role ${owner} ${login}`)
    const template = await ownConnection({ connectionString: address.url(superuser, "template1") })
    await template.query("create extension if not exists pg_trgm").finally(() => template.end())
    await admin.query(`create database ${owner} owner ${owner}`)
  } finally {
    await admin.end()
  }
}

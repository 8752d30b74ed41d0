import { demoPassword } from "@uc/contract/demo/accounts"
import { DrizzleQueryError } from "drizzle-orm"
import { randomInt } from "node:crypto"
import { existsSync } from "node:fs"
import { createServer } from "node:net"
import { fileURLToPath } from "node:url"
import { buildApp, stopApp } from "./app.ts"
import { ConfigurationError, needsDataDir, readConfig, type Config } from "./config.ts"
import { assertDataDir } from "./db/start-checks/assert-data-dir.ts"
import { assertDemoWorld } from "./db/start-checks/assert-demo-world.ts"
import { assertNoDemoAccounts } from "./db/start-checks/assert-no-demo-accounts.ts"
import { assertSamePepper } from "./db/start-checks/assert-same-pepper.ts"
import { assertTrustworthy } from "./db/start-checks/assert-trustworthy.ts"
import { warnOfClock } from "./db/start-checks/warn-of-clock.ts"
import { version } from "../package.json"
import { connectionBudget } from "./db/start-checks/connection-budget.ts"
import { wayPastPooler } from "./db/start-checks/find-pooler.ts"
import { patience, whenDatabaseIsThere } from "./db/start-checks/wait-for-database.ts"
import { accounts } from "./demo/accounts.ts"
import { pointMenusAt } from "./demo/hosted/point-menus-at.ts"
import { serveHostedPages } from "./demo/hosted/serve-hosted-pages.ts"
import { makeWorld } from "./demo/make-world.ts"
import { startEmbedded } from "./db/embedded/start-embedded.ts"
import { migrate } from "./db/migrate.ts"
import { openDatabase, type Database } from "./db/open.ts"
import { features, jobs } from "./features.ts"
import { nightlyBackup, type NightlyBackup } from "./features/backups/nightly-backup.ts"
import { keepMonths } from "./features/months/keep-months.ts"
import { runHeartbeat } from "./features/status/heartbeat.ts"
import { lookupWith, nameResolver } from "./http/outbound/names/resolve-name.ts"
import { outboundAnywhere } from "./http/outbound/outbound.ts"
import { installationOf } from "./http/installation.ts"
import { scraper } from "./http/metrics/scrape.ts"
import { listenForMetrics } from "./http/metrics/serve-metrics.ts"
import { gatewayAt, webhookAt } from "./security/sms/sms-gateway.ts"
import { runOutbox, type SmsOutbox } from "./security/sms/sms-outbox.ts"
import { keyedBy, type Keyed } from "./security/keyed.ts"
import { errorReason, loggedError } from "./errors/logged-error.ts"
import { fileOutput } from "./log/file-output.ts"
import { everyModuleAt, defaultLevel } from "./log/levels.ts"
import { isJournal } from "./log/journal-priority.ts"
import { logProcessFaults } from "./log/log-process-faults.ts"
import { expectJobs } from "./metrics/count-job-run.ts"
import { makeLogs, type LogDestination, type Logs } from "./log/logs.ts"
import { standardOutput } from "./log/standard-output.ts"
import { jobListener } from "./job-listener.ts"
import { runJobs } from "./scheduler/run-jobs.ts"
import { passwordsWith } from "./security/sign-in/passwords.ts"
import { secretsIn, storedSecrets } from "./security/secrets.ts"
import { inProcessMaker, type PictureMaker } from "./slider/picture-maker.ts"
import { workerMaker } from "./slider/worker-maker.ts"
import { inLanguage, operatorLanguage } from "./words/operator-language.ts"
import { shutdownHooks, type ShutdownHooks } from "./shutdown-hooks.ts"

/**
 * The process: configuration, database, application, listening, and the shutdown. `portalFolder` holds the portal's document
 * and files; in development it is another one than what was built. `logTo` takes the lines of the log, which are JSON.
 */
export async function main(
  portalFolder = builtPortal(),
  logTo: LogDestination = standardOutput(process.stdout, isJournal(process.env["JOURNAL_STREAM"])),
): Promise<void> {
  // Until the configuration is read, and where it can't be.
  let logs = makeLogs(everyModuleAt(defaultLevel), logTo)
  const hooks = shutdownHooks((line) => logs.process.error(line))
  logProcessFaults(
    () => logs.process,
    () => void hooks.take(1),
  )
  try {
    const config = readConfig(process.env)
    const accessTo = config.accessLogTo === null ? logTo : accessFile(config.accessLogTo, () => logs)
    logs = makeLogs(config.logLevels, logTo, accessTo)
    hooks.allow(config.stopWithinMs)
    await start(config, { portalFolder, hooks, logs })
  } catch (error) {
    // Stopped while starting: the error comes from the database that was stopped under it.
    if (hooks.isTaken()) return
    const reason = error instanceof DrizzleQueryError ? errorReason(error) : loggedError(error).message
    const words = inLanguage(reason, operatorLanguage(process.env))
    logs.process.fatal({ err: error, ...(words !== reason && { reason }) }, words)
    await hooks.take(1)
  }
}

/** A folder that is not there is told before anything is started, and a disk that is full later ends nothing. */
function accessFile(path: string, logs: () => Logs): LogDestination {
  try {
    return fileOutput(path, (error) =>
      logs().process.error({ err: error }, "The access log can't be written"),
    )
  } catch (error) {
    throw new ConfigurationError([
      { name: "ACCESS_LOG_TO", reason: `can't be written (${errorReason(error)})` },
    ])
  }
}

interface Surroundings {
  readonly portalFolder: string | null
  readonly hooks: ShutdownHooks
  readonly logs: Logs
}

async function start(config: Config, { portalFolder, hooks, logs }: Surroundings): Promise<void> {
  await assertPortIsFree(config)
  await assertDataDir(config.dataDir, needsDataDir(config), (line) => logs.process.warn(line))
  const pepper = config.pepper ?? (await secretsIn(config.dataDir)).pepper
  const passwords = passwordsWith(pepper)
  const given =
    config.databaseUrl ?? (await embeddedUrl(config.dataDir, hooks, (line) => logs.database.info(line)))
  const wait = patience(config.databaseWaitS, (line) => logs.database.warn(line))
  await whenDatabaseIsThere(wait, () => assertTrustworthy(given))
  await warnOfClock(given, (line) => logs.database.warn(line))
  const pastPooler = await whenDatabaseIsThere(wait, () =>
    wayPastPooler({ url: given, listenUrl: config.databaseListenUrl }),
  )
  // What belongs to a session goes past a pooler; the pools alone go through it.
  const url = pastPooler ?? given
  const budget = await whenDatabaseIsThere(wait, () =>
    connectionBudget(url, { poolMax: config.poolMax, isPooled: pastPooler !== null }),
  )
  logs.database.info(budget.sentence)
  hooks.push(async () => budget.release())
  await whenDatabaseIsThere(wait, () =>
    migrate(url, (name) => logs.database.info(`The migration ${name} has run`)),
  )
  await whenDatabaseIsThere(wait, () => assertSamePepper(url, passwords.kid, budget.eventsName))
  if (config.whyNoDemo !== null) await assertNoDemoAccounts(url, passwords, config.whyNoDemo)
  else {
    await assertDemoWorld(url)
    await makeWorld(url, {
      size: "small",
      passwords,
      onProgress: (line) => logs.process.info(line),
    })
  }

  let listeningAt = config.port
  if (config.demoPages) {
    const { origin, port } = config.demoPages
    const pages = await serveHostedPages({
      host: config.host,
      port,
      portals: () => portalsOf(config, listeningAt),
    })
    hooks.push(() => pages.stop())
    await pointMenusAt(url, origin ?? pages.origin)
  }
  const onIdleError = (error: unknown) =>
    logs.database.error({ err: error }, "A connection to the database was lost")
  const database = openDatabase(given, onIdleError, {
    poolMax: config.poolMax,
    pooledBeside: pastPooler,
    readUrl: config.databaseReadUrl,
    eventsName: budget.eventsName,
    onListening: () => budget.release(),
    say: (line) => logs.database.warn(line),
  })
  hooks.push(() => database.close())
  const backup = await preparedBackup(config, url, pepper)
  if (backup) hooks.push(() => backup.stop())
  const keyed = keyedBy(pepper)
  const outbox = config.smsGateway && startOutbox(config.smsGateway, database, keyed, logs)
  if (outbox) hooks.push(() => outbox.stop())
  const webhook = config.reminderWebhook && startWebhook(config.reminderWebhook, database, keyed, logs)
  if (webhook) hooks.push(() => webhook.stop())
  if (config.metrics.at) {
    const { at, token } = config.metrics
    const metrics = await listenForMetrics({
      ...at,
      token,
      scrape: scraper(database),
      onFault: (error) => logs.metrics.error({ err: error }, "The metrics could not be gathered"),
    }).catch((error: unknown) => {
      throw listeningRefused(error, at, "METRICS_")
    })
    hooks.push(() => metrics.stop())
    logs.metrics.info({ address: metrics.address }, `Metrics are at ${metrics.address}`)
  }
  if (config.traces) {
    const { exportTraces } = await import("./tracing/export-traces.ts")
    const onFault = (message: string) => logs.traces.error(message)
    const lookup = lookupWith(nameResolver())
    const traces = exportTraces({ ...config.traces, version, lookup, onFault })
    hooks.push(() => traces.stop())
  }
  const pictures = pictureMaker()
  hooks.push(() => pictures.close())
  const root = fileURLToPath(new URL("../../", import.meta.url))
  const own = [...jobs, keepMonths({ url, keep: config.keptMonths, folder: config.archiveTo })]
  const installation = installationOf(config, { pepper, jobs: own, root })
  const app = await buildApp({
    database,
    passwords,
    keyed,
    pictures,
    sms: outbox ? "gateway" : config.site.isDemo ? "screen" : null,
    onSmsQueued: () => outbox?.nudge(),
    hasWebhook: webhook !== null,
    innerNetworks: config.innerNetworks,
    innerNetworksForAll: config.innerNetworksForAll,
    installation,
    site: config.site,
    portalFolder,
    trustedProxies: config.trustedProxies,
    logs,
    metricsToken: config.metrics.at === null ? config.metrics.token : null,
    requestBudget: config.requestBudget,
    nowMs: () => performance.now(),
    features,
  })
  hooks.push((untilMs) => stopApp(app, untilMs))
  const all = [...own, ...(backup ? [backup.job] : [])]
  expectJobs(all)
  const running = runJobs(all, database, jobListener(logs.jobs, database))
  hooks.push(async () => {
    running.stop()
    // Begins now and is awaited before the database is closed: requests are not kept waiting for it.
    void backup?.stop()
  })
  const heartbeat = runHeartbeat(database, installation)
  hooks.push(() => heartbeat.stop())
  const { port, host } = config
  const address = await app.listen({ port, host, backlog: waitingConnections }).catch((error: unknown) => {
    throw listeningRefused(error, config)
  })
  listeningAt = Number(new URL(address).port)
  announce(address, config, logs)
  hooks.push(async () => logs.process.info("Stopping"))
}

/**
 * FAULT-12: how many connections may wait until they are taken, as far as the system allows it. With Node's 511 a burst of 1,000 made
 * others wait 3 s for their second attempt to connect, while the process itself was never busy for more than 0.2 s.
 */
const waitingConnections = 4096

/** OPS-1 */
async function preparedBackup(
  { nightlyBackup: nightly, backupPassphrase: passphrase, dataDir }: Config,
  url: string,
  pepper: string,
): Promise<NightlyBackup | null> {
  if (!nightly || passphrase === null) return null
  const secrets = { ...(await storedSecrets(dataDir)), pepper }
  return nightlyBackup({
    ...nightly,
    url,
    dataDir,
    passphrase,
    secrets,
    pepperKid: passwordsWith(pepper).kid,
  })
}

/** Under which names a browser may have opened the portal that frames the demo's pages. */
function portalsOf({ site, host }: Config, port: number): readonly string[] {
  const given = site.staticAddress === null ? [] : [new URL(site.staticAddress).origin]
  const names = new Set([host.includes(":") ? `[${host}]` : host, "127.0.0.1", "localhost"])
  return [...given, ...[...names].map((name) => `http://${name}:${port}`)]
}

function startOutbox(
  { url, secret }: NonNullable<Config["smsGateway"]>,
  database: Database,
  keyed: Keyed,
  { messages }: Logs,
): SmsOutbox {
  const gateway = gatewayAt(url, secret, { send: outboundAnywhere().fetch })
  return runOutbox({ database, keyed, gateway, warn: (line) => messages.error(line) })
}

function startWebhook(
  { url, secret }: NonNullable<Config["reminderWebhook"]>,
  database: Database,
  keyed: Keyed,
  { messages }: Logs,
): SmsOutbox {
  const gateway = webhookAt(url, secret, { send: outboundAnywhere().fetch })
  return runOutbox({ database, keyed, channel: "webhook", gateway, warn: (line) => messages.error(line) })
}

/** Built, a worker thread draws them; run from the source there is none, and each request draws its own. */
function pictureMaker(): PictureMaker {
  const isBuilt = existsSync(new URL("slider-worker.js", import.meta.url))
  return isBuilt ? workerMaker() : inProcessMaker(randomInt)
}

/** Exported for development, where the database runs on while the server is restarted. */
export async function embeddedUrl(
  dataDir: string,
  hooks: ShutdownHooks,
  log: (line: string) => void = (line) => console.log(line),
): Promise<string> {
  const starting = startEmbedded({ dataDir, log })
  let embedded: Awaited<typeof starting> | null = null
  // Pushed before it has started: a stop meanwhile waits for it, or the process would end and leave PostgreSQL running.
  // Once it has started, its stop begins in the same tick, because a second Ctrl-C waits for nothing.
  hooks.push(async () => {
    await (embedded ? embedded.stop() : starting.then((late) => late.stop()).catch(() => {}))
  })
  embedded = await starting
  return embedded.url
}

/** Before anything else: a port that is taken is reported at once and not after the demo data is made. */
async function assertPortIsFree(config: Config): Promise<void> {
  const probe = createServer()
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once("error", reject).listen(config.port, config.host, resolve)
    })
  } catch (error) {
    throw listeningRefused(error, config)
  } finally {
    probe.close()
  }
}

function listeningRefused(error: unknown, { port, host }: Pick<Config, "port" | "host">, prefix = ""): Error {
  const { code } = error as NodeJS.ErrnoException
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${port} on ${host} is taken. Stop what uses it, or set ${prefix}PORT to another one.`,
    EACCES: `Port ${port} on ${host} may not be used by this user. Set ${prefix}PORT to one above 1023.`,
    EADDRNOTAVAIL: `${host} is no address of this machine. Set ${prefix}HOST to one that is.`,
  }
  return new Error(reasons[code ?? ""] ?? `Can't listen on ${host}:${port}: ${String(error)}`, {
    cause: error,
  })
}

/** Beside the built server (server/dist/main.js) as beside its source (server/src/main.ts). */
function builtPortal(): string | null {
  const folder = fileURLToPath(new URL("../../portal/dist/", import.meta.url))
  return existsSync(folder) ? folder : null
}

/** At every level but `silent`: whoever starts it must find it. Demo accounts are no secret, everybody knows their password. */
function announce(address: string, { site }: Config, { process: log }: Logs): void {
  const demoAccounts = accounts.map(({ account, who }) => ({ account, who }))
  const demo = site.isDemo ? { demoPassword, demoAccounts } : {}
  const always = log.level === "silent" ? log : log.child({}, { level: "info" })
  always.info({ address: `${address}/`, ...demo }, `${site.brand.name} is ready: ${address}/`)
}

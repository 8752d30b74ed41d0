import { demoPassword } from "@uc/contract/demo/accounts"
import { DrizzleQueryError } from "drizzle-orm"
import { randomInt } from "node:crypto"
import { existsSync } from "node:fs"
import { createServer } from "node:net"
import { fileURLToPath } from "node:url"
import { buildApp, stopApp } from "./app.ts"
import { readConfig, type Config } from "./config.ts"
import { assertNoDemoAccounts } from "./db/start-checks/assert-no-demo-accounts.ts"
import { assertSamePepper } from "./db/start-checks/assert-same-pepper.ts"
import { assertTrustworthy } from "./db/start-checks/assert-trustworthy.ts"
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
import { gatewayAt, webhookAt } from "./security/sms/sms-gateway.ts"
import { runOutbox, type SmsOutbox } from "./security/sms/sms-outbox.ts"
import { keyedBy, type Keyed } from "./security/keyed.ts"
import { errorText, loggedError } from "./errors/logged-error.ts"
import { runJobs } from "./scheduler/run-jobs.ts"
import { passwordsWith } from "./security/sign-in/passwords.ts"
import { secretsIn } from "./security/secrets.ts"
import { inProcessMaker, type PictureMaker } from "./slider/picture-maker.ts"
import { workerMaker } from "./slider/worker-maker.ts"
import { shutdownHooks, type ShutdownHooks } from "./shutdown-hooks.ts"

/**
 * The process: configuration, database, application, listening, and the shutdown. `portalFolder` holds the portal's document
 * and files; in development it is another one than what was built.
 */
export async function main(portalFolder = builtPortal()): Promise<void> {
  const hooks = shutdownHooks()
  try {
    const config = readConfig(process.env)
    hooks.allow(config.stopWithinMs)
    await start(config, portalFolder, hooks)
  } catch (error) {
    // Stopped while starting: the error comes from the database that was stopped under it.
    if (hooks.isTaken()) return
    console.error(error instanceof DrizzleQueryError ? errorText(error) : loggedError(error).message)
    await hooks.take(1)
  }
}

async function start(config: Config, portalFolder: string | null, hooks: ShutdownHooks): Promise<void> {
  await assertPortIsFree(config)
  const pepper = config.pepper ?? (await secretsIn(config.dataDir)).pepper
  const passwords = passwordsWith(pepper)
  const given = config.databaseUrl ?? (await embeddedUrl(config.dataDir, hooks))
  const wait = patience(config.databaseWaitS, (line) => console.log(line))
  await whenDatabaseIsThere(wait, () => assertTrustworthy(given))
  const pastPooler = await whenDatabaseIsThere(wait, () =>
    wayPastPooler({ url: given, listenUrl: config.databaseListenUrl }),
  )
  // What belongs to a session goes past a pooler; the pools alone go through it.
  const url = pastPooler ?? given
  const budget = await whenDatabaseIsThere(wait, () =>
    connectionBudget(url, { poolMax: config.poolMax, isPooled: pastPooler !== null }),
  )
  console.log(budget.sentence)
  hooks.push(async () => budget.release())
  await whenDatabaseIsThere(wait, () => migrate(url))
  await whenDatabaseIsThere(wait, () => assertSamePepper(url, passwords.kid))
  if (config.whyNoDemo !== null) await assertNoDemoAccounts(url, passwords, config.whyNoDemo)
  else
    await makeWorld(url, {
      size: "small",
      passwords,
      onProgress: (line) => console.log(line),
    })

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
  const database = openDatabase(given, (error) => console.error(errorText(error)), {
    poolMax: config.poolMax,
    pooledBeside: pastPooler,
    readUrl: config.databaseReadUrl,
    eventsName: budget.eventsName,
    onListening: () => budget.release(),
    say: (line) => console.error(line),
  })
  hooks.push(() => database.close())
  const keyed = keyedBy(pepper)
  const outbox = config.smsGateway && startOutbox(config.smsGateway, database, keyed)
  if (outbox) hooks.push(() => outbox.stop())
  const webhook = config.reminderWebhook && startWebhook(config.reminderWebhook, database, keyed)
  if (webhook) hooks.push(() => webhook.stop())
  const pictures = pictureMaker()
  hooks.push(() => pictures.close())
  const app = await buildApp({
    database,
    passwords,
    keyed,
    pictures,
    sms: outbox ? "gateway" : config.site.isDemo ? "screen" : null,
    onSmsQueued: () => outbox?.nudge(),
    hasWebhook: webhook !== null,
    site: config.site,
    portalFolder,
    trustedProxies: config.trustedProxies,
    logLevel: config.logLevel,
    requestBudget: config.requestBudget,
    nowMs: () => performance.now(),
    features,
  })
  hooks.push((untilMs) => stopApp(app, untilMs))
  const running = runJobs(jobs, database, (message, error) => app.log.warn({ err: error }, message))
  hooks.push(async () => running.stop())
  const { port, host } = config
  const address = await app.listen({ port, host }).catch((error: unknown) => {
    throw listeningRefused(error, config)
  })
  listeningAt = Number(new URL(address).port)
  announce(address, config)
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
): SmsOutbox {
  const gateway = gatewayAt(url, secret)
  return runOutbox({ database, keyed, gateway, warn: (line) => console.error(line) })
}

function startWebhook(
  { url, secret }: NonNullable<Config["reminderWebhook"]>,
  database: Database,
  keyed: Keyed,
): SmsOutbox {
  const gateway = webhookAt(url, secret)
  return runOutbox({ database, keyed, channel: "webhook", gateway, warn: (line) => console.error(line) })
}

/** Built, a worker thread draws them; run from the source there is none, and each request draws its own. */
function pictureMaker(): PictureMaker {
  const isBuilt = existsSync(new URL("slider-worker.js", import.meta.url))
  return isBuilt ? workerMaker() : inProcessMaker(randomInt)
}

/** Exported for development, where the database runs on while the server is restarted. */
export async function embeddedUrl(dataDir: string, hooks: ShutdownHooks): Promise<string> {
  const starting = startEmbedded({ dataDir, log: (line) => console.log(line) })
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

function listeningRefused(error: unknown, { port, host }: Config): Error {
  const { code } = error as NodeJS.ErrnoException
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${port} on ${host} is taken. Stop what uses it, or set PORT to another one.`,
    EACCES: `Port ${port} on ${host} may not be used by this user. Set PORT to one above 1023.`,
    EADDRNOTAVAIL: `${host} is no address of this machine. Set HOST to one that is.`,
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

function announce(address: string, { site }: Config): void {
  console.log(`\n${site.brand.name} is ready: ${address}/`)
  if (!site.isDemo) return
  console.log(`Demo accounts (password ${demoPassword}):`)
  for (const { account, who } of accounts) console.log(`  ${account.padEnd(10)} ${who}`)
}

import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { buildApp } from "./app.ts"
import { readConfig, type Config } from "./config.ts"
import { assertTrustworthy } from "./db/assert-trustworthy.ts"
import { accounts, demoPassword } from "./db/demo/accounts.ts"
import { makeWorld } from "./db/demo/make-world.ts"
import { startEmbedded } from "./db/embedded.ts"
import { migrate } from "./db/migrate.ts"
import { openDatabase } from "./db/open.ts"
import { passwordsWith } from "./passwords.ts"
import { secretsIn } from "./secrets.ts"

/** The process: configuration, database, application, listening, and the way out. */
export async function main(): Promise<void> {
  try {
    await start(readConfig(process.env))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}

async function start(config: Config): Promise<void> {
  const pepper = config.pepper ?? (await secretsIn(config.dataDir)).pepper
  const passwords = passwordsWith(pepper)
  const embedded = config.databaseUrl
    ? null
    : await startEmbedded({ dataDir: config.dataDir, log: (line) => console.log(line) })
  const url = config.databaseUrl ?? embedded?.url ?? ""
  const cleanUp: (() => Promise<void>)[] = embedded ? [() => embedded.stop()] : []
  const stop = async () => {
    for (const step of cleanUp.toReversed()) await step()
  }

  try {
    await assertTrustworthy(url)
    await migrate(url)
    if (config.site.isDemo)
      await makeWorld(url, { size: "small", hashPassword: passwords.hash, onProgress: (line) => console.log(line) })

    const database = openDatabase(url, (error) => console.error(error))
    cleanUp.push(() => database.close())
    const app = await buildApp({
      database,
      passwords,
      site: config.site,
      portalFolder: portalFolder(),
      trustedProxies: config.trustedProxies,
      logger: { level: config.logLevel },
      nowMs: () => performance.now(),
    })
    cleanUp.push(() => app.close())
    const address = await app.listen({ port: config.port, host: config.host }).catch((error: unknown) => {
      throw isPortTaken(error)
        ? new Error(`Port ${config.port} on ${config.host} is taken. Stop what uses it, or set PORT to another one.`)
        : error
    })
    announce(address, config)
  } catch (error) {
    await stop()
    throw error
  }

  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => {
      stop().then(
        () => process.exit(0),
        (error: unknown) => {
          console.error(error)
          process.exit(1)
        },
      )
    })
}

function isPortTaken(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EADDRINUSE"
}

/** Beside the built server (server/dist/main.js) as beside its source (server/src/main.ts). */
function portalFolder(): string | null {
  const folder = fileURLToPath(new URL("../../portal/dist/", import.meta.url))
  return existsSync(folder) ? folder : null
}

function announce(address: string, { site }: Config): void {
  console.log(`\n${site.brand.name} is ready: ${address}/`)
  if (!site.isDemo) return
  console.log(`Demo accounts (password ${demoPassword}):`)
  for (const { account, who } of accounts) console.log(`  ${account.padEnd(10)} ${who}`)
}

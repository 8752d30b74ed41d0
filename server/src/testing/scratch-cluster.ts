import { chmodSync, existsSync, mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { TestProject } from "vitest/node"
import { testPasswords } from "./test-passwords.ts"
import { makeWorld } from "../demo/make-world.ts"
import { startEmbedded } from "../db/embedded/start-embedded.ts"
import { migrate } from "../db/migrate.ts"
import { stopPostmaster, isAlive } from "../db/embedded/postmaster.ts"
import { databaseUrl, runAs } from "./scratch-database.ts"
import { memoryDisk, scratchPlace } from "../../../scripts/scratch-place.ts"

declare module "vitest" {
  interface ProvidedContext {
    adminUrl: string
    /** A database with the tiny demo data, without connections: it is only copied. */
    template: string
    /** Long tests check all cases, and not only the important ones (`npm run soak`). */
    isWhole: boolean
    /** Another PostgreSQL than the embedded one; empty: none. */
    testDatabaseUrl: string
    /** The pepper of the template's passwords. */
    pepper: string
  }
}

const template = "uc_template"
const pepper = "a pepper that only the tests use, nowhere else"
const prefix = "user-centre-test-"

/** Before the server's tests: one PostgreSQL in a temporary folder, and the database that each file's own is copied from. */
export default async function scratchCluster({ provide, config }: TestProject): Promise<() => Promise<void>> {
  await removeLeftovers()
  // soak/postgres-versions.soak.ts: the tests on another PostgreSQL, which is the superuser's address of an empty one.
  const given = config.provide.testDatabaseUrl
  const { adminUrl, end } = given ? await prepared(given) : await ownCluster()
  try {
    const url = databaseUrl(adminUrl, "uc", template)
    await runAs(adminUrl, `create database ${template} owner uc`)
    await migrate(url)
    const passwords = testPasswords(pepper)
    await makeWorld(url, { size: "tiny", passwords })
    // Autovacuum would connect, and PostgreSQL copies only databases without connections.
    await runAs(adminUrl, `alter database ${template} is_template true allow_connections false`)
    provide("adminUrl", adminUrl)
    provide("template", template)
    provide("pepper", pepper)
  } catch (error) {
    await end()
    throw error
  }
  return end
}

interface TestCluster {
  readonly adminUrl: string
  readonly end: () => Promise<void>
}

async function ownCluster(): Promise<TestCluster> {
  const folder = mkdtempSync(join(scratchPlace(), `${prefix}${process.pid}-`))
  chmodSync(folder, 0o711)
  const embedded = await startEmbedded({ dataDir: folder, log: () => {}, isThrowaway: true })
  return {
    adminUrl: embedded.adminUrl,
    end: async () => {
      await embedded.stop()
      rmSync(folder, { recursive: true })
    },
  }
}

/** As the embedded one prepares itself. */
async function prepared(adminUrl: string): Promise<TestCluster> {
  await runAs(adminUrl, "create role uc login nosuperuser nobypassrls nocreatedb nocreaterole")
  await runAs(databaseUrl(adminUrl, "postgres", "template1"), "create extension if not exists pg_trgm")
  return { adminUrl, end: () => Promise.resolve() }
}

/** A run that was killed could not stop its database. */
async function removeLeftovers(): Promise<void> {
  const places = [tmpdir(), memoryDisk].filter((place) => existsSync(place))
  const found = places.flatMap((place) =>
    readdirSync(place).map((name) => ({ name, path: join(place, name) })),
  )
  for (const { name, path } of found) {
    const pid = Number(new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1] ?? 0)
    if (!pid || isAlive(pid)) continue
    const dataDir = realpathSync(path)
    await stopPostmaster({ folder: join(dataDir, "postgres"), logFile: "", user: null }, 0)
    rmSync(dataDir, { recursive: true, force: true })
  }
}

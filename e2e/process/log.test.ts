import { once } from "node:events"
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { expect, test } from "@playwright/test"
import { spawnProduct, temporaryDataDir } from "../product.ts"

test.describe.configure({ timeout: 120_000 })

/** What Node prints by itself: a warning, and an error that nobody catches. */
const faults = `
  process.emitWarning("from the test")
  process.on("SIGUSR2", () => { throw new Error("Phone 13812345678 broke it") })`

type Entry = Readonly<Record<string, unknown>>

test("[OPS-3] from start to an uncaught fault every line is one JSON object, and it ends in order", async () => {
  const dataDir = temporaryDataDir()
  const loaded = mkdtempSync(join(tmpdir(), "user-centre-loaded-"))
  try {
    // Where a run was measured for its coverage, Node lists every file that it has loaded.
    const variables = { DATA_DIR: dataDir, DEMO: "off", METRICS_PORT: "0", NODE_V8_COVERAGE: loaded }
    const child = spawnProduct(variables, undefined, faults)
    const entries: Entry[] = []
    const broken: string[] = []
    for (const stream of [child.stdout, child.stderr])
      createInterface(stream).on("line", (line) => {
        try {
          entries.push(JSON.parse(line) as Entry)
        } catch {
          broken.push(line)
        }
      })
    const ending = once(child, "close")
    const ready = () => entries.find(({ msg }) => /is ready: /.test(String(msg)))
    await expect.poll(() => ready() ?? broken.at(0), { timeout: 60_000 }).toBeDefined()
    const address = String(ready()?.["address"])
    expect((await fetch(new URL("/nowhere", address))).status).toBe(404)
    // A library that is loaded with this request prints a line of its own on Node 20.
    expect((await fetch(new URL("/oidc/.well-known/openid-configuration", address))).status).toBe(200)
    const metrics = entries.find(({ module }) => module === "metrics")
    expect(await (await fetch(String(metrics?.["address"]))).text()).toContain("\nuc_database_up 1\n")
    await expect.poll(() => entries.some(({ msg }) => String(msg).startsWith("Node warns"))).toBe(true)
    child.kill("SIGUSR2")
    expect(await ending).toEqual([1, null])

    expect(broken).toEqual([])
    const said = (module: string, words: RegExp) =>
      entries.find((entry) => entry["module"] === module && words.test(String(entry["msg"])))
    expect(said("database", /^Making the database's files/)).toMatchObject({ level: "info" })
    expect(said("database", /^The migration 0000_schema has run/)).toMatchObject({ level: "info" })
    expect(said("process", /is ready/)).toMatchObject({ level: "info", address })
    expect(said("process", /^Node warns/)).toMatchObject({ level: "warn", err: { message: "from the test" } })
    expect(said("access", /^request$/)).toMatchObject({ call: "no-such-address", status: 404 })
    expect(said("process", /nobody caught: Phone \*\*\* broke it/)).toMatchObject({ level: "fatal" })
    expect(said("process", /^Stopping/)).toBeDefined()
    expect(JSON.stringify(entries)).not.toContain("13812345678")
    expect(existsSync(join(dataDir, "postgres", "postmaster.pid"))).toBe(false)

    // OPS-2: without a collector nothing of OpenTelemetry's SDK is loaded.
    const files = readdirSync(loaded)
      .map((name) => readFileSync(join(loaded, name), "utf8"))
      .join()
    expect(files).toContain("/node_modules/prom-client/")
    expect(files).not.toContain("/node_modules/@opentelemetry/sdk-trace")
    expect(files).not.toContain("/node_modules/@opentelemetry/exporter")
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
    rmSync(loaded, { recursive: true, force: true })
  }
})

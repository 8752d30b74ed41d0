import { spawn } from "node:child_process"
import { once } from "node:events"
import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { scratchPlace } from "../scripts/scratch-place.ts"

export interface Product {
  /** e.g. `http://127.0.0.1:40123` */
  readonly address: string
  readonly dataDir: string
  /** What it has printed so far. */
  readonly output: () => string
  /** Sends a signal and returns how it ended. Its data stays. */
  readonly ended: (signal: NodeJS.Signals) => Promise<{ code: number | null; signal: NodeJS.Signals | null }>
  /** Stops it and its database in order, and removes its data. */
  readonly stop: () => Promise<void>
}

const builtServer = new URL("../server/dist/main.js", import.meta.url).href

/** A folder that the database's user can enter, also when the tests run as root. */
export function temporaryDataDir(): string {
  const folder = mkdtempSync(join(scratchPlace(), "user-centre-e2e-"))
  chmodSync(folder, 0o711)
  return folder
}

/** The process alone, from its first moment on. `more`: code that it runs once it has started. */
export function spawnProduct(variables: Readonly<Record<string, string>>, server = builtServer, more = "") {
  const start = `import { main } from ${JSON.stringify(server)}; await main();${more}`
  return spawn(process.execPath, ["--input-type=module", "--eval", start], {
    env: { ...process.env, PORT: "0", ...variables },
    stdio: ["ignore", "pipe", "pipe"],
    // A Ctrl-C is for the test runner, which stops us in order.
    detached: true,
  })
}

/**
 * Starts a product of its own, as `npm start` does once everything is built. Variables may be set, e.g.
 * `{ STATIC_ADDRESS: "http://portal.example.cn/" }`. Fails with what was printed when it ends before it is ready. `server`: where another
 * version of it stands.
 */
export async function startProduct(
  variables: Readonly<Record<string, string>> = {},
  server = builtServer,
): Promise<Product> {
  const dataDir = variables["DATA_DIR"] ?? temporaryDataDir()
  const child = spawnProduct({ DATA_DIR: dataDir, ...variables }, server)
  const lines: string[] = []
  const ending = once(child, "exit") as Promise<[number | null, NodeJS.Signals | null]>
  const ready = new Promise<string>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface(stream).on("line", (line) => {
        lines.push(line)
        const address = /is ready: (http[^\s"]+?)\/?(?:"|$)/.exec(line)?.[1]
        if (address) resolve(address)
      })
    }
  })
  const removeData = () => {
    if (!variables["DATA_DIR"]) rmSync(dataDir, { recursive: true, force: true })
  }
  const address = await Promise.race([
    ready,
    ending.then(([code]) => {
      removeData()
      throw new Error(`The product ended with code ${code}:\n${lines.join("\n")}`)
    }),
  ])
  const ended = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    const [code, by] = await ending
    return { code, signal: by }
  }
  return {
    address,
    dataDir,
    output: () => lines.join("\n"),
    ended,
    async stop() {
      await ended("SIGTERM")
      removeData()
    },
  }
}

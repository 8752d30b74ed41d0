import { spawn } from "node:child_process"
import { once } from "node:events"
import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"

export interface Product {
  /** e.g. `http://127.0.0.1:40123` */
  readonly address: string
  /** What it has printed so far. */
  readonly output: () => string
  /** Stops it and its database in order, and removes its data. */
  readonly stop: () => Promise<void>
}

const server = new URL("../server/dist/main.js", import.meta.url).href

/** Starts one more product with other variables, e.g. `{ STATIC_ADDRESS: "https://portal.example.cn/" }`. */
export async function startProduct(variables: Readonly<Record<string, string>> = {}): Promise<Product> {
  const dataDir = mkdtempSync(join(tmpdir(), "user-centre-e2e-"))
  chmodSync(dataDir, 0o711)
  const start = `import { main } from ${JSON.stringify(server)}; await main()`
  const child = spawn(process.execPath, ["--input-type=module", "--eval", start], {
    env: { ...process.env, PORT: "0", DATA_DIR: dataDir, ...variables },
    stdio: ["ignore", "pipe", "pipe"],
    // A Ctrl-C is for the test runner, which stops us in order.
    detached: true,
  })
  const lines: string[] = []
  const ended = once(child, "exit")
  const address = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface(stream).on("line", (line) => {
        lines.push(line)
        const ready = /is ready: (http\S+?)\/?$/.exec(line)?.[1]
        if (ready) resolve(ready)
      })
    }
    child.once("exit", (code) =>
      reject(new Error(`The product ended with code ${code} before it was ready:\n${lines.join("\n")}`)),
    )
  })
  return {
    address,
    output: () => lines.join("\n"),
    async stop() {
      child.kill("SIGTERM")
      await ended
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

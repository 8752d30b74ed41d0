import { spawn, type ChildProcess } from "node:child_process"
import { once } from "node:events"
import { existsSync, readFileSync, rmSync, utimesSync } from "node:fs"
import { connect } from "node:net"
import { join } from "node:path"
import { expect, test } from "@playwright/test"
import { portalBase } from "@uc/contract/core/site-defaults"
import { withoutNpm } from "../../scripts/prepare.mjs"
import { temporaryDataDir } from "../product.ts"

const root = join(import.meta.dirname, "..", "..")

// One `npm run dev` for all of them, one after the other; the last one ends it.
test.describe.configure({ mode: "serial", timeout: 120_000 })

let child: ChildProcess
let exit: Promise<unknown>
let dataDir = ""
let address = ""
const lockFile = () => join(dataDir, "postgres", "postmaster.pid")

test.beforeAll(async () => {
  dataDir = temporaryDataDir()
  child = spawn("npm", ["run", "dev"], {
    cwd: root,
    env: { ...withoutNpm(process.env), PORT: "0", DATA_DIR: dataDir, DEMO: "off" },
    stdio: ["ignore", "pipe", "inherit"],
    // A process group of its own, as a terminal makes one: its Ctrl-C reaches all of them.
    detached: true,
  })
  exit = once(child, "exit")
  let printed = ""
  child.stdout?.on("data", (some: Buffer) => (printed += some.toString()))
  const ready = expect.poll(() => printed, { timeout: 90_000 }).toMatch(/is ready: http\S+\s/)
  await Promise.race([
    ready,
    exit.then(() => {
      throw new Error(`It ended:\n${printed}`)
    }),
  ])
  address = /is ready: (http\S+?)\/\s/.exec(printed)?.[1] ?? ""
})

test.afterAll(async () => {
  pressControlC()
  await exit
  rmSync(dataDir, { recursive: true, force: true })
})

/** Tells whether anybody of the process group was left to hear it. */
function signal(name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-(child.pid ?? Number.NaN), name)
  } catch {
    return false
  }
}
const pressControlC = () => signal("SIGINT")

/** Its time alone, so that a run that is killed leaves nothing changed. */
function save(path: string): void {
  const now = new Date()
  utimesSync(join(root, path), now, now)
}

/** Every process numbers its answers below a name of its own. */
async function serverProcess(): Promise<string | undefined> {
  const answer = await fetch(`${address}/readyz`)
  expect(answer.status).toBe(200)
  return answer.headers.get("x-request-id")?.split(".")[0]
}

function isListening(): Promise<boolean> {
  const { hostname, port } = new URL(address)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false))
    socket.once("connect", () => socket.destroy())
  })
}

test("[LAYOUT-7] npm run dev: a saved file of the portal reaches the open page without a reload", async ({
  page,
}) => {
  await page.goto(`${address}${portalBase}#/newLogin`)
  const account = page.getByLabel("账号", { exact: true })
  await account.fill("school")
  let updates = 0
  page.on("request", (request) => {
    if (/\/login\.page\.tsx\?t=/.test(request.url())) updates += 1
  })
  const saved = () => {
    save("portal/src/features/login/login.page.tsx")
    return updates
  }
  await expect.poll(saved).toBeGreaterThan(0)
  // A page that was reloaded would have forgotten it.
  await expect(account).toHaveValue("school")
})

test("[LAYOUT-7] npm run dev: a saved file of the server restarts it, and the database runs on", async () => {
  const [database, before] = [readFileSync(lockFile(), "utf8"), await serverProcess()]
  save("server/src/main.ts")
  await expect.poll(serverProcess).not.toBe(before)
  expect(readFileSync(lockFile(), "utf8")).toBe(database)
})

test("[LAYOUT-7] npm run dev: Ctrl-C ends every process, the database too, and frees the port", async () => {
  expect(await isListening()).toBe(true)
  pressControlC()
  await exit
  await expect.poll(() => signal(0)).toBe(false)
  expect(existsSync(lockFile())).toBe(false)
  expect(await isListening()).toBe(false)
})

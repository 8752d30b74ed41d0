import { spawn } from "node:child_process"
import { once } from "node:events"
import { closeSync, mkdtempSync, openSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import type { Call, OutputOf } from "@uc/contract/core/call"
import { accountCalls } from "@uc/contract/account/calls"
import { createHash } from "node:crypto"
import { demoPassword } from "@uc/contract/demo/accounts"
import { defaultSiteConfig } from "@uc/contract/core/site-defaults"
import { withoutNpm } from "../scripts/prepare.mjs"

export interface Product {
  readonly address: string
  /** From the command to the first 200 of /readyz. */
  readonly readyMs: number
  readonly output: () => string
  readonly stop: () => Promise<void>
}

/** Benchmarks ask from one address, and some with one session, as fast as they can. */
export const unlimited = { REQUESTS_PER_ADDRESS_PER_S: "0", REQUESTS_PER_SESSION_PER_S: "0" } as const

/** How often the log is looked at until the product is ready. */
const lookMs = 10

/** Types `npm start` and waits until the product says that it is ready. `more`: variables of its environment. */
export async function npmStart(
  root: string,
  dataDir: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Product> {
  const own = process.env["npm_execpath"]
  const [command, first] = own?.endsWith("js") ? [process.execPath, [own]] : ["npm", []]
  // Into a file, as a service's log: the access log of a benchmark would take half a core of whoever reads it line by line.
  const log = join(mkdtempSync(`${dataDir}-log-`), "log")
  const written = openSync(log, "a")
  const output = () => readFileSync(log, "utf8")
  const beganMs = performance.now()
  const child = spawn(command, [...first, "start"], {
    cwd: root,
    // Its own group, so that a Ctrl-C reaches us alone and we stop it in order.
    detached: true,
    env: {
      ...withoutNpm(process.env),
      PORT: "0",
      HOST: "127.0.0.1",
      DATA_DIR: dataDir,
      DEMO: "on",
      ...unlimited,
      ...more,
    },
    stdio: ["ignore", written, written],
  })
  closeSync(written)
  const ended = once(child, "exit")
  let address: string | undefined
  while (address === undefined) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`The product ended before it was ready:\n${output()}`)
    address = /is ready: (http[^\s"]+?)\/?(?:"|$)/m.exec(output())?.[1]
    await setTimeout(lookMs)
  }
  while (!(await fetch(`${address}/readyz`)).ok);
  const readyMs = performance.now() - beganMs
  return {
    address,
    readyMs,
    output,
    async stop() {
      child.kill("SIGTERM")
      await ended
    },
  }
}

/** Signs in through the call itself and gives the cookie that a browser would send. */
export async function signedIn(address: string, account: string): Promise<{ name: string; value: string }> {
  const { service, path, method } = accountCalls.signIn
  const password = createHash("md5").update(demoPassword).digest("hex").toUpperCase()
  const answer = await fetch(`${address}${defaultSiteConfig.services[service]}${path}`, {
    method,
    headers: { "content-type": "application/x-www-form-urlencoded", origin: address },
    body: new URLSearchParams({ account, password }).toString(),
  })
  const session = answer.headers.getSetCookie().find((cookie) => /^(__Host-)?uc_sid=/.test(cookie))
  const [name, value] = session?.split(";")[0]?.split("=") ?? []
  if (!name || !value) throw new Error(`Signing in was answered with ${answer.status} and no cookie`)
  return { name, value }
}

/** Asks a call that changes nothing as the one who has this cookie, and gives what it answered. */
export async function asked<C extends Call>(
  address: string,
  cookie: string,
  { service, method, path, fixed, answerIn }: C,
  input: Record<string, string>,
): Promise<OutputOf<C>> {
  const said = new URLSearchParams({ ...fixed, ...input }).toString()
  const place = `${address}${defaultSiteConfig.services[service]}${path}`
  const answer =
    method === "GET"
      ? await fetch(`${place}?${said}`, { headers: { cookie } })
      : await fetch(place, {
          method,
          headers: { cookie, origin: address, "content-type": "application/x-www-form-urlencoded" },
          body: said,
        })
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as Record<string, OutputOf<C>>)[answerIn] as OutputOf<C>
}

import { spawn } from "node:child_process"
import { createHash } from "node:crypto"
import { once } from "node:events"
import { connect, type Socket } from "node:net"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { demoPassword } from "@uc/contract/demo/accounts"
import { accountCalls } from "@uc/contract/account/calls"
import { defaultSiteConfig } from "@uc/contract/core/site-defaults"
import { query } from "../e2e/database.ts"
import type { Benchmark, Context } from "./benchmark.ts"
import { compared } from "./statistics.ts"

/** As many as wait for one of the two places at a busy time, and fewer than are sent away. */
const concurrency = 8

export const signIn: Benchmark = {
  name: "sign-in",
  goal: "at least 0.8x of the sign-ins per second that bare argon2 verifications allow",
  async run(context) {
    const { address } = await context.product()
    const accounts = everybody(context.scratch("data"))
    const ours: number[] = []
    const bare: number[] = []
    const runs = context.isQuick ? 1 : 7
    // The first rounds warm both up and are not counted: each of the server's connections plans its statements by itself.
    const warmUps = context.isQuick ? 0 : 3
    for (let round = 0; round < warmUps + runs; round++) {
      const seconds = context.isQuick ? 2 : 5
      const signIns = await signInsPerSecond(address, accounts, seconds)
      const verifications = await verificationsPerSecond(context, seconds)
      context.say(`${signIns.toFixed(1)} sign-ins/s, ${verifications.toFixed(1)} bare argon2/s`)
      if (round < warmUps) continue
      ours.push(signIns)
      bare.push(verifications)
    }
    return [
      {
        name: "sign-ins per second",
        unit: "/s",
        ...compared(ours, bare, "bare argon2 verifications"),
        goal: { of: "ratio", limit: "at least", number: 0.8 },
      },
    ]
  },
}

/** A morning: the demo data's people, all of them with the same password, come one after the other, again and again. */
async function* everybody(dataDir: string): AsyncGenerator<string, never> {
  const rows = await query<{ account: string }>(
    "select account from person where disabled_at is null order by id",
    [],
    dataDir,
  )
  for (;;) for (const { account } of rows) yield account
}

async function signInsPerSecond(
  address: string,
  accounts: AsyncGenerator<string, never>,
  seconds: number,
): Promise<number> {
  const beganMs = performance.now()
  let count = 0
  const worker = async () => {
    const line = await openLine(address)
    while (performance.now() - beganMs < seconds * 1000) {
      const { value } = await accounts.next()
      await signInOnce(line, value)
      count++
    }
    line.socket.destroy()
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  return count / ((performance.now() - beganMs) / 1000)
}

interface Line {
  readonly socket: Socket
  readonly address: URL
}

/** Written and read by hand: who asks runs on the same two cores, and `fetch` alone would cost a tenth of a sign-in. */
async function openLine(address: string): Promise<Line> {
  const url = new URL(address)
  const socket = connect(Number(url.port), url.hostname)
  await once(socket, "connect")
  return { socket, address: url }
}

async function signInOnce({ socket, address }: Line, account: string): Promise<void> {
  const { service, path, method } = accountCalls.signIn
  const body = new URLSearchParams({ account, password: md5(demoPassword) }).toString()
  socket.write(
    [
      `${method} ${defaultSiteConfig.services[service]}${path} HTTP/1.1`,
      `host: ${address.host}`,
      `origin: ${address.origin}`,
      "content-type: application/x-www-form-urlencoded",
      `content-length: ${body.length}`,
      "",
      body,
    ].join("\r\n"),
  )
  let answer = ""
  while (!isWhole(answer)) answer += String(((await once(socket, "data")) as [Buffer])[0])
  const status = answer.slice(9, 12)
  if (status !== "200") throw new Error(`Signing in was answered with ${status}`)
}

function isWhole(answer: string): boolean {
  const end = answer.indexOf("\r\n\r\n")
  if (end < 0) return false
  const length = Number(/^content-length: (\d+)/im.exec(answer)?.[1])
  return Buffer.byteLength(answer.slice(end + 4)) >= length
}

function md5(password: string): string {
  return createHash("md5").update(password).digest("hex").toUpperCase()
}

async function verificationsPerSecond({ root }: Context, seconds: number): Promise<number> {
  const program = join(root, "bench", "bare-argon2.mjs")
  const child = spawn(process.execPath, [program, String(seconds)], { stdio: ["ignore", "pipe", "inherit"] })
  const [output] = await Promise.all([text(child.stdout), once(child, "exit")])
  return Number(output)
}

import { spawn } from "node:child_process"
import { createHash } from "node:crypto"
import { once } from "node:events"
import { Agent, request } from "node:http"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { demoAccounts, demoPassword } from "@uc/contract/demo-accounts"
import { sessionCalls } from "@uc/contract/session"
import { defaultSiteConfig } from "@uc/contract/site-defaults"
import type { Benchmark, Context } from "./benchmark.ts"
import { compared } from "./statistics.ts"

/** As many as wait for one of the two places at a busy time, and fewer than are sent away. */
const atOnce = 8

export const signIn: Benchmark = {
  name: "sign-in",
  goal: "at least 0.8x of the sign-ins per second that bare argon2 verifications allow",
  async run(context) {
    const { address } = await context.product()
    const ours: number[] = []
    const bare: number[] = []
    const rounds = context.isQuick ? 1 : 7
    // The first round warms both up and is not counted.
    for (let round = 0; round <= rounds; round++) {
      const seconds = context.isQuick ? 2 : 5
      const signIns = await signInsPerSecond(address, seconds)
      const verifications = await verificationsPerSecond(context, seconds)
      context.say(`${signIns.toFixed(1)} sign-ins/s, ${verifications.toFixed(1)} bare argon2/s`)
      if (round === 0) continue
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

async function signInsPerSecond(address: string, seconds: number): Promise<number> {
  // Both measured run on the same cores as this: `fetch` alone would cost a tenth of a sign-in.
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  const beganMs = performance.now()
  let count = 0
  const worker = async (first: number) => {
    for (let at = first; performance.now() - beganMs < seconds * 1000; at++) {
      await signInOnce(address, demoAccounts[at % demoAccounts.length]?.account ?? "", agent)
      count++
    }
  }
  await Promise.all(Array.from({ length: atOnce }, (_, at) => worker(at)))
  const elapsedS = (performance.now() - beganMs) / 1000
  agent.destroy()
  return count / elapsedS
}

function signInOnce(address: string, account: string, agent: Agent): Promise<void> {
  const { service, path, method } = sessionCalls.signIn
  const body = new URLSearchParams({ account, password: md5(demoPassword) }).toString()
  const headers = {
    "content-type": "application/x-www-form-urlencoded",
    "content-length": Buffer.byteLength(body),
    origin: address,
  }
  return new Promise((resolve, reject) => {
    const asked = request(`${address}${defaultSiteConfig.services[service]}${path}`, {
      method,
      headers,
      agent,
    })
    asked.on("error", reject)
    asked.on("response", (answer) => {
      answer.resume()
      answer.on("error", reject)
      answer.on("end", () => {
        if (answer.statusCode === 200) resolve()
        else reject(new Error(`Signing in was answered with ${answer.statusCode}`))
      })
    })
    asked.end(body)
  })
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

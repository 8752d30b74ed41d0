import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { demoAccounts } from "@uc/contract/demo-accounts"
import type { Benchmark, Context } from "./benchmark.ts"
import { signedIn } from "./product.ts"
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
  const beganMs = performance.now()
  let count = 0
  const worker = async (first: number) => {
    for (let at = first; performance.now() - beganMs < seconds * 1000; at++) {
      await signedIn(address, demoAccounts[at % demoAccounts.length]?.account ?? "")
      count++
    }
  }
  await Promise.all(Array.from({ length: atOnce }, (_, at) => worker(at)))
  return count / ((performance.now() - beganMs) / 1000)
}

async function verificationsPerSecond({ root }: Context, seconds: number): Promise<number> {
  const program = join(root, "bench", "bare-argon2.mjs")
  const child = spawn(process.execPath, [program, String(seconds)], { stdio: ["ignore", "pipe", "inherit"] })
  const [output] = await Promise.all([text(child.stdout), once(child, "exit")])
  return Number(output)
}

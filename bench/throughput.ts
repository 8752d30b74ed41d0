import { menuCalls } from "@uc/contract/menus/calls"
import { accountCalls } from "@uc/contract/account/calls"
import { defaultSiteConfig } from "@uc/contract/core/site-defaults"
import { fire, type Fired } from "./autocannon.ts"
import { startBare } from "./bare.ts"
import type { Benchmark, Measured } from "./benchmark.ts"
import { signedIn } from "./product.ts"
import { compared } from "./statistics.ts"

const calls = [accountCalls.current, menuCalls.ofUser]

export const throughput: Benchmark = {
  name: "throughput",
  goal: "at least 0.4x of the requests per second of a bare Fastify route that answers the same bytes",
  async run(context) {
    const { address } = await context.product()
    const cookie = await signedIn(address, "school")
    const headers = { cookie: `${cookie.name}=${cookie.value}`, origin: address }
    const targets = calls.map(({ service, path, method }) => ({
      path: `${defaultSiteConfig.services[service]}${path}`,
      method,
      headers:
        method === "POST" ? { ...headers, "content-type": "application/x-www-form-urlencoded" } : headers,
    }))
    const routes = await Promise.all(
      targets.map(async ({ path, method, headers: sent }) => {
        const answer = await fetch(`${address}${path}`, { method, headers: sent })
        const body = await answer.text()
        if (answer.status !== 200) throw new Error(`${path} was answered with ${answer.status}: ${body}`)
        return { method, path, type: answer.headers.get("content-type") ?? "", body }
      }),
    )
    const bare = await startBare(context, { folder: null, routes })

    const fired = targets.map(() => ({ ours: [] as Fired[], bare: [] as Fired[] }))
    const runs = context.isQuick ? 1 : 7
    // The first round warms both up and is not counted.
    for (let round = 0; round <= runs; round++)
      for (const [at, target] of targets.entries()) {
        const ours = await fire(context, address, target)
        const beside = await fire(context, bare, target)
        context.say(
          `${target.path}: ${Math.round(ours.perSecond)}/s, bare ${Math.round(beside.perSecond)}/s${round === 0 ? " (warming up)" : ""}`,
        )
        if (round === 0) continue
        fired[at]?.ours.push(ours)
        fired[at]?.bare.push(beside)
      }

    return fired.flatMap(({ ours, bare: besides }, at): Measured[] => {
      const name = targets[at]?.path.split("/").at(-1) ?? ""
      const row = (unit: string, pick: (fire: Fired) => number) => ({
        unit,
        ...compared(ours.map(pick), besides.map(pick), "bare Fastify route"),
      })
      return [
        {
          name: `${name}, requests per second`,
          ...row("/s", ({ perSecond }) => perSecond),
          goal: { of: "ratio", limit: "at least", number: 0.4 },
        },
        { name: `${name}, p99`, ...row("ms", ({ p99Ms }) => p99Ms) },
      ]
    })
  },
}

import { patrolCalls } from "@uc/contract/patrols/calls"
import { patrolAdminCalls } from "@uc/contract/patrols/admin-calls"
import { accountCalls } from "@uc/contract/account/calls"
import type { Benchmark, Context, Measured } from "./benchmark.ts"
import { largeProduct } from "./large-product.ts"
import { asked, signedIn } from "./product.ts"
import { quantile } from "./statistics.ts"

const goalMs = 300
const dayMs = 24 * 3_600_000

function dayAgo(days: number): string {
  return new Date(Date.now() + 8 * 3_600_000 - days * dayMs).toISOString().slice(0, 10)
}

/** WORK-3: what the statistics of patrols ask when somebody chooses a year. The large world has walked one. */
export const patrolStatistics: Benchmark = {
  name: "patrol-statistics",
  goal: `a year of patrols of 500 schools, by day, by organisation and by person: p95 at most ${goalMs} ms`,
  async run(context) {
    const { address } = context.isQuick ? await context.product() : await largeProduct(context)
    const admin = await signedIn(address, "admin")
    const school = await signedIn(address, "school")
    return measured(context, address, {
      all: `${admin.name}=${admin.value}`,
      one: `${school.name}=${school.value}`,
    })
  },
}

async function measured(
  context: Context,
  address: string,
  cookies: { readonly all: string; readonly one: string },
): Promise<Measured[]> {
  const [from, to] = [dayAgo(364), dayAgo(0)]
  // As the page asks: whole days; and as a hosted page may: from some moment to some other, so that the edges are counted.
  const whole = { starttime: `${from} 00:00:00`, endtime: `${to} 23:59:59` }
  const uneven = { starttime: `${from} 11:22:33`, endtime: `${to} 09:08:07` }
  const { planned, days } = await asked(address, cookies.all, patrolCalls.statistics, whole)
  const { orgid } = await asked(address, cookies.one, accountCalls.current, {})
  context.say(`${planned} visits on ${days.length} days`)
  const questions: readonly (readonly [string, () => Promise<unknown>])[] = [
    ["by day, all organisations", () => asked(address, cookies.all, patrolCalls.statistics, whole)],
    ["by day, from moment to moment", () => asked(address, cookies.all, patrolCalls.statistics, uneven)],
    [
      "by organisation",
      () => asked(address, cookies.all, patrolAdminCalls.ranks, { by: "organisation", from, to }),
    ],
    [
      "by person of one school",
      () => asked(address, cookies.one, patrolAdminCalls.ranks, { by: "person", from, to, orgid }),
    ],
  ]
  const found: Measured[] = []
  for (const [name, ask] of questions) found.push(await p95Of(context, name, ask))
  return found
}

async function p95Of(context: Context, name: string, ask: () => Promise<unknown>): Promise<Measured> {
  const tookMs: number[] = []
  const runs = context.isQuick ? 10 : 200
  // The first ten warm up and are not counted.
  for (let round = -10; round < runs; round++) {
    const beganMs = performance.now()
    await ask()
    if (round >= 0) tookMs.push(performance.now() - beganMs)
  }
  const sorted = tookMs.toSorted((a, b) => a - b)
  context.say(
    `${name}: median ${quantile(sorted, 0.5).toFixed(0)} ms, longest ${sorted.at(-1)?.toFixed(0)} ms`,
  )
  return {
    name: `${name}, p95`,
    unit: "ms",
    value: quantile(sorted, 0.95),
    spread: { low: quantile(sorted, 0.25), high: quantile(sorted, 0.75), count: runs },
    goal: { of: "value", limit: "at most", number: goalMs },
  }
}

import { alarmCalls } from "@uc/contract/alarms/calls"
import { assessmentCalls } from "@uc/contract/assessments/calls"
import type { Call } from "@uc/contract/core/call"
import { dailyStatCalls } from "@uc/contract/daily-stats/calls"
import { homeLayoutCalls } from "@uc/contract/home/calls"
import { newsCalls } from "@uc/contract/news/calls"
import { noticeCalls } from "@uc/contract/notices/calls"
import { patrolCalls } from "@uc/contract/patrols/calls"
import { subscriptionCalls } from "@uc/contract/subscriptions/calls"
import { taskCalls } from "@uc/contract/tasks/calls"
import type { Benchmark } from "./benchmark.ts"
import { largeProduct } from "./large-product.ts"
import { asked, signedIn } from "./product.ts"
import { quantile } from "./statistics.ts"

const day = (daysAgo: number) =>
  new Date(Date.now() + 8 * 3600_000 - daysAgo * 86_400_000).toISOString().slice(0, 10)

const cards: readonly [name: string, call: Call, input: () => Record<string, string>, goalMs?: number][] = [
  ["alarm records", alarmCalls.records, () => ({ starttime: `${day(0)} 00:00:00` }), 200],
  ["risk statistics, 30 days", alarmCalls.riskStatistics, () => ({}), 200],
  ["risk statistics, two years", alarmCalls.riskStatistics, () => ({ starttime: `${day(729)} 00:00:00` })],
  ["types of alarms", alarmCalls.types, () => ({}), 200],
  ["alarms of an unknown type", alarmCalls.list, () => ({ model_code: "nobody-knows-it" }), 200],
  ["data comparison", dailyStatCalls.ofDay, () => ({}), 200],
  ["patrol statistics, 30 days", patrolCalls.statistics, () => ({}), 200],
  ["assessments", assessmentCalls.list, () => ({}), 200],
  ["profiles", assessmentCalls.profiles, () => ({}), 200],
  ["notices", noticeCalls.list, () => ({}), 200],
  ["tasks", taskCalls.list, () => ({}), 200],
  ["columns of the news", newsCalls.columns, () => ({}), 200],
  ["news of a column", newsCalls.ofColumn, () => ({ category: "headline", limit: "5" }), 200],
  ["friend links", newsCalls.friendLinks, () => ({}), 200],
  ["subscriptions", subscriptionCalls.check, () => ({}), 200],
  ["the layout", homeLayoutCalls.list, () => ({ type: "home" }), 200],
  ["pinned cards", homeLayoutCalls.pins, () => ({}), 200],
]

/** HOME-1 on the large data. The platform's numbers are there to be known. */
export const homeCards: Benchmark = {
  name: "home-cards",
  goal: "home of a bureau on the large data: every card's call p95 at most 200 ms",
  async run(context) {
    const { address } = context.isQuick ? await context.product() : await largeProduct(context)
    const rows = []
    for (const account of ["bureau", "admin"]) {
      const { name, value } = await signedIn(address, account)
      const cookie = `${name}=${value}`
      for (const [what, call, input, goalMs] of cards) {
        const tookMs: number[] = []
        for (let round = 0; round <= (context.isQuick ? 2 : 60); round++) {
          const beganMs = performance.now()
          await asked(address, cookie, call, input())
          // The first may still read from the disk.
          if (round > 0) tookMs.push(performance.now() - beganMs)
        }
        const sorted = tookMs.toSorted((a, b) => a - b)
        rows.push({
          name: `${what}, p95, as ${account}`,
          unit: "ms",
          value: quantile(sorted, 0.95),
          spread: { low: quantile(sorted, 0.25), high: quantile(sorted, 0.75), count: sorted.length },
          ...(goalMs !== undefined && account === "bureau"
            ? { goal: { of: "value", limit: "at most", number: goalMs } as const }
            : {}),
        })
      }
    }
    return rows
  },
}

import { alarmCalls } from "@uc/contract/alarms/calls"
import { defaultSiteConfig } from "@uc/contract/core/site-defaults"
import { fire } from "./autocannon.ts"
import { startBare } from "./bare.ts"
import type { Benchmark, Context, Measured } from "./benchmark.ts"
import { largeProduct } from "./large-product.ts"
import { asked, signedIn } from "./product.ts"
import { compared, median } from "./statistics.ts"

const { service, path } = alarmCalls.records
const address = `${defaultSiteConfig.services[service]}${path}`

/** WARN-1, WARN-7: the call of every monitor. */
export const alarmsList: Benchmark = {
  name: "alarms-list",
  goal: "the polled list: at least 0.6x of a bare Fastify route of the same bytes; at 3 million alarms at most 1.3x the time of the small world",
  async run(context) {
    return [...(await besideBare(context)), ...(await besideSmall(context))]
  },
}

const today = () => new Date(Date.now() + 8 * 3600_000).toISOString().slice(0, 10)

async function besideBare(context: Context): Promise<Measured[]> {
  const { address: product } = await context.product()
  const { name, value } = await signedIn(product, "bureau")
  const headers = { cookie: `${name}=${value}` }
  const query = new URLSearchParams({
    start: "0",
    limit: "10",
    // The small world need not have an alarm of this hour.
    starttime: `${today().slice(0, 4)}-01-01 00:00:00`,
    endtime: `${today()} 23:59:59`,
  }).toString()
  const answer = await fetch(`${product}${address}?${query}`, { headers })
  const route = { method: "GET", path: address, type: String(answer.headers.get("content-type")) } as const
  const bare = await startBare(context, { folder: null, routes: [{ ...route, body: await answer.text() }] })
  const target = { method: "GET", path: `${address}?${query}`, headers }
  const tag = String(answer.headers.get("etag"))
  const unchanged = { ...target, headers: { ...headers, "if-none-match": tag } }
  const ours: number[] = []
  const p99: number[] = []
  const repeated: number[] = []
  const besides: number[] = []
  // The first round warms up and is not counted.
  for (let round = 0; round <= (context.isQuick ? 1 : 7); round++) {
    const full = await fire(context, product, target)
    const beside = await fire(context, bare, target)
    const same = await fire(context, product, unchanged, 304)
    context.say(
      `${Math.round(full.perSecond)}/s, 304 ${Math.round(same.perSecond)}/s, bare ${Math.round(beside.perSecond)}/s${round === 0 ? " (warming up)" : ""}`,
    )
    if (round === 0) continue
    ours.push(full.perSecond)
    p99.push(full.p99Ms)
    repeated.push(same.perSecond)
    besides.push(beside.perSecond)
  }
  const bareRoute = "bare Fastify route"
  return [
    {
      name: "requests per second",
      unit: "/s",
      ...compared(ours, besides, bareRoute),
      goal: { of: "ratio", limit: "at least", number: 0.6 },
    },
    { name: "unchanged (304), requests per second", unit: "/s", ...compared(repeated, besides, bareRoute) },
    { name: "p99 at full speed", unit: "ms", ...median(p99) },
  ]
}

/** Each call is different, so that none is answered out of the cache. */
async function besideSmall(context: Context): Promise<Measured[]> {
  const { address: small } = await context.product()
  const { address: large } = context.isQuick ? { address: small } : await largeProduct(context)
  const rows: Measured[] = []
  for (const account of ["admin", "bureau", "school"]) {
    const medians: Record<"large" | "small", number[]> = { large: [], small: [] }
    const cookies = { large: await cookieOf(large, account), small: await cookieOf(small, account) }
    let second = 0
    for (let round = 0; round <= (context.isQuick ? 1 : 7); round++)
      for (const [world, at] of [
        ["large", large],
        ["small", small],
      ] as const) {
        const tookMs: number[] = []
        for (let count = 0; count < 100; count++) {
          second++
          const clock = new Date(second * 1000).toISOString().slice(11, 19)
          const beganMs = performance.now()
          await asked(at, cookies[world], alarmCalls.records, { starttime: `${today()} ${clock}` })
          tookMs.push(performance.now() - beganMs)
        }
        if (round > 0) medians[world].push(tookMs.toSorted((a, b) => a - b)[50] ?? Number.NaN)
      }
    rows.push({
      name: `3 million alarms, as ${account}`,
      unit: "ms",
      ...compared(medians.large, medians.small, "small world"),
      goal: { of: "ratio", limit: "at most", number: 1.3 },
    })
  }
  return rows
}

async function cookieOf(product: string, account: string): Promise<string> {
  const { name, value } = await signedIn(product, account)
  return `${name}=${value}`
}

import { connect, type Socket } from "node:net"
import { peopleCalls } from "@uc/contract/people/calls"
import { eventStream, streamLimits } from "@uc/contract/core/events"
import { accountCalls } from "@uc/contract/account/calls"
import { defaultSiteConfig } from "@uc/contract/core/site-defaults"
import { alarmSource } from "./alarm-source.ts"
import type { Benchmark, Context } from "./benchmark.ts"
import { asked, npmStart, signedIn } from "./product.ts"
import { residentKb } from "./resident.ts"
import { median } from "./statistics.ts"

const streams = 10_000
const sessionsPerPerson = 5

interface Stream {
  readonly socket: Socket
  /** When the last `news` came. */
  newsMs: number
}

/** WARN-7. Needs as many file descriptors here and in the product: `ulimit -n 25000`. */
export const alarmsStreams: Benchmark = {
  name: "alarms-streams",
  goal: "10,000 open event streams in one process: at most 20 kB each, one alarm at all of them within 500 ms",
  async run(context) {
    const wanted = context.isQuick ? 300 : streams
    const product = await npmStart(context.root, context.scratch("stream-data"))
    context.onEnd(() => product.stop())
    const { address } = product
    const source = alarmSource(address, 1)
    const { org, accounts } = await whoReaches(address)
    const count = Math.ceil(wanted / streamLimits.perSession)
    const cookies = await sessionsOf(context, { address, accounts, count })
    const beforeKb = residentKb(address)
    const open = await openStreams(address, cookies, wanted)
    context.onEnd(() => Promise.resolve(open.forEach(({ socket }) => socket.destroy())))
    const kbEach = (residentKb(address) - beforeKb) / wanted
    context.say(`${wanted} streams are open, ${kbEach.toFixed(1)} kB each`)

    const tookMs: number[] = []
    for (let round = 0; round < (context.isQuick ? 2 : 10); round++) {
      const toldMs = performance.now()
      for (const stream of open) stream.newsMs = 0
      await source.report([org], 1)
      while (open.some(({ newsMs }) => newsMs === 0)) await new Promise((resolve) => setTimeout(resolve, 5))
      tookMs.push(Math.max(...open.map(({ newsMs }) => newsMs)) - toldMs)
      context.say(`at all of them after ${tookMs.at(-1)?.toFixed(0)} ms`)
      await new Promise((resolve) => setTimeout(resolve, 2 * streamLimits.foldMs))
    }
    return [
      {
        name: `memory of one of ${wanted} streams`,
        unit: "kB",
        ...median([kbEach]),
        goal: { of: "value", limit: "at most", number: 20 },
      },
      {
        name: `one alarm at ${wanted} streams, from sending it to the last`,
        unit: "ms",
        ...median(tookMs),
        goal: { of: "value", limit: "at most", number: 500 },
      },
    ]
  },
}

/** One session for every 20 streams, of people who reach the alarm. */
async function sessionsOf(
  { say }: Context,
  { address, accounts, count }: { address: string; accounts: readonly string[]; count: number },
): Promise<string[]> {
  if (accounts.length * sessionsPerPerson < count)
    throw new Error(`Only ${accounts.length} people reach the alarm: too few for ${count} sessions`)
  const cookies: string[] = []
  while (cookies.length < count) {
    const { name, value } = await signedIn(address, accounts[cookies.length % accounts.length] ?? "")
    cookies.push(`${name}=${value}`)
  }
  say(`${cookies.length} sessions`)
  return cookies
}

/** A school, and the people of the school and of its bureau. */
async function whoReaches(address: string): Promise<{ org: string; accounts: string[] }> {
  const accounts: string[] = []
  let org = ""
  for (const account of ["bureau", "school"]) {
    const { name, value } = await signedIn(address, account)
    const cookie = `${name}=${value}`
    const { orgid } = await asked(address, cookie, accountCalls.current, {})
    const people = await asked(address, cookie, peopleCalls.search, { orgid, username: "" })
    accounts.push(...people.map(({ usercode }) => usercode).filter((code) => code !== account))
    org = orgid
  }
  return { org, accounts }
}

/** By hand, because a client's own objects would cost more than the server's. */
async function openStreams(address: string, cookies: readonly string[], count: number): Promise<Stream[]> {
  const { hostname, port } = new URL(address)
  const path = `${defaultSiteConfig.services[eventStream.service]}${eventStream.path}`
  const open: Stream[] = []
  const openOne = (cookie: string) =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(Number(port), hostname, () =>
        socket.write(`GET ${path} HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncookie: ${cookie}\r\n\r\n`),
      )
      const stream: Stream = { socket, newsMs: 0 }
      socket.on("error", reject)
      socket.on("data", (bytes) => {
        if (!bytes.includes("event: news")) return
        stream.newsMs = performance.now()
        resolve()
      })
      socket.on("close", () => reject(new Error("A stream was closed")))
      open.push(stream)
    })
  for (let at = 0; at < count; at += 100)
    await Promise.all(
      Array.from({ length: Math.min(100, count - at) }, (_, each) =>
        openOne(cookies[Math.floor((at + each) / streamLimits.perSession)] ?? ""),
      ),
    )
  return open
}

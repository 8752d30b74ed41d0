import { peopleCalls, type PersonNode } from "@uc/contract/people/calls"
import { accountCalls } from "@uc/contract/account/calls"
import { searchKeys } from "../server/src/db/queries/search-keys.ts"
import type { Benchmark, Context, Measured } from "./benchmark.ts"
import { largeProduct } from "./large-product.ts"
import { asked, signedIn } from "./product.ts"
import { compared, quantile } from "./statistics.ts"

const runs = 7
const searchesPerRound = 200
const goalMs = 30

/** What people type, made of somebody's name. */
const ways = {
  "whole name": (name: string) => name,
  "part of a name": (name: string) => name.slice(1),
  pinyin: (name: string) => searchKeys(name, "person").pinyin.split(" ").at(-1) ?? "",
  initials: (name: string) => searchKeys(name, "person").initials.split(" ").at(-1) ?? "",
  "one letter": (name: string) => searchKeys(name, "person").initials.charAt(0),
} as const

interface Someone {
  readonly orgid: string
  readonly name: string
}

/** PERSON-1 on the large world: 100,000 people in some 500 organisations. */
export const personSearch: Benchmark = {
  name: "person-search",
  goal: `among 100,000 people, p95 at most ${goalMs} ms by name, pinyin and initials, departments and posts included`,
  async run(context) {
    const { address } = context.isQuick ? await context.product() : await largeProduct(context)
    const { name, value } = await signedIn(address, "admin")
    return measured(context, address, `${name}=${value}`)
  },
}

async function measured(context: Context, address: string, cookie: string): Promise<Measured[]> {
  const people = await somePeople(context, address, cookie)
  const rows: Measured[] = []
  for (const [way, typed] of Object.entries(ways)) {
    const p95s: number[] = []
    const besides: number[] = []
    let found = 0
    // The first round warms up and is not counted.
    for (let round = 0; round <= (context.isQuick ? 1 : runs); round++) {
      const tookMs: number[] = []
      const besideMs: number[] = []
      for (let count = 0; count < searchesPerRound; count++) {
        const { orgid, name } = anyOf(people)
        const sent = { orgid, username: typed(name) }
        const answer = await timed(tookMs, () => asked(address, cookie, peopleCalls.search, sent))
        await timed(besideMs, () => asked(address, cookie, accountCalls.current, {}))
        found += answer.some(({ username }) => username === name) ? 1 : 0
      }
      if (round === 0) continue
      besides.push(p95(besideMs))
      p95s.push(p95(tookMs))
    }
    const all = searchesPerRound * (p95s.length + 1)
    // A quick answer that misses the person is no answer.
    if (found < all) throw new Error(`By ${way} ${all - found} of ${all} people were not found`)
    context.say(`${way}: p95 ${p95s.map((ms) => ms.toFixed(1)).join(", ")} ms`)
    rows.push({
      name: `by ${way}, p95`,
      unit: "ms",
      ...compared(p95s, besides, "get_userinfo.action"),
      goal: { of: "value", limit: "at most", number: goalMs },
    })
  }
  return rows
}

/** People of organisations all over the world; the demo's organisations are numbered one after the other. */
async function somePeople(context: Context, address: string, cookie: string): Promise<Someone[]> {
  const { orgid: first } = await asked(address, cookie, accountCalls.current, {})
  const orgids = Array.from({ length: context.isQuick ? 15 : 490 }, (_, at) => String(Number(first) + at))
  const people: Someone[] = []
  for (const orgid of orgids) {
    const tree = await asked(address, cookie, peopleCalls.departmentTree, { orgid })
    people.push(...namesIn(tree).map((name) => ({ orgid, name })))
  }
  context.say(`${people.length} people of ${orgids.length} organisations are searched for`)
  return people
}

function namesIn(nodes: readonly PersonNode[]): string[] {
  return nodes.flatMap(({ nickname, userlist, deptlist }) => [
    ...(nickname === null ? [] : [nickname]),
    ...namesIn(userlist ?? []),
    ...namesIn(deptlist ?? []),
  ])
}

async function timed<T>(into: number[], act: () => Promise<T>): Promise<T> {
  const beganMs = performance.now()
  const answer = await act()
  into.push(performance.now() - beganMs)
  return answer
}

function p95(values: readonly number[]): number {
  return quantile(
    values.toSorted((a, b) => a - b),
    0.95,
  )
}

function anyOf<T>(list: readonly T[]): T {
  const one = list[Math.floor(Math.random() * list.length)]
  if (one === undefined) throw new Error("There is nobody")
  return one
}

import { randomUUID } from "node:crypto"
import { rmSync } from "node:fs"
import { setTimeout as delay } from "node:timers/promises"
import { accountCalls } from "@uc/contract/account/calls"
import { alarmSourceCalls } from "@uc/contract/alarm-sources/calls"
import { everyCall } from "@uc/contract/all-calls"
import type { Call } from "@uc/contract/core/call"
import { idempotencyHeader } from "@uc/contract/core/http"
import { defaultSiteConfig } from "@uc/contract/core/site-defaults"
import { taskCalls } from "@uc/contract/tasks/calls"
import pg from "pg"
import { expect, onTestFinished, test } from "vitest"
import { asked, signedIn } from "../bench/product.ts"
import { unpackPreviousRelease } from "../e2e/previous-release.ts"
import { startProduct, temporaryDataDir, type Product } from "../e2e/product.ts"
import { build } from "../scripts/prepare.mjs"
import { startEmbedded } from "../server/src/db/embedded/start-embedded.ts"
import { alarmOf, signed, theDemoSource } from "../server/src/testing/test-alarm-source.ts"

const placeOf = ({ service, path }: Call) => `${defaultSiteConfig.services[service]}${path}`
/** What lists, counts and tables of the pages begin with. */
const readings = everyCall()
  .map(({ call }) => call)
  .filter(({ method, input }) => method === "GET" && input.safeParse({}).success)
const refusedForNow = 503

/** As a load balancer does it: asked each 250 ms, out after two failures, in again after an answer. */
function balancer() {
  const targets = new Map<Product, number>()
  const end = { isReached: false }
  const watching = (async () => {
    while (!end.isReached) {
      await Promise.all(
        [...targets].map(async ([product, failures]) => {
          const { ok } = await fetch(`${product.address}/readyz`, {
            signal: AbortSignal.timeout(3000),
          }).catch(() => ({ ok: false }))
          if (targets.has(product)) targets.set(product, ok ? 0 : failures + 1)
        }),
      )
      await delay(250)
    }
  })()
  let turn = 0
  return {
    add: (product: Product) => void targets.set(product, 0),
    next(): string {
      const ready = [...targets].filter(([, failures]) => failures < 2)
      return ready[turn++ % ready.length]?.[0].address ?? ""
    },
    /** With SIGTERM, as Kubernetes and systemd do it. */
    async stop(product: Product) {
      expect(await product.ended("SIGTERM")).toEqual({ code: 0, signal: null })
      targets.delete(product)
    },
    async end() {
      end.isReached = true
      await watching
    },
  }
}

test("[OPS-8] a rolling upgrade under load, broken off once: nothing lost or doubled, no answer worse than 503", async () => {
  await build()
  const previous = unpackPreviousRelease()
  const dataDir = temporaryDataDir()
  for (const folder of [previous.folder, dataDir])
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const embedded = await startEmbedded({ dataDir, log: () => {} })
  onTestFinished(() => embedded.stop())
  const variables = {
    DATABASE_URL: embedded.url,
    PEPPER: "a pepper that only this test uses, nowhere else",
    DEMO: "on",
    POOL_MAX: "20",
    REQUESTS_PER_ADDRESS_PER_S: "0",
    REQUESTS_PER_SESSION_PER_S: "0",
  }
  const balance = balancer()
  onTestFinished(() => balance.end())
  const started = async (server?: string) => {
    const product = await startProduct(variables, server)
    // One that has ended by then has ended already.
    onTestFinished(() => product.stop())
    balance.add(product)
    return product
  }
  const old = [await started(previous.server), await started(previous.server)] as const

  const cookieOf = async (account: string) => {
    const { name, value } = await signedIn(old[0].address, account)
    return `${name}=${value}`
  }
  const [school, teacher] = [await cookieOf("school"), await cookieOf("teacher")]
  const me = await asked(old[0].address, school, accountCalls.current, {})
  const task = { title: "滚动升级", content: "", priority: 2, deadline: null, steps: [], repeat: null }
  const created = await fetch(`${old[0].address}${placeOf(taskCalls.create)}`, {
    method: "POST",
    headers: { cookie: school, origin: old[0].address, "content-type": "application/json" },
    body: JSON.stringify({ ...task, people: me.id }),
  })
  expect(created.status, await created.clone().text()).toBe(200)
  const { id } = ((await created.json()) as { data: { id: string } }).data

  const answers = new Map<string, number>()
  const worse: string[] = []
  const note = async (what: string, asking: Promise<Response>) => {
    const status = await asking.then(
      async (answer) => (await answer.arrayBuffer(), answer.status),
      (error: unknown) => String(error instanceof Error ? (error.cause ?? error) : error),
    )
    const kind = `${what} ${status}`
    answers.set(kind, (answers.get(kind) ?? 0) + 1)
    // Of what is read some is not for these people, or unknown to the release before; what is written is theirs.
    const isWrong = typeof status === "string" || status >= 500 || (what !== "read" && status !== 200)
    if (isWrong && status !== refusedForNow) worse.push(kind)
    return status
  }
  const end = { isReached: false }
  const comments: string[] = []
  const alarms: string[] = []
  /** Until it is acknowledged, with the same key, at whichever process is next. */
  const insist = async (attempt: () => Promise<number | string>) => {
    while ((await attempt()) !== 200) {
      if (end.isReached) return false
      await delay(50)
    }
    return true
  }
  const commenting = async (name: string, cookie: string) => {
    for (let n = 0; !end.isReached; n++) {
      const text = `${name} ${n}`
      const key = randomUUID()
      const body = new URLSearchParams({ id, text }).toString()
      const isDone = await insist(() => {
        const to = balance.next()
        const type = "application/x-www-form-urlencoded"
        const headers = { cookie, origin: to, [idempotencyHeader]: key, "content-type": type }
        return note("comment", fetch(`${to}${placeOf(taskCalls.comment)}`, { method: "POST", headers, body }))
      })
      if (isDone) comments.push(text)
      // A person may write 300 comments an hour.
      await delay(1200)
    }
  }
  const reporting = async () => {
    while (!end.isReached) {
      const alarm = alarmOf(me.orgid)
      const isDone = await insist(() => {
        const { url, headers, payload } = signed(theDemoSource, alarmSourceCalls.report, { items: [alarm] })
        const { host: _host, ...own } = headers as Record<string, string>
        const body = typeof payload === "string" ? payload : ""
        return note("alarm", fetch(`${balance.next()}${url}`, { method: "POST", headers: own, body }))
      })
      if (isDone) alarms.push(alarm.uuid)
      await delay(100)
    }
  }
  const reading = async (cookie: string) => {
    for (let n = 0; !end.isReached; n++) {
      const call = readings[n % readings.length]
      if (call) await note("read", fetch(`${balance.next()}${placeOf(call)}`, { headers: { cookie } }))
      await delay(20)
    }
  }
  const load = [
    commenting("校一", school),
    commenting("校二", school),
    reporting(),
    reporting(),
    reading(school),
    reading(teacher),
  ]
  /** As many more acknowledged writes as show that everything goes on. */
  const goesOn = async (what: string) => {
    const [c, a] = [comments.length, alarms.length]
    await expect
      .poll(() => comments.length - c >= 8 && alarms.length - a >= 30, { timeout: 120_000 })
      .toBe(true)
    console.log(`${what}: ${JSON.stringify(Object.fromEntries(answers))}`)
  }
  await goesOn("two processes of the release before")
  const first = await started()
  await goesOn("one of the new version beside them, on the new schema")
  await balance.stop(first)
  await goesOn("broken off: the release before alone, on the new schema")
  await started()
  await balance.stop(old[0])
  await goesOn("the first one replaced")
  await expect(startProduct(variables, previous.server)).rejects.toThrow(/ended with code 1:[^]*newer/)
  await started()
  await balance.stop(old[1])
  await goesOn("both replaced")
  end.isReached = true
  await Promise.all(load)

  const client = new pg.Client({ connectionString: embedded.url })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query("select set_config('uc.reach', 'all', false)")
  const timesOf = async (text: string) => {
    const { rows } = await client.query<{ what: string; n: number }>(text)
    return new Map(rows.map(({ what, n }) => [what, n]))
  }
  const stored = {
    comments: await timesOf(
      `select text as what, count(*)::int as n from task_comment where task_id = ${id} group by 1`,
    ),
    alarms: await timesOf("select uuid::text as what, count(*)::int as n from alarm_record group by 1"),
  }
  const lost = [
    ...comments.filter((text) => !stored.comments.has(text)),
    ...alarms.filter((uuid) => !stored.alarms.has(uuid)),
  ]
  const doubled = [...stored.comments, ...stored.alarms].filter(([, n]) => n > 1)
  console.log(
    `${comments.length} comments and ${alarms.length} alarms acknowledged, ${lost.length} lost, ${doubled.length} doubled`,
  )
  expect(lost).toEqual([])
  expect(doubled).toEqual([])
  expect(worse).toEqual([])
})

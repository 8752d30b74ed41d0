import { randomUUID } from "node:crypto"
import { setTimeout as delay } from "node:timers/promises"
import { idempotencyHeader } from "@uc/contract/core/http"
import { defaultSiteConfig } from "@uc/contract/core/site-defaults"
import { taskCalls } from "@uc/contract/tasks/calls"
import pg from "pg"
import { expect, onTestFinished, test } from "vitest"
import { signedIn } from "../bench/product.ts"
import { startProduct } from "../e2e/product.ts"
import { build } from "../scripts/prepare.mjs"
import { hasPatroni, patroniCluster, patroniPackages, type PatroniCluster } from "./patroni.ts"

const isThere = hasPatroni()
if (!isThere) console.error(`NOT RUN: failover with Patroni needs apt-get install ${patroniPackages}`)

const backMs = 5000

interface Written {
  readonly text: string
  readonly atMs: number
}

async function rowsOn<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1000, query_timeout: 3000 })
  client.on("error", () => {})
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end()
  }
}

/** When another node than this one takes writes. */
async function promotion(cluster: PatroniCluster, before: string): Promise<{ atMs: number; name: string }> {
  for (;;) {
    for (const node of cluster.nodes.filter(({ name }) => name !== before)) {
      const rows = await rowsOn<{ standby: boolean }>(
        cluster.superUrl(node),
        "select pg_is_in_recovery() as standby",
      ).catch(() => [])
      if (rows[0]?.standby === false) return { atMs: performance.now(), name: node.name }
    }
    await delay(25)
  }
}

test.runIf(isThere)(
  "[OPS-5] Patroni: killed primaries and a switchover lose and double nothing, back within 5 s",
  async () => {
    await build()
    const cluster = await patroniCluster()
    onTestFinished(() => cluster.stop())
    const variables = {
      DATABASE_URL: cluster.url,
      PEPPER: "a pepper that only this test uses, nowhere else",
      DEMO: "on",
      POOL_MAX: "20",
      REQUESTS_PER_ADDRESS_PER_S: "0",
      REQUESTS_PER_SESSION_PER_S: "0",
    }
    const products = [await startProduct(variables), await startProduct(variables)]
    for (const product of products) onTestFinished(() => product.stop())
    const addresses = products.map(({ address }) => address)
    const [address = ""] = addresses
    const { name, value } = await signedIn(address, "school")
    const cookie = `${name}=${value}`
    const post = (
      to: string,
      call: typeof taskCalls.comment | typeof taskCalls.create,
      body: string,
      key: string,
    ) =>
      fetch(`${to}${defaultSiteConfig.services[call.service]}${call.path}`, {
        method: "POST",
        headers: {
          cookie,
          origin: to,
          [idempotencyHeader]: key,
          "content-type": call.encoding === "json" ? "application/json" : "application/x-www-form-urlencoded",
        },
        body,
        signal: AbortSignal.timeout(20_000),
      })
    const [first] = cluster.nodes
    if (!first) throw new Error("No node")
    const productUrl = (port: number) => cluster.superUrl({ ...first, port }).replace(/postgres$/, "uc")
    const [teacher] = await rowsOn<{ id: string }>(
      productUrl((await cluster.leader())?.port ?? 0),
      "select id::text from person where account = 'teacher'",
    )
    const wanted = { title: "换主演练", content: "", priority: 2, deadline: null, steps: [], repeat: null }
    const given = await post(
      address,
      taskCalls.create,
      JSON.stringify({ ...wanted, people: teacher?.id }),
      randomUUID(),
    )
    expect(given.status).toBe(200)
    const task = ((await given.json()) as { data: { id: string } }).data.id

    const acknowledged: Written[] = []
    const statuses = new Map<string, number>()
    const end = { isReached: false }
    let tries = 0
    const write = async (writer: number) => {
      for (let n = 0; !end.isReached; n++) {
        const text = `p${writer} n${n}`
        const key = randomUUID()
        for (;;) {
          tries += 1
          // A repeat may reach another process.
          const to = addresses[tries % addresses.length] ?? ""
          const body = new URLSearchParams({ id: task, text }).toString()
          const status = await post(to, taskCalls.comment, body, key).then(
            async (answer) => (await answer.text(), String(answer.status)),
            () => "no answer",
          )
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
          if (status === "200") break
          if (end.isReached) return
          await delay(50)
        }
        acknowledged.push({ text, atMs: performance.now() })
        // A person may write 300 comments an hour.
        await delay(1000)
      }
    }
    const writers = Array.from({ length: 4 }, (_each, n) => write(n))
    await expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(20)

    const report: string[] = []
    const round = async (what: string, act: (leader: PatroniCluster["nodes"][number]) => Promise<void>) => {
      const before = await cluster.leader()
      if (!before) throw new Error("No leader")
      const beganMs = performance.now()
      await act(before)
      const promoted = await promotion(cluster, before.name)
      const count = () => acknowledged.filter(({ atMs }) => atMs > promoted.atMs).length
      await expect
        .poll(count, { timeout: 60_000, interval: 50 })
        .toBeGreaterThan(12)
        .catch(async (error: unknown) => {
          console.log(
            `${what}: ${JSON.stringify([...statuses])}; promoted ${promoted.name}; ${JSON.stringify(await cluster.members())}`,
          )
          for (const product of products) console.log(product.output().split("\n").slice(-15).join("\n"))
          throw error
        })
      const firstMs = Math.min(...acknowledged.map(({ atMs }) => atMs).filter((atMs) => atMs > promoted.atMs))
      const tookMs = Math.round(firstMs - promoted.atMs)
      report.push(
        `${what}: ${before.name} to ${promoted.name}, promoted after ${Math.round(promoted.atMs - beganMs)} ms, first acknowledged write ${tookMs} ms later`,
      )
      console.log(report.at(-1))
      expect(tookMs).toBeLessThan(backMs)
    }
    await round("kill -9", async (leader) => leader.kill())
    // The killed one comes back and follows.
    for (const node of cluster.nodes) if (!(await isUp(node.restPort))) node.start()
    await cluster.untilWhole()
    await round("switchover", () => cluster.switchover())
    end.isReached = true
    await Promise.all(writers)
    const leader = await cluster.leader()
    const stored = await rowsOn<{ text: string; n: number }>(
      productUrl(leader?.port ?? 0),
      `select text, count(*)::int as n from task_comment where task_id = ${task} group by text`,
    )
    const times = new Map(stored.map(({ text, n }) => [text, n]))
    const lost = acknowledged.filter(({ text }) => !times.has(text))
    const doubled = stored.filter(({ n }) => n > 1)
    console.log(
      `${acknowledged.length} acknowledged writes, ${lost.length} lost, ${doubled.length} doubled; answers ${JSON.stringify([...statuses])}`,
    )
    expect(lost).toEqual([])
    expect(doubled).toEqual([])
    expect([...statuses.keys()].filter((status) => !["200", "503"].includes(status))).toEqual([])
  },
)

async function isUp(restPort: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${restPort}/liveness`, { signal: AbortSignal.timeout(1000) }).then(
    () => true,
    () => false,
  )
}

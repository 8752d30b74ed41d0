import { once } from "node:events"
import { readFileSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { keyedBy } from "../server/src/security/keyed.ts"
import { query } from "./database.ts"
import { startProduct, temporaryDataDir } from "./product.ts"

interface Told {
  readonly sequence: number
  readonly id: string
  readonly data: { readonly name: string } | null
}

interface Story {
  readonly kills: number
  readonly people: number
  /** Ends the leases of a killed process, as time would: a short test does not wait for them. */
  readonly endsLeases: boolean
}

export interface KilledWebhooks {
  /** Everything that the application was told, as it arrived; answered or not. */
  readonly told: readonly Told[]
  /** How many requests had no answer yet at each kill. */
  readonly cutOff: readonly number[]
  /** Of each person: how many changes were committed, and the last name. */
  readonly committed: ReadonlyMap<string, { readonly changes: number; readonly name: string }>
}

/** How long the application takes to answer: long enough to be killed meanwhile. */
const answerMs = 40

/**
 * SSO-5: people are changed one after the other, and the server is killed by SIGKILL in the middle of telling an application of it, again and
 * again. Gives what the application was told once nothing waits any more.
 */
export async function killWhileTelling({ kills, people, endsLeases }: Story): Promise<KilledWebhooks> {
  const told: Told[] = []
  const cutOff: number[] = []
  let open = 0
  const application = createServer((request, response) => {
    open += 1
    response.on("close", () => (open -= 1))
    let body = ""
    request.on("data", (part: Buffer) => (body += part.toString()))
    request.on("end", () => {
      told.push(JSON.parse(body) as Told)
      setTimeout(() => response.end(), answerMs)
    })
  }).listen(0, "127.0.0.1")
  await once(application, "listening")
  const hook = `http://127.0.0.1:${(application.address() as AddressInfo).port}/hook`
  const dataDir = temporaryDataDir()
  const start = () => startProduct({ DATA_DIR: dataDir, DEMO: "off", INNER_NETWORKS_FOR_ALL: "127.0.0.0/8" })
  let product = await start()
  try {
    const ids = await prepare(dataDir, hook, people)
    const committed = new Map(ids.map((id) => [id, { changes: 0, name: "" }]))
    const changeAll = async (round: number) => {
      for (const id of ids) {
        const name = `第${round}次${id}`
        await query("update person set name = $1 where id = $2", [name, id], dataDir)
        committed.set(id, { changes: (committed.get(id)?.changes ?? 0) + 1, name })
      }
    }
    const isNone = async (count: string) => (await query<{ n: number }>(count, [], dataDir))[0]?.n === 0
    const pause = (moment: string) =>
      query(`update application_webhook set paused_until = ${moment}`, [], dataDir)
    for (let kill = 0; kill < kills; kill++) {
      // Nothing is told while they are changed, so that enough is left to be in the middle of.
      await pause("now() + interval '1 hour'")
      await changeAll(2 * kill)
      await changeAll(2 * kill + 1)
      const before = told.length
      await pause("null")
      await until(() => told.length > before + people / 2 && open > 0)
      cutOff.push(open)
      await product.ended("SIGKILL")
      product = await start()
      if (endsLeases) {
        // What does not wait for one that was cut off is told meanwhile.
        await until(() =>
          isNone(`select count(*)::int as n from webhook_delivery d where d.next_at <= now() and not exists (
            select from webhook_delivery cut where cut.object_id = d.object_id and cut.next_at > now())`),
        )
        await query("update webhook_delivery set next_at = now() where next_at is not null", [], dataDir)
      }
    }
    await until(() =>
      isNone(`select (select count(*)::int from directory_change)
        + (select count(*)::int from webhook_delivery where next_at is not null) as n`),
    )
    return { told, cutOff, committed }
  } finally {
    await product.ended("SIGTERM")
    rmSync(dataDir, { recursive: true, force: true })
    application.closeAllConnections()
    application.close()
  }
}

/** A school with an application that is told of its people; gives their ids. */
async function prepare(dataDir: string, hook: string, people: number): Promise<string[]> {
  const { pepper } = JSON.parse(readFileSync(join(dataDir, "secrets.json"), "utf8")) as { pepper: string }
  const secret = keyedBy(pepper).seal(`whsec_${Buffer.alloc(32, 7).toString("base64")}`)
  const rows = await query<{ id: string }>(
    `with place as (insert into area (id, name, path, level) values (990000, '测试区', '990000/', 1) returning id, path),
      school as (insert into organisation (kind, area_id, area_path, name)
        select 'school', id, path, '测试学校' from place returning id),
      application as (insert into application (org_id, client_id, name, icon, home_address, redirect_addresses, claims)
        select id, 'webhooks', '测试应用', 'apps', $1, array[$1], '{account,name}' from school returning id),
      hook as (insert into application_webhook (application_id, address, objects, sealed_secret)
        select id, $1, '{person}', $2 from application)
    insert into person (org_id, account, name, usertype)
    select school.id, 'hook.' || n, '人员', 30 from school, generate_series(1, $3::int) n returning id::text`,
    [hook, secret, people],
    dataDir,
  )
  return rows.map(({ id }) => id)
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const endsMs = performance.now() + 120_000
  while (!(await isSo())) {
    if (performance.now() > endsMs) throw new Error("It did not come to that within two minutes")
    await new Promise((resolve) => {
      setTimeout(resolve, 10)
    })
  }
}

import { demoPassword } from "@uc/contract/demo/accounts"
import { createHash } from "node:crypto"
import { readFileSync, rmSync } from "node:fs"
import { request } from "node:http"
import { join } from "node:path"
import { expect, test } from "@playwright/test"
import { alarmCalls } from "@uc/contract/alarms/calls"
import { accountCalls } from "@uc/contract/account/calls"
import { startProduct, temporaryDataDir, type Product } from "../product.ts"

const account = { account: "school", password: demoPassword }
const { signIn, current } = accountCalls

function signInBody(): string {
  const md5 = createHash("md5").update(account.password).digest("hex").toUpperCase()
  return new URLSearchParams({ account: account.account, password: md5 }).toString()
}

async function cookieOf({ address }: Product): Promise<string> {
  const answer = await fetch(`${address}/${signIn.service}${signIn.path}`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", origin: address },
    body: signInBody(),
  })
  expect(answer.status).toBe(200)
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ")
}

async function nickname({ address }: Product, cookie: string): Promise<unknown> {
  const answer = await fetch(`${address}/${current.service}${current.path}`, { headers: { cookie } })
  const { data } = (await answer.json()) as { data?: { nickname?: string } }
  return data?.nickname
}

async function isUp({ address }: Product): Promise<boolean> {
  return fetch(`${address}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  )
}

const running: Product[] = []

async function started(variables: Readonly<Record<string, string>>): Promise<Product> {
  const product = await startProduct(variables)
  running.push(product)
  return product
}

test.describe.configure({ timeout: 120_000 })

test.afterEach(async () => {
  for (const product of running.splice(0)) await product.stop()
})

test("it says which port is taken and ends", async ({ baseURL }) => {
  const { port } = new URL(baseURL ?? "")
  await expect(startProduct({ PORT: port, DEMO: "off" })).rejects.toThrow(
    new RegExp(`ended with code 1:[^]*Port ${port} on 127\\.0\\.0\\.1 is taken\\.`),
  )
})

test("it says that its data is served already and ends, and the first one goes on", async () => {
  const first = await started({ DEMO: "off" })
  await expect(startProduct({ DATA_DIR: first.dataDir })).rejects.toThrow(
    /ended with code 1:[^]*Another process is serving .* already/,
  )
  expect((await fetch(`${first.address}/readyz`)).status).toBe(200)
})

test("it says which variables are wrong and ends", async () => {
  await expect(startProduct({ PORT: "eighty", DEMO: "perhaps" })).rejects.toThrow(
    /ended with code 1:[^]*PORT: [^]*DEMO: /,
  )
})

test("a session survives a restart and kill -9; processes share one database", async () => {
  const dataDir = temporaryDataDir()
  try {
    const first = await started({ DATA_DIR: dataDir })
    const cookie = await cookieOf(first)
    const who = await nickname(first, cookie)
    expect(who).toBeTruthy()
    expect(await first.ended("SIGKILL")).toEqual({ code: null, signal: "SIGKILL" })

    const second = await started({ DATA_DIR: dataDir })
    expect(await nickname(second, cookie)).toBe(who)

    const { pepper } = JSON.parse(readFileSync(join(dataDir, "secrets.json"), "utf8")) as { pepper: string }
    const database = `postgresql://uc@${encodeURIComponent(join(dataDir, "socket"))}/uc`
    const other = await started({ DATABASE_URL: database, PEPPER: pepper, DEMO: "on" })
    expect(await nickname(other, cookie)).toBe(who)
    await other.stop()
    expect(await nickname(second, cookie)).toBe(who)
    expect(await second.ended("SIGINT")).toEqual({ code: 0, signal: null })
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
})

test("stopping lets a running request finish", async () => {
  const product = await started({ DEMO: "off" })
  const body = signInBody()
  const half = body.length / 2
  const asked = request(`${product.address}/${signIn.service}${signIn.path}`, {
    method: "POST",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      "content-length": body.length,
      origin: product.address,
      // Answered by the server when it has read the headers: from then on the request is running.
      expect: "100-continue",
    },
  })
  const status = new Promise<number | undefined>((resolve, reject) => {
    asked.once("response", (answer) => resolve(answer.resume().statusCode)).once("error", reject)
  })
  const begun = new Promise((resolve) => asked.once("continue", resolve))
  asked.flushHeaders()
  await begun
  asked.write(body.slice(0, half))
  const ended = product.ended("SIGTERM")
  await expect.poll(() => isUp(product)).toBe(false)
  asked.end(body.slice(half))
  // Nobody has this account here, and that is an answer: what counts is that it comes.
  expect(await status).toBeLessThan(500)
  expect((await ended).code).toBe(0)
})

test("the database killed under load is brought back, and the product never goes", async () => {
  const product = await started({ REQUESTS_PER_SESSION_PER_S: "0" })
  const cookie = await cookieOf(product)
  const { records } = alarmCalls
  const load = { isOver: false }
  const counts = new Map<number, number>()
  const ask = async () => {
    while (!load.isOver) {
      const answer = await fetch(`${product.address}/${records.service}${records.path}`, {
        headers: { cookie },
      })
      counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1)
      await answer.text()
    }
  }
  const asking = Promise.all(Array.from({ length: 10 }, ask))
  const served = async () => {
    const before = counts.get(200) ?? 0
    await expect.poll(() => (counts.get(200) ?? 0) - before, { timeout: 30_000 }).toBeGreaterThan(50)
  }
  await served()
  for (let round = 0; round < 2; round++) {
    const pid = Number(
      readFileSync(join(product.dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[0],
    )
    // It leads a process group of its own: all of PostgreSQL goes at once.
    const before = counts.get(503) ?? 0
    process.kill(-pid, "SIGKILL")
    await expect.poll(() => (counts.get(503) ?? 0) - before).toBeGreaterThan(0)
    await served()
  }
  load.isOver = true
  await asking
  expect(await isUp(product)).toBe(true)
  // While it was away people were told to wait; nobody was told of a fault.
  expect(new Set(counts.keys())).toEqual(new Set([200, 503]))
})

import { once } from "node:events"
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { accountCalls } from "@uc/contract/account/calls"
import { applicationAdminCalls } from "@uc/contract/applications/admin-calls"
import { casBase } from "@uc/contract/applications/cas"
import { sql } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { unrestricted } from "../../../db/scope.ts"
import { casApplication, casClient } from "../../../testing/cas/test-cas-client.ts"
import { addApplication, Browser, listening } from "../../../testing/oidc/test-relying-party.ts"
import { testApp, type TestApp, type TestClient } from "../../../testing/test-app.ts"

let app: TestApp
let base: string
let head: TestClient

const clean: (() => Promise<void>)[] = []
beforeAll(async () => {
  app = await testApp(
    { innerNetworksForAll: ["127.0.0.0/8"] },
    (work) => void clean.push(work as () => Promise<void>),
  )
  base = await listening(app)
  head = await app.as("head-a1")
})
afterAll(async () => {
  for (const work of clean) await work()
})

interface Told {
  readonly path: string
  readonly message: string
}

/** An application's server: it keeps what it is told, and answers as the test says. */
async function receiver(answer: RequestListener = (_request, response) => response.writeHead(200).end()) {
  const told: Told[] = []
  const behaviour = { answer }
  const server = createServer((request, response) => {
    let body = ""
    request.on("data", (part: Buffer) => (body += part.toString()))
    request.on("end", () => {
      const message = new URLSearchParams(body).get("logoutRequest") ?? ""
      told.push({ path: request.url ?? "", message })
      behaviour.answer(request, response)
    })
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  clean.unshift(async () => {
    server.closeAllConnections()
    server.close()
  })
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, told, behaviour }
}

async function connected(name: string, origin: string, backchannelAddress: string | null = null) {
  const service = `${origin}/cas`
  const more = { name, homeAddress: `${origin}/`, redirectAddresses: [service], backchannelAddress }
  const { entry } = await addApplication(app, head, { ...casApplication, ...more })
  const client = casClient(base, "CAS3.0", service)
  const signOn = async ({ headers }: TestClient) => {
    const back = await new Browser(base, headers["cookie"]).follow(await client.begin())
    const ticket = back.searchParams.get("ticket") ?? ""
    return { ticket, profile: await client.finish(ticket) }
  }
  return { entry, signOn, client }
}

const within5s = { timeout: 5000, interval: 50 }
const ticketsIn = (told: readonly Told[]) =>
  told.map(({ message }) => /<samlp:SessionIndex>([^<]+)</.exec(message)?.[1] ?? "").toSorted()
const answersOf = async (id: string) => (await head.send(applicationAdminCalls.signOuts, { id })).signOuts

test("[SSO-2][SSO-7] a sign-out is told to the service for each of its tickets, and to no other session's", async () => {
  const { origin, told } = await receiver()
  const { entry, signOn } = await connected("两次", origin)
  const leaving = await app.as("teacher-a1")
  const staying = await app.as("teacher-a1")
  const tickets = [(await signOn(leaving)).ticket, (await signOn(leaving)).ticket]
  await signOn(staying)
  await leaving.send(accountCalls.signOut, {})
  await expect.poll(() => ticketsIn(told), within5s).toEqual(tickets.toSorted())
  expect(told[0]?.path).toBe("/cas")
  expect(told[0]?.message).toMatch(
    /^<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2\.0:protocol" [^>]*ID="LR-[^>]*Version="2\.0" IssueInstant="[^"]+Z">/,
  )
  await expect.poll(() => answersOf(entry.id), within5s).toMatchObject([{ isTold: true }, { isTold: true }])
  await new Promise((resolve) => setTimeout(resolve, 1200))
  expect(told).toHaveLength(2)
})

test("[SSO-2][SSO-7] a lock, /cas/logout and an expired session are told as well, at the address of the entry", async () => {
  const { origin, told } = await receiver()
  const { signOn } = await connected("三种", origin, `${origin}/slo`)
  const locking = await app.as("teacher-a1")
  const locked = await signOn(locking)
  await locking.send(accountCalls.lock, {})
  await expect.poll(() => ticketsIn(told), within5s).toEqual([locked.ticket])
  expect(told[0]?.path).toBe("/slo")

  const leaving = await app.as("teacher-a1")
  const left = await signOn(leaving)
  await new Browser(base, leaving.headers["cookie"]).get(`${casBase}/logout`)
  await expect.poll(() => ticketsIn(told), within5s).toContain(left.ticket)

  const late = await app.as("teacher-a1")
  await app.database.systemDb.execute(
    sql`update session set absolute_until = now() + interval '2 seconds'
      where id = (select id from session order by created_at desc limit 1)`,
  )
  const expired = await signOn(late)
  await expect.poll(() => ticketsIn(told), { timeout: 7000, interval: 50 }).toContain(expired.ticket)
})

test("[SSO-2][SSO-7] what is not taken is told again; whoever redirects has read it, and is not followed", async () => {
  const inner = await receiver()
  const { origin, told, behaviour } = await receiver((_request, response) => response.writeHead(500).end())
  const { entry, signOn } = await connected("出错", origin)
  const leaving = await app.as("teacher-a1")
  const { ticket } = await signOn(leaving)
  await leaving.send(accountCalls.signOut, {})
  await expect.poll(() => answersOf(entry.id), within5s).toMatchObject([{ isTold: false, answer: "500" }])
  behaviour.answer = (_request, response) => response.writeHead(302, { location: inner.origin }).end()
  // Each time that it is looked at: the round before may only now put off what waits for this application.
  const due = () =>
    app.database.systemDb.execute(
      sql`update application_sign_on set next_at = now() where next_at is not null and answer is not null and tries = 1`,
    )
  await expect
    .poll(() => due().then(() => answersOf(entry.id)), within5s)
    .toMatchObject([{ isTold: true, tries: 2 }])
  expect(new Set(ticketsIn(told))).toEqual(new Set([ticket]))
  // A message of its own for each try.
  expect(new Set(told.map(({ message }) => message)).size).toBe(2)
  expect(inner.told).toEqual([])
})

test("[SSO-2][SSO-7] a ticket that is shown while its session is being ended lets nobody in unnoticed", async () => {
  const { origin, told } = await receiver()
  const { client } = await connected("同时", origin)
  const leaving = await app.as("teacher-a1")
  const back = await new Browser(base, leaving.headers["cookie"]).follow(await client.begin())
  let shown: Promise<unknown> = Promise.resolve()
  await app.database.transaction(unrestricted, async (db) => {
    await db.execute(sql`update session set revoked_at = now()
      where id = (select id from session order by created_at desc limit 1)`)
    shown = client.finish(back.searchParams.get("ticket") ?? "").then(
      () => "in",
      ({ message }: Error) => message,
    )
    await new Promise((resolve) => setTimeout(resolve, 700))
  })
  expect(await shown).toContain("INVALID_TICKET")
  expect(told).toEqual([])
})

import { createPublicKey, verify, type JsonWebKey } from "node:crypto"
import { once } from "node:events"
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { accountCalls } from "@uc/contract/account/calls"
import { applicationAdminCalls, applicationMessages } from "@uc/contract/applications/admin-calls"
import { onlineUserCalls } from "@uc/contract/online-users/calls"
import { peopleAdminCalls } from "@uc/contract/people/admin-calls"
import { sql } from "drizzle-orm"
import * as client from "openid-client"
import { afterAll, beforeAll, expect, test } from "vitest"
import { unrestricted } from "../../../db/scope.ts"
import { testApp, type TestApp, type TestClient } from "../../../testing/test-app.ts"
import { grantFor } from "../../../testing/test-danger.ts"
import { collectedLogs } from "../../../testing/test-logs.ts"
import { addApplication, Browser, listening, relyingParty } from "../../../testing/oidc/test-relying-party.ts"

let app: TestApp
let base: string
let head: TestClient
const logged = collectedLogs("warn")

const clean: (() => Promise<void>)[] = []
beforeAll(async () => {
  app = await testApp(
    { innerNetworksForAll: ["127.0.0.0/8"], logs: logged.logs },
    (work) => void clean.push(work as () => Promise<void>),
  )
  base = await listening(app)
  head = await app.as("head-a1")
})
afterAll(async () => {
  for (const work of clean) await work()
})

interface Told {
  readonly sid: string
  readonly sub: string
  readonly token: string
}

/** An application's server: it keeps what it is told, and answers as the test says. */
async function receiver(answer: RequestListener = (_request, response) => response.writeHead(200).end()) {
  const told: Told[] = []
  const behaviour = { answer }
  const server = createServer((request, response) => {
    let body = ""
    request.on("data", (part: Buffer) => (body += part.toString()))
    request.on("end", () => {
      const token = new URLSearchParams(body).get("logout_token") ?? ""
      const payload = token.split(".")[1]
      if (payload !== undefined)
        told.push({ ...(JSON.parse(Buffer.from(payload, "base64url").toString()) as Told), token })
      behaviour.answer(request, response)
    })
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  clean.unshift(async () => {
    server.closeAllConnections()
    server.close()
  })
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/logout`, told, behaviour }
}

async function connected(name: string, backchannelAddress: string) {
  const { entry, secret } = await addApplication(app, head, { name, backchannelAddress })
  const party = await relyingParty(base, entry, client.ClientSecretBasic(secret))
  const signOn = async (who: TestClient) => {
    const given = await (await party.signOn(new Browser(base, who.headers["cookie"]))).tokens()
    return { given, sid: given.claims()?.["sid"] as string }
  }
  return { entry, party, signOn }
}

/** Until a statement waits for a row of this table that another transaction holds. */
async function waitingFor(table: string): Promise<void> {
  const waiting = () =>
    app.database.systemDb.execute(
      sql`select from pg_stat_activity where wait_event_type = 'Lock' and query like ${`%"${table}"%`}`,
    )
  await expect.poll(async () => (await waiting()).rows.length, within5s).toBeGreaterThan(0)
}

const within5s = { timeout: 5000, interval: 50 }
const sidsIn = (told: readonly Told[]) => told.map(({ sid }) => sid)
const listed = async (id: string) =>
  (await head.send(applicationAdminCalls.list, {})).applications.find((row) => row.id === id)
const answersOf = async (id: string) => (await head.send(applicationAdminCalls.signOuts, { id })).signOuts
test("[SSO-7] a sign-out is told by a token that the provider has signed for this application", async () => {
  const { address, told } = await receiver()
  const { entry, signOn } = await connected("签名", address)
  const leaving = await app.as("teacher-a1")
  const { sid, given } = await signOn(leaving)
  await leaving.send(accountCalls.signOut, {})
  await expect.poll(() => sidsIn(told), within5s).toEqual([sid])

  const [head64 = "", body64 = "", signature = ""] = told[0]?.token.split(".") ?? []
  const header = JSON.parse(Buffer.from(head64, "base64url").toString()) as { kid: string; typ: string }
  const { keys } = (await (await fetch(`${base}/oidc/jwks`)).json()) as {
    keys: (JsonWebKey & { kid: string })[]
  }
  const key = createPublicKey({ key: keys.find(({ kid }) => kid === header.kid) ?? {}, format: "jwk" })
  const signed = Buffer.from(`${head64}.${body64}`)
  expect(verify("RSA-SHA256", signed, key, Buffer.from(signature, "base64url"))).toBe(true)
  expect(header.typ).toBe("logout+jwt")
  expect(told[0]).toMatchObject({
    iss: `${base}/oidc`,
    aud: entry.clientId,
    sub: given.claims()?.sub,
    events: { "http://schemas.openid.net/event/backchannel-logout": {} },
  })
  await expect
    .poll(() => answersOf(entry.id))
    .toMatchObject([{ isTold: true, answer: "200", tries: 1, nextAt: null }])
  expect((await listed(entry.id))?.untold).toEqual({ waiting: 0, givenUp: 0 })
})

test("[SSO-7] a lock, a disabled person and a session that ends in any way are told within 5 s", async () => {
  const { address, told } = await receiver()
  const { party, signOn } = await connected("四种", address)

  const locking = await app.as("teacher-a1")
  const locked = await signOn(locking)
  await locking.send(accountCalls.lock, {})
  await expect.poll(() => sidsIn(told), within5s).toContain(locked.sid)
  // What it was given is worth nothing either, though the session lives on.
  const refreshed = client.refreshTokenGrant(party.config, locked.given.refresh_token ?? "")
  await expect(refreshed).rejects.toMatchObject({ error: "invalid_grant" })

  const sent = await app.as("teacher-a1")
  const ended = await signOn(sent)
  const { id: personid } = await sent.send(accountCalls.current, {})
  await grantFor(app, head, "sign-out")
  await head.send(onlineUserCalls.endAll, { personid, own: 0 })
  await expect.poll(() => sidsIn(told), within5s).toContain(ended.sid)

  const late = await app.as("teacher-a1")
  await app.database.systemDb.execute(
    sql`update session set absolute_until = now() + interval '2 seconds' where revoked_at is null and person_id = ${personid}`,
  )
  const expired = await signOn(late)
  await expect.poll(() => sidsIn(told), { timeout: 7000, interval: 50 }).toContain(expired.sid)

  const disabled = await app.as("teacher-a1")
  const last = await signOn(disabled)
  const { version } = await head.send(peopleAdminCalls.details, { personid })
  await grantFor(app, head, "person")
  await head.send(peopleAdminCalls.setState, { personid, version, isDisabled: 1 })
  await expect.poll(() => sidsIn(told), within5s).toContain(last.sid)
  expect(told).toHaveLength(4)
  await app.database.systemDb.execute(sql`update person set disabled_at = null where id = ${personid}`)
})

test("[SSO-7] a sign-on that comes while its session is being ended is told as well", async () => {
  const { address, told } = await receiver()
  const { party } = await connected("同时", address)
  const leaving = await app.as("teacher-a1")
  const browser = new Browser(base, leaving.headers["cookie"])
  let signedOn: Promise<unknown> = Promise.resolve()
  await app.database.transaction(unrestricted, async (db) => {
    await db.execute(sql`update session set revoked_at = now()
      where id = (select id from session order by created_at desc limit 1)`)
    signedOn = party.signOn(browser)
    await new Promise((resolve) => setTimeout(resolve, 700))
  })
  await signedOn
  await expect.poll(() => told.length, within5s).toBe(1)
})

test("[SSO-7] a sign-on that comes while the screen is being locked is told, and the next one is another", async () => {
  const { address, told } = await receiver()
  const { party } = await connected("锁屏同时", address)
  const locking = await app.as("teacher-a1")
  const browser = new Browser(base, locking.headers["cookie"])
  const { rows } = await app.database.systemDb.execute<{ id: string }>(
    sql`select id::text from session order by created_at desc limit 1`,
  )
  const id = rows[0]?.id ?? ""
  const touched = (minutes: number) =>
    sql`update session set last_active_at = now() - make_interval(mins => ${minutes}::int) where id = ${id}`
  let signedOn: Promise<unknown> = Promise.resolve()
  await app.database.transaction(unrestricted, async (db) => {
    await db.execute(touched(31))
    signedOn = party.signOn(browser)
    await waitingFor("session")
  })
  await signedOn
  await expect.poll(() => told.length, within5s).toBe(1)
  await app.database.systemDb.execute(touched(0))
  const after = await (await party.signOn(browser)).tokens()
  const sid = after.claims()?.["sid"]
  expect(sid).not.toBe(told[0]?.sid)
  await locking.send(accountCalls.signOut, {})
  await expect.poll(() => sidsIn(told), within5s).toEqual([told[0]?.sid, sid])
})

test("[SSO-7][SSO-8] one that answers 500 is told again until it has heard it; its answers are shown", async () => {
  const { address, told, behaviour } = await receiver((_request, response) => response.writeHead(500).end())
  const { entry, signOn } = await connected("出错", address)
  const leaving = await app.as("teacher-a1")
  const { sid } = await signOn(leaving)
  await leaving.send(accountCalls.signOut, {})
  await expect
    .poll(() => answersOf(entry.id), within5s)
    .toMatchObject([{ isTold: false, answer: "500", tries: 1 }])
  expect((await listed(entry.id))?.untold).toEqual({ waiting: 1, givenUp: 0 })
  const pause = async () => {
    const { rows } = await app.database.systemDb.execute<{ s: number }>(
      sql`select extract(epoch from next_at - answered_at)::int as s from application_sign_on where sid = ${sid}`,
    )
    return rows[0]?.s
  }
  expect(await pause()).toBe(5)
  // Each time that it is looked at: the round before may only now put off what waits for this application.
  const dueAfter = (tries: number) =>
    app.database.systemDb.execute(
      sql`update application_sign_on set tries = ${tries}, next_at = now() where sid = ${sid} and tries <= ${tries}`,
    )
  // After an hour of it.
  await expect.poll(() => dueAfter(6).then(pause), within5s).toBe(3600)
  behaviour.answer = (_request, response) => response.writeHead(204).end()
  await expect
    .poll(() => dueAfter(7).then(() => answersOf(entry.id)), within5s)
    .toMatchObject([{ isTold: true, answer: "200", tries: 8 }])
  expect(new Set(sidsIn(told))).toEqual(new Set([sid]))
  // A token of its own for each try.
  expect(new Set(told.map(({ token }) => token)).size).toBe(3)
})

test("[SSO-7] what could not be told for a day is given up, and is shown as that", async () => {
  const { address } = await receiver((_request, response) => response.writeHead(503).end())
  const { entry, signOn } = await connected("放弃", address)
  const leaving = await app.as("teacher-a1")
  await signOn(leaving)
  await leaving.send(accountCalls.signOut, {})
  await expect.poll(() => answersOf(entry.id), within5s).toMatchObject([{ answer: "503" }])
  await app.database.systemDb.execute(
    sql`update application_sign_on set ended_at = now() - interval '25 hours', next_at = now()
      where application_id = ${entry.id}`,
  )
  await expect
    .poll(async () => (await listed(entry.id))?.untold, within5s)
    .toEqual({ waiting: 0, givenUp: 1 })
})

test("[SSO-8] no redirect and no unlisted inner address is followed, and who hangs holds up nobody", async () => {
  const inner = await receiver()
  const redirecting = await receiver((_request, response) =>
    response.writeHead(302, { location: inner.address }).end(),
  )
  const hanging = await receiver(() => {})
  const quick = await receiver()
  const parties = {
    redirect: await connected("跳转", redirecting.address),
    timeout: await connected("挂起", hanging.address),
    inner: await connected("内网", "http://169.254.169.254/latest/meta-data"),
    unreachable: await connected("无人", "http://127.0.0.1:9/logout"),
  }
  const other = await connected("及时", quick.address)
  const leaving = await app.as("teacher-a1")
  for (const { signOn } of Object.values(parties)) await signOn(leaving)
  await leaving.send(accountCalls.signOut, {})
  const second = await app.as("teacher-a1")
  const { sid } = await other.signOn(second)
  await second.send(accountCalls.signOut, {})
  await expect.poll(() => sidsIn(quick.told), within5s).toEqual([sid])
  for (const [answer, { entry }] of Object.entries(parties))
    await expect.poll(() => answersOf(entry.id), within5s).toMatchObject([{ isTold: false, answer }])
  expect(inner.told).toEqual([])
})

test("[SSO-7] two processes tell each application once", async () => {
  const { app: second } = await app.another()
  await second.listen({ port: 0, host: "127.0.0.1" })
  // Slower than the pause between two looks at what is due.
  const { address, told } = await receiver(
    (_request, response) => void setTimeout(() => response.writeHead(200).end(), 1500),
  )
  const parties = [
    await connected("甲", address),
    await connected("乙", address),
    await connected("丙", address),
  ]
  const sids: string[] = []
  const people = [await app.as("teacher-a1"), await app.as("teacher-a1"), await app.as("teacher-a1")]
  for (const who of people) for (const { signOn } of parties) sids.push((await signOn(who)).sid)
  const { id: personid } = await (people[0] as TestClient).send(accountCalls.current, {})
  await grantFor(app, head, "sign-out")
  await head.send(onlineUserCalls.endAll, { personid, own: 0 })
  await expect.poll(() => sidsIn(told).toSorted(), within5s).toEqual(sids.toSorted())
  // Nothing comes twice.
  await new Promise((resolve) => setTimeout(resolve, 1500))
  expect(told).toHaveLength(sids.length)
})

test("[SSO-7] what another process has in its hands holds up nobody", async () => {
  const { address, told, behaviour } = await receiver((_request, response) => response.writeHead(500).end())
  const { entry, signOn } = await connected("占用", address)
  const [first, other] = [await app.as("teacher-a1"), await app.as("teacher-a1")]
  const [held, free] = [await signOn(first), await signOn(other)]
  const { systemDb } = app.database
  await systemDb.execute(
    sql`update application_sign_on set next_at = now() + interval '2 seconds' where sid = ${held.sid}`,
  )
  await app.database.transaction(unrestricted, async (db) => {
    const { rows } = await db.execute(
      sql`select tries from application_sign_on where sid = ${held.sid} for update`,
    )
    // Locked before it was due, however slow the machine is: else this process had it in its own hands.
    expect(rows).toEqual([{ tries: 0 }])
    const isDue = async () =>
      (
        await systemDb.execute(
          sql`select from application_sign_on where sid = ${held.sid} and next_at <= now()`,
        )
      ).rows.length > 0
    await expect.poll(isDue, within5s).toBe(true)
    await other.send(accountCalls.signOut, {})
    // One that fails puts off what else waits for the application, and does not wait for what is locked.
    await expect.poll(() => answersOf(entry.id), within5s).toMatchObject([{ answer: "500" }])
    behaviour.answer = (_request, response) => response.writeHead(200).end()
    await systemDb.execute(sql`update application_sign_on set next_at = now() where sid = ${free.sid}`)
    await expect.poll(() => sidsIn(told), within5s).toEqual([free.sid, free.sid])
  })
  await expect.poll(() => sidsIn(told), within5s).toEqual([free.sid, free.sid, held.sid])
})

test("[SSO-7] a notice that fails by an error of ours is logged, shown and told later; others are told", async () => {
  const { address, told } = await receiver()
  const { entry, signOn } = await connected("自身出错", address)
  const [first, other] = [await app.as("teacher-a1"), await app.as("teacher-a1")]
  const [bad, good] = [await signOn(first), await signOn(other)]
  const { systemDb } = app.database
  const setIssuer = (issuer: string) =>
    systemDb.execute(
      sql`update application_sign_on set issuer = ${issuer}, next_at = now() where sid = ${bad.sid}`,
    )
  await setIssuer("no address")
  await expect
    .poll(() => answersOf(entry.id), within5s)
    .toMatchObject([{ isTold: false, answer: "fault", tries: 1 }])
  await other.send(accountCalls.signOut, {})
  await expect.poll(() => sidsIn(told), within5s).toEqual([good.sid])
  const { rows } = await systemDb.execute<{ id: string }>(
    sql`select id::text from application_sign_on where sid = ${bad.sid}`,
  )
  const about = `Application ${entry.id}, sign-on ${rows[0]?.id}, try 1`
  expect(logged.entries().filter(({ msg }) => String(msg).includes(about))).toMatchObject([
    { level: "error", err: { message: expect.stringContaining("Issuer Identifier") } },
  ])

  await setIssuer(`${base}/oidc`)
  await expect.poll(() => sidsIn(told), within5s).toEqual([good.sid, bad.sid])
})

test("[SSO-7] answers of another organisation's application are nobody else's to see", async () => {
  const { address } = await receiver()
  const { entry, signOn } = await connected("别家", address)
  const leaving = await app.as("teacher-a1")
  await signOn(leaving)
  await leaving.send(accountCalls.signOut, {})
  await expect.poll(() => answersOf(entry.id), within5s).toHaveLength(1)
  const stranger = await app.as("head-b1")
  const asked = stranger.send(applicationAdminCalls.signOuts, { id: entry.id })
  await expect(asked).rejects.toThrow(applicationMessages.gone)
})

import { get, type IncomingMessage } from "node:http"
import { logCalls } from "@uc/contract/logs/calls"
import { noPermissionMessage } from "@uc/contract/roles/permissions"
import { eventStream } from "@uc/contract/core/events"
import { errtypes, replyMessages } from "@uc/contract/core/reply"
import { accountCalls } from "@uc/contract/account/calls"
import { onlineUserCalls, onlineUserMessages } from "@uc/contract/online-users/calls"
import { defaultSiteConfig } from "@uc/contract/core/site-defaults"
import { sql } from "drizzle-orm"
import { expect, onTestFinished, test } from "vitest"
import { unrestricted } from "../../db/scope.ts"
import { grantFor } from "../../testing/test-danger.ts"
import { testApp, type TestApp, type TestClient } from "../../testing/test-app.ts"

const idOf = async (client: TestClient) => (await client.send(accountCalls.current, {})).id

/** The sessions of one person, as the viewer sees them. */
async function of(viewer: TestClient, personid: string) {
  const { items } = await viewer.send(onlineUserCalls.list, { limit: 200 })
  return items.filter((row) => row.personid === personid)
}

async function end(app: TestApp, viewer: TestClient, session: string, own?: 1): Promise<void> {
  await grantFor(app, viewer, "sign-out")
  await viewer.send(onlineUserCalls.end, { session, ...(own && { own }) })
}

test("[ROLE-2] administrators see online users of what they administer, others nothing", async () => {
  const app = await testApp()
  const accounts = ["platform", "bureau-a", "head-a1", "head-a2", "bureau-b", "teacher-a1"] as const
  const clients = new Map<string, TestClient>()
  for (const account of accounts) clients.set(account, await app.as(account))
  const as = (account: (typeof accounts)[number]) => clients.get(account) as TestClient
  const organisations = async (account: (typeof accounts)[number]) => {
    const { items, total, people } = await as(account).send(onlineUserCalls.list, { limit: 200 })
    expect([total, people]).toEqual([items.length, new Set(items.map(({ personid }) => personid)).size])
    return items.map(({ orgname }) => orgname).toSorted()
  }
  expect(await organisations("head-a1")).toEqual(["甲一小学", "甲一小学"])
  expect(await organisations("bureau-a")).toEqual(["甲一小学", "甲一小学", "甲二小学", "甲区教育局"])
  expect(await organisations("bureau-b")).toEqual(["乙区教育局"])
  expect(await organisations("platform")).toHaveLength(accounts.length)
  await expect(as("teacher-a1").send(onlineUserCalls.list, {})).rejects.toThrow(
    noPermissionMessage("online.manage"),
  )
  // A bureau's 单位管理员 reaches the schools but does not see who is signed in there.
  await app.database.transaction(unrestricted, (db) =>
    db.execute(sql`update person set admintype = 1 where account = 'clerk-a'`),
  )
  const clerk = await app.as("clerk-a")
  const own = await clerk.send(onlineUserCalls.list, {})
  expect(own.items.map(({ orgname }) => orgname)).toEqual(["甲区教育局", "甲区教育局"])
  const { items } = await as("head-a1").send(onlineUserCalls.list, {})
  expect(items.filter(({ isCurrent }) => isCurrent)).toMatchObject([
    { nickname: expect.any(String), mayEnd: true },
  ])
})

test("[ROLE-2] nobody signs out whom they don't administer, nor an administrator above them", async () => {
  const app = await testApp()
  const [head, teacher, bureauA, bureauB] = [
    await app.as("head-a1"),
    await app.as("teacher-a1"),
    await app.as("bureau-a"),
    await app.as("bureau-b"),
  ]
  const platform = await app.as("platform")
  const teacherId = await idOf(teacher)
  const [theirs] = await of(head, teacherId)
  const session = theirs?.id ?? ""
  const strangers = [
    [bureauB, replyMessages.outOfReach],
    [teacher, noPermissionMessage("online.manage")],
    [await app.as("head-a2"), replyMessages.outOfReach],
  ] as const
  for (const [stranger, why] of strangers) {
    await expect(end(app, stranger, session)).rejects.toThrow(why)
    await grantFor(app, stranger, "sign-out")
    await expect(stranger.send(onlineUserCalls.endAll, { personid: teacherId })).rejects.toThrow(why)
  }
  // A bureau of the whole city reaches the platform's own organisation but does not administer it (BARE-6).
  await app.database.transaction(unrestricted, async (db) => {
    await db.execute(
      `update organisation set area_id = (select area_id from organisation where name = '平台'),
         area_path = (select area_path from organisation where name = '平台') where name = '甲区教育局'`,
    )
  })
  const [operator] = await of(platform, await idOf(platform))
  const city = await app.as("bureau-a")
  expect(await of(city, await idOf(platform))).toEqual([])
  await expect(end(app, city, operator?.id ?? "")).rejects.toThrow(replyMessages.outOfReach)
  // Nor its people without rights.
  await app.database.transaction(unrestricted, (db) =>
    db.execute(sql`update person set admintype = 0 where account = 'platform'`),
  )
  expect(await of(city, await idOf(platform))).toEqual([])
  await expect(end(app, city, operator?.id ?? "")).rejects.toThrow(replyMessages.outOfReach)
  await grantFor(app, city, "sign-out")
  await expect(city.send(onlineUserCalls.endAll, { personid: await idOf(platform) })).rejects.toThrow(
    replyMessages.outOfReach,
  )
  // A school's administrator is not above the bureau's own staff.
  await app.database.transaction(unrestricted, (db) =>
    db.execute(sql`update person set admintype = 2 where account = 'teacher-a1'`),
  )
  await expect(end(app, head, session)).rejects.toThrow(onlineUserMessages.higherAdministrator)
  expect(await idOf(bureauA)).toBe(await idOf(city))
  expect((await teacher.request(accountCalls.current, {})).statusCode).toBe(200)
})

test("[LOGIN-7] signing somebody out ends stream and session at once and is audited", async () => {
  const app = await testApp()
  const [head, teacher] = [await app.as("head-a1"), await app.as("teacher-a1")]
  const again = await app.as("teacher-a1")
  const { id, nickname } = await teacher.send(accountCalls.current, {})
  await again.send(accountCalls.current, {})
  const stream = await streamOf(app, teacher)
  expect(await of(head, id)).toHaveLength(2)

  const [first] = await of(head, id)
  const unproven = await head.request(onlineUserCalls.end, { session: first?.id ?? "" })
  expect(unproven.json()).toMatchObject({ errtype: errtypes.grantNeeded, mid: "sign-out" })
  await grantFor(app, head, "sign-out")
  expect(await head.send(onlineUserCalls.endAll, { personid: id })).toEqual({ ended: 2 })

  // Although both were answered a second ago and could come out of the cache.
  expect(await stream.ended).toContain("event: end")
  for (const gone of [teacher, again])
    expect((await gone.request(accountCalls.current, {})).json()).toMatchObject({
      errtype: errtypes.signedOut,
    })
  expect(await of(head, id)).toEqual([])
  await grantFor(app, head, "sign-out")
  await expect(head.send(onlineUserCalls.endAll, { personid: id })).rejects.toThrow(onlineUserMessages.gone)

  const { items: audited } = await head.send(logCalls.audit, { action: "onlineUsers." })
  const done = audited.filter(({ result }) => result === "done")
  expect(done).toMatchObject([{ action: "onlineUsers.endAll", change: { before: { nickname } } }])
  const { items: signIns } = await head.send(logCalls.signIns, { result: "signed-out" })
  expect(signIns).toMatchObject([{ reason: "by-administrator" }, { reason: "by-administrator" }])
})

test("[LOGIN-7] the own current session is ended only when chosen", async () => {
  const app = await testApp()
  const [head, elsewhere] = [await app.as("head-a1"), await app.as("head-a1")]
  const id = await idOf(head)
  const [current] = (await of(head, id)).filter(({ isCurrent }) => isCurrent)
  await expect(end(app, elsewhere, current?.id ?? "")).resolves.toBeUndefined()
  const here = await app.as("head-a1")
  const [own] = (await of(here, id)).filter(({ isCurrent }) => isCurrent)
  await expect(end(app, here, own?.id ?? "")).rejects.toThrow(onlineUserMessages.ownUnconfirmed)
  await grantFor(app, here, "sign-out")
  expect(await here.send(onlineUserCalls.endAll, { personid: id })).toEqual({ ended: 1 })
  expect((await here.request(accountCalls.current, {})).statusCode).toBe(200)
  await end(app, here, own?.id ?? "", 1)
  expect((await here.request(accountCalls.current, {})).statusCode).toBe(401)
})

test("the list pages by key, each once, and finds by name, pinyin, account and kind", async () => {
  const app = await testApp()
  const platform = await app.as("platform")
  for (const account of ["bureau-a", "head-a1", "head-a2", "teacher-a1", "boss-ae"]) await app.as(account)
  const seen: string[] = []
  let after: string | undefined
  do {
    const { items, next } = await platform.send(onlineUserCalls.list, { limit: 2, ...(after && { after }) })
    seen.push(...items.map(({ id }) => id))
    after = next ?? undefined
  } while (after)
  expect([seen.length, new Set(seen).size]).toEqual([6, 6])
  const names = async (query: object) =>
    (await platform.send(onlineUserCalls.list, query)).items.map(({ orgname }) => orgname)
  expect(await names({ username: "boss-" })).toEqual(["甲区配送公司"])
  expect(await names({ usertype: 20 })).toEqual(["甲区教育局"])
  const { nickname } = await (await app.as("teacher-a2")).send(accountCalls.current, {})
  expect(await names({ username: nickname })).toContain("甲二小学")
  expect(await names({ username: "' or 1=1 --" })).toEqual([])
})

/** Everything that a stream says until it ends. */
async function streamOf(
  { app }: TestApp,
  { headers }: TestClient,
): Promise<{ readonly ended: Promise<string> }> {
  const address = await app.listen({ port: 0, host: "127.0.0.1" })
  const path = `${defaultSiteConfig.services[eventStream.service]}${eventStream.path}`
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${address}${path}`, { headers, agent: false }, resolve).on("error", reject)
  })
  onTestFinished(() => void answer.destroy())
  let text = ""
  const ended = new Promise<string>((resolve) => answer.on("close", () => resolve(text)))
  await new Promise<void>((resolve) => {
    answer.setEncoding("utf8").on("data", (more: string) => {
      text += more
      if (text.includes("event: news")) resolve()
    })
  })
  return { ended }
}

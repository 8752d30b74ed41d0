import { get } from "node:http"
import { accountCalls } from "@uc/contract/account/calls"
import { alarmSourceCalls } from "@uc/contract/alarm-sources/calls"
import { everyCall } from "@uc/contract/all-calls"
import { eventStream } from "@uc/contract/core/events"
import { errtypes } from "@uc/contract/core/reply"
import { defaultSiteConfig } from "@uc/contract/core/site-defaults"
import { logCalls } from "@uc/contract/logs/calls"
import { onlineUserCalls } from "@uc/contract/online-users/calls"
import { screenAdminCalls, screenAdminLimits, screenAdminMessages } from "@uc/contract/screens/admin-calls"
import { screenCalls, screenMessages, shownCode, type ScreenOverview } from "@uc/contract/screens/calls"
import { sql, type SQL } from "drizzle-orm"
import type { FastifyInstance, LightMyRequestResponse } from "fastify"
import { expect, onTestFinished, test } from "vitest"
import { guessLimit } from "../../security/guesses.ts"
import { unrestricted } from "../../db/scope.ts"
import { alarmOf, signed } from "../../testing/test-alarm-source.ts"
import { cookiesOf, requestFor, testApp, type TestApp, type TestClient } from "../../testing/test-app.ts"
import { grantFor } from "../../testing/test-danger.ts"

async function change(app: TestApp, statement: SQL): Promise<void> {
  await app.database.transaction(unrestricted, async (db) => void (await db.execute(statement)))
}

async function created(app: TestApp, administrator: TestClient, name = "一楼值班室") {
  const { orgid } = await administrator.send(accountCalls.current, {})
  await grantFor(app, administrator, "screen")
  return administrator.send(screenAdminCalls.create, { orgid, name })
}

function pair(app: FastifyInstance, code: string, headers = {}): Promise<LightMyRequestResponse> {
  return app.inject(requestFor(screenCalls.pair, { code }, headers))
}

/** A browser that has become a screen: it has no cookie but its own. */
async function paired(app: TestApp, account: string) {
  const administrator = await app.as(account)
  const { screen, code } = await created(app, administrator)
  const answer = await pair(app.app, code)
  expect(answer.statusCode).toBe(200)
  const [cookie] = answer.cookies.filter(({ name }) => name === "uc_screen")
  return { administrator, id: screen.id, headers: { cookie: `uc_screen=${cookie?.value}` }, cookie }
}

function overview(app: FastifyInstance, headers: Record<string, string>): Promise<LightMyRequestResponse> {
  return app.inject(requestFor(screenCalls.overview, {}, headers))
}

async function seen(app: FastifyInstance, headers: Record<string, string>): Promise<ScreenOverview> {
  const answer = await overview(app, headers)
  expect(answer.statusCode).toBe(200)
  return screenCalls.overview.output.parse(answer.json<{ data: unknown }>().data)
}

test("[DAY-7] a code makes a browser a screen, once, typed as people type it", async () => {
  const app = await testApp()
  const { screen, code } = await created(app, await app.as("bureau-a"))
  expect(screen).toMatchObject({ name: "一楼值班室", pairedAt: null, lastSeenAt: null, isOnline: false })

  const answer = await pair(app.app, ` ${shownCode(code).toLowerCase()} `)
  expect(answer.json()).toMatchObject({ ret: 1, data: { name: "一楼值班室", orgname: "甲区教育局" } })
  const cookie = answer.cookies.find(({ name }) => name === "uc_screen")
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Strict", path: "/", maxAge: 400 * 86_400 })
  const stored = await app.database.transaction(unrestricted, (db) =>
    db.execute<{ row: string }>(sql`select screen::text as row from screen`),
  )
  expect(stored.rows[0]?.row).not.toContain(cookie?.value)

  const again = await pair(app.app, code)
  expect([again.statusCode, again.json()]).toEqual([
    409,
    { ret: 0, msg: screenMessages.wrongCode, field: "code" },
  ])
})

test("[DAY-7] a code that is wrong, too old or of a disabled organisation pairs nobody", async () => {
  const app = await testApp()
  const { code } = await created(app, await app.as("head-a1"))
  expect((await pair(app.app, "23456789")).statusCode).toBe(409)
  expect((await pair(app.app, "too short")).statusCode).toBe(400)

  await change(app, sql`update screen set code_until = now() - interval '1 second'`)
  expect((await pair(app.app, code)).statusCode).toBe(409)
  await change(app, sql`update screen set code_until = now() + interval '1 minute'`)
  await change(app, sql`update organisation set disabled_at = now() where name = '甲一小学'`)
  expect((await pair(app.app, code)).statusCode).toBe(409)
  await change(app, sql`update organisation set disabled_at = null where name = '甲一小学'`)
  expect((await pair(app.app, code)).statusCode).toBe(200)
})

test("[DAY-7] an address may guess 30 codes in ten minutes; signing in from it goes on", async () => {
  const app = await testApp()
  const { code } = await created(app, await app.as("head-a1"))
  const guesses = await Promise.all(Array.from({ length: 40 }, () => pair(app.app, "23456789")))
  const answered = guesses.map(({ statusCode }) => statusCode)
  expect(answered.filter((status) => status === 409)).toHaveLength(guessLimit.atMost)
  const refused = await pair(app.app, code)
  expect([refused.statusCode, refused.json().msg]).toEqual([429, screenMessages.addressBusy])
  const { rows } = await app.database.transaction(unrestricted, (db) =>
    db.execute(sql`select from auth_failure where scope = 'address' and n > 0`),
  )
  expect(rows).toEqual([])
  await change(
    app,
    sql`update quota set bucket = bucket - interval '10 minutes' where key like 'screen-code:%'`,
  )
  expect((await pair(app.app, code)).statusCode).toBe(200)
})

test("[DAY-7] a screen shows what its organisation reaches: a bureau its area, a school itself", async () => {
  const app = await testApp()
  const bureau = await paired(app, "bureau-a")
  const school = await paired(app, "head-a1")

  const ofBureau = await seen(app.app, bureau.headers)
  expect(ofBureau).toMatchObject({
    screen: "一楼值班室",
    orgname: "甲区教育局",
    places: { are: "organisations" },
  })
  const { rows } = await app.database.transaction(unrestricted, (db) =>
    db.execute<{
      name: string
      own: boolean
    }>(sql`select coalesce(short_name, name) as name, area_path ^@ '330100/330101/' as own
      from organisation where kind in ('school', 'enterprise')`),
  )
  const names = ofBureau.places.items.map(({ name }) => name)
  expect(names.toSorted()).toEqual(
    rows
      .filter(({ own }) => own)
      .map(({ name }) => name)
      .toSorted(),
  )
  expect(rows.some(({ own }) => !own)).toBe(true)

  const ofSchool = await seen(app.app, school.headers)
  expect(ofSchool).toMatchObject({ orgname: "甲一小学", places: { are: "buildings" } })
  expect(new Set(ofSchool.alarms.items.map(({ orgname }) => orgname))).toEqual(new Set(["甲一小学"]))
  expect(ofSchool.patrols.planned).toBeLessThan(ofBureau.patrols.planned)
})

test("[DAY-7] a reported alarm is shown with level, place, countdown and its school's tile", async () => {
  const app = await testApp()
  await change(app, sql`update alarm_record set state = 'closed', closed_at = now() where closed_at is null`)
  const { headers, administrator } = await paired(app, "bureau-a")
  const calm = await seen(app.app, headers)
  expect(calm.alarms).toEqual({ total: 0, levels: [], items: [] })
  expect(calm.places.calm).toBe(calm.places.total)

  const school = await app.as("head-a1")
  const { orgid, orgname } = await school.send(accountCalls.current, {})
  await grantFor(app, administrator, "alarm-source")
  const bureauId = (await administrator.send(accountCalls.current, {})).orgid
  const made = await administrator.send(alarmSourceCalls.createSource, { orgid: bureauId, name: "网关" })
  const source = { key: made.source.key, secret: made.secret }
  const alarm = alarmOf(orgid, { alarm_level: 1, address: "综合楼三层302" })
  const reported = await app.app.inject(signed(source, alarmSourceCalls.report, { items: [alarm] }))
  expect(reported.json()).toMatchObject({ data: { accepted: 1 } })

  const alarmed = await seen(app.app, headers)
  expect(alarmed.alarms).toMatchObject({
    total: 1,
    levels: [{ level: 1, total: 1 }],
    items: [
      { uuid: alarm.uuid, level: 1, orgname, address: "综合楼三层302", state: "open", isEscalated: false },
    ],
  })
  expect(alarmed.alarms.items[0]?.dueAt).not.toBeNull()
  expect(alarmed.places.items[0]).toMatchObject({ level: 1, alarms: 1 })
  expect(alarmed.places.calm).toBe(calm.places.total - 1)
  expect(alarmed.health).toMatchObject({ sources: 1, silentSources: 0 })
  expect(alarmed.today.alarms).toBe(calm.today.alarms + 1)
})

test("[DAY-7] in a school an alarm is in the building that its address names, or elsewhere", async () => {
  const app = await testApp()
  await change(app, sql`update alarm_record set state = 'closed', closed_at = now() where closed_at is null`)
  const { headers } = await paired(app, "head-a1")
  const before = await seen(app.app, headers)
  const building = before.places.items[0]?.name ?? ""
  expect(building).not.toBe("")
  await change(
    app,
    sql`insert into alarm_record (uuid, org_id, area_path, model_code, level, createtime, address)
      select gen_random_uuid(), id, area_path, 'gas', made.level, now(), made.address from organisation,
        (values (3, ${`${building}二层`}), (2, '操场'), (4, null)) made (level, address) where name = '甲一小学'`,
  )
  const { places } = await seen(app.app, headers)
  expect(places.items.slice(0, 2)).toMatchObject([
    { id: null, name: "其他位置", level: 2, alarms: 2 },
    { name: building, level: 3, alarms: 1 },
  ])
})

test("[DAY-7] a screen may make no other call than those declared for it, and changes nothing", async () => {
  const app = await testApp()
  const { headers } = await paired(app, "bureau-a")
  const forScreens = everyCall().filter(({ call }) => call.screen)
  expect(forScreens.map(({ name }) => name)).toEqual(["screens.overview"])
  for (const { call } of forScreens)
    expect([call.writes, call.sensitive, call.method]).toEqual([false, false, "GET"])

  const wrong: string[] = []
  for (const { name, call } of everyCall()) {
    if (call.open || call.screen) continue
    const answer = await app.app.inject(requestFor(call, {}, headers))
    const { msg } = answer.json<{ msg: string }>()
    if (answer.statusCode !== 403 || msg !== screenMessages.looksOnly)
      wrong.push(`${name}: ${answer.statusCode} ${msg}`)
  }
  expect(wrong).toEqual([])
})

test("[DAY-7] nothing of people is on a screen: no phone, no name", async () => {
  const app = await testApp()
  const { headers } = await paired(app, "bureau-a")
  const { body } = await overview(app.app, headers)
  const { rows } = await app.database.transaction(unrestricted, (db) =>
    db.execute<{ name: string; phone: string | null }>(sql`select name, phone from person`),
  )
  expect(rows.length).toBeGreaterThan(10)
  const known = rows.filter(({ name, phone }) => [name, phone].some((each) => each && body.includes(each)))
  expect(known).toEqual([])
})

test("[DAY-7] a screen outlives the night, everybody's sign-out, its creator and the process", async () => {
  const app = await testApp()
  const { headers, administrator } = await paired(app, "bureau-a")
  await change(app, sql`update screen set last_seen_at = now() - interval '3 days'`)
  const renewed = await overview(app.app, headers)
  expect(renewed.statusCode).toBe(200)
  // Its cookie is set again once a day, with the same token.
  expect(`uc_screen=${renewed.cookies[0]?.value}`).toBe(headers.cookie)
  expect((await overview(app.app, headers)).cookies).toEqual([])

  await change(app, sql`update session set absolute_until = now() - interval '1 minute', revoked_at = now()`)
  await change(app, sql`update person set disabled_at = now() where account = 'bureau-a'`)
  await new Promise((resolve) => setTimeout(resolve, 1100))
  expect((await administrator.request(accountCalls.current, {})).statusCode).toBe(401)
  expect((await overview(app.app, headers)).statusCode).toBe(200)

  const { app: second } = await app.another()
  expect((await overview(second, headers)).statusCode).toBe(200)
})

test("[DAY-7] a browser that is a screen stays one while somebody signs in and out at it", async () => {
  const app = await testApp()
  const { headers } = await paired(app, "head-a1")
  const other = await app.as("head-a2")
  const both = { cookie: `${other.headers["cookie"]}; ${headers.cookie}` }
  expect(await seen(app.app, both)).toMatchObject({ screen: "一楼值班室", orgname: "甲一小学" })
  // The person's own calls are theirs.
  const own = await app.app.inject(requestFor(accountCalls.current, {}, both))
  expect(own.json()).toMatchObject({ data: { orgname: "甲二小学" } })
  await other.send(accountCalls.signOut, {})
  expect(await seen(app.app, both)).toMatchObject({ screen: "一楼值班室" })
  const refused = await app.app.inject(requestFor(accountCalls.current, {}, both))
  expect([refused.statusCode, refused.json()]).toEqual([403, { ret: 0, msg: screenMessages.looksOnly }])
})

test("[DAY-7] somebody who is signed in may look too, as nobody's screen; nobody else may", async () => {
  const app = await testApp()
  const teacher = await app.as("teacher-a1")
  expect(await teacher.send(screenCalls.overview, {})).toMatchObject({ screen: null, orgname: "甲一小学" })
  const anybody = await app.anonymous.request(screenCalls.overview, {})
  expect([anybody.statusCode, anybody.json()]).toMatchObject([401, { errtype: errtypes.signedOut }])
  const forged = await overview(app.app, { cookie: `uc_screen=${"A".repeat(43)}` })
  expect(forged.statusCode).toBe(401)
})

test("[DAY-7] a revoked screen ends at once with its stream, and so does one paired elsewhere", async () => {
  const app = await testApp()
  const { administrator, id, headers } = await paired(app, "bureau-a")
  const stream = await openStream(app.app, headers)
  await stream.has('"topic":"alarms"')

  await grantFor(app, administrator, "screen")
  const { code } = await administrator.send(screenAdminCalls.renewCode, { id })
  // Until the new code is used, the old browser goes on.
  expect((await overview(app.app, headers)).statusCode).toBe(200)
  const moved = await pair(app.app, code)
  await stream.has("event: end")
  expect((await overview(app.app, headers)).statusCode).toBe(401)

  const cookie = { cookie: cookiesOf(moved) }
  const second = await openStream(app.app, cookie)
  await second.has('"topic":"alarms"')
  await grantFor(app, administrator, "screen")
  await administrator.send(screenAdminCalls.revoke, { id })
  await second.has("event: end")
  expect((await overview(app.app, cookie)).statusCode).toBe(401)
  // It is told to sign in, and no longer that it may only look.
  const other = await app.app.inject(requestFor(onlineUserCalls.list, {}, cookie))
  expect(other.statusCode).toBe(401)

  await grantFor(app, administrator, "screen")
  await expect(administrator.send(screenAdminCalls.revoke, { id })).rejects.toMatchObject({ status: 403 })
  const { items } = await administrator.send(logCalls.audit, { limit: 20 })
  expect(items.map(({ action }) => action)).toEqual(
    expect.arrayContaining([
      "screenAdmin.create",
      "screenAdmin.renewCode",
      "screenAdmin.revoke",
      "screens.pair",
    ]),
  )
})

test("[DAY-7] a disabled organisation's screen shows nothing; one off for 90 days is none", async () => {
  const app = await testApp()
  const { headers } = await paired(app, "head-a1")
  await change(app, sql`update organisation set disabled_at = now() where name = '甲一小学'`)
  expect((await overview(app.app, headers)).statusCode).toBe(401)
  await change(app, sql`update organisation set disabled_at = null where name = '甲一小学'`)
  expect((await overview(app.app, headers)).statusCode).toBe(200)
  await change(app, sql`update screen set last_seen_at = now() - interval '91 days'`)
  expect((await overview(app.app, headers)).statusCode).toBe(401)
})

test("[DAY-7] the list says where and when a screen was seen; an organisation has at most twenty", async () => {
  const app = await testApp()
  const { administrator } = await paired(app, "head-a1")
  const { screens } = await administrator.send(screenAdminCalls.list, {})
  expect(screens).toMatchObject([{ name: "一楼值班室", isOnline: true, codeUntil: null, ip: "127.0.*.*" }])
  await change(
    app,
    sql`insert into screen (org_id, name) select id, '备用' from organisation, generate_series(2, ${screenAdminLimits.screens}::int)
      where name = '甲一小学'`,
  )
  await expect(created(app, administrator)).rejects.toThrow(screenAdminMessages.tooMany)
})

interface OpenStream {
  readonly has: (text: string) => Promise<void>
}

async function openStream(app: FastifyInstance, headers: Record<string, string>): Promise<OpenStream> {
  const address = app.server.listening
    ? app.listeningOrigin
    : await app.listen({ port: 0, host: "127.0.0.1" })
  const url = `${address}${defaultSiteConfig.services[eventStream.service]}${eventStream.path}?for=${eventStream.forScreen}`
  let text = ""
  const request = get(url, { headers, agent: false })
  onTestFinished(() => void request.destroy())
  const answer = await new Promise<import("node:http").IncomingMessage>((resolve, reject) =>
    request.on("response", resolve).on("error", reject),
  )
  expect(answer.statusCode).toBe(200)
  answer.on("error", () => undefined)
  answer.setEncoding("utf8").on("data", (more: string) => (text += more))
  return {
    async has(wanted) {
      while (!text.includes(wanted))
        await new Promise((resolve) => answer.once("data", resolve).once("close", resolve))
    },
  }
}

import { alarmCalls } from "@uc/contract/alarms/calls"
import { alarmAdminCalls } from "@uc/contract/alarms/admin-calls"
import { httpMessages } from "@uc/contract/core/http"
import {
  alarmSourceCalls,
  ingestLimits,
  ingestMessages,
  oldSignatureEndsMs,
  signatureHeaders,
} from "@uc/contract/alarm-sources/calls"
import { replyMessages } from "@uc/contract/core/reply"
import { accountCalls } from "@uc/contract/account/calls"
import { sql } from "drizzle-orm"
import pg from "pg"
import { expect, onTestFinished, test } from "vitest"
import { unrestricted } from "../../db/scope.ts"
import { changes, rowsOf } from "../../testing/test-rows.ts"
import { grantFor } from "../../testing/test-danger.ts"
import { testApp, type TestApp } from "../../testing/test-app.ts"
import { TokenBuckets } from "../../security/token-buckets.ts"
import {
  alarmOf,
  shanghai,
  signed,
  sourceOf,
  theDemoSource,
  type TestSource,
} from "../../testing/test-alarm-source.ts"

async function orgs(app: TestApp): Promise<Record<string, string>> {
  const { rows } = await app.database.transaction(unrestricted, (db) =>
    db.execute<{ name: string; id: string }>(sql`select name, id::text from organisation`),
  )
  return Object.fromEntries(rows.map(({ name, id }) => [name, id]))
}

async function report(app: TestApp, source: TestSource, items: readonly unknown[]) {
  const answer = await app.app.inject(signed(source, alarmSourceCalls.report, { items }))
  expect([answer.statusCode, answer.json().msg]).toEqual([200, ""])
  return alarmSourceCalls.report.output.parse(answer.json().data)
}

const stored = async (app: TestApp, uuid: string) =>
  (
    await app.database.transaction(unrestricted, (db) =>
      db.execute(sql`select org_id::text as org, model_code, level, detail, address, source, state,
        area_path = (select area_path from organisation o where o.id = alarm_record.org_id) as "isInArea"
        from alarm_record where uuid = ${uuid}`),
    )
  ).rows

test("[WARN-8] a reported alarm is on the list of its school with all its fields", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  const { orgid, orgname } = await head.send(accountCalls.current, {})
  const source = await sourceOf(app, head, orgid)
  const detail = '<img src=x onerror="alert(1)">燃气浓度 45%LEL'
  const alarm = alarmOf(orgid, { detail, address: "食堂", model_code: "never-heard-of" })
  expect(await report(app, source, [alarm])).toEqual({
    accepted: 1,
    repeated: 0,
    refused: 0,
    results: [{ index: 0, is: "accepted" }],
  })
  const { items } = await head.send(alarmCalls.records, {})
  expect(items[0]).toMatchObject({
    uuid: alarm.uuid,
    model_code: "never-heard-of",
    createtime: alarm["createtime"],
    school_name: orgname,
    orgid,
  })
  expect(await stored(app, alarm.uuid)).toEqual([
    {
      org: orgid,
      model_code: "never-heard-of",
      level: 1,
      detail,
      address: "食堂",
      source: "校园网关",
      state: "open",
      isInArea: true,
    },
  ])
})

test("[WARN-8] a bad item is named by index, field and sentence and does not spoil the others", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  const { orgid } = await head.send(accountCalls.current, {})
  const { 乙一小学: foreign = "" } = await orgs(app)
  const source = await sourceOf(app, head, orgid)
  const good = alarmOf(orgid)
  const ahead = (minutes: number) => shanghai(new Date(Date.now() + minutes * 60_000))
  const { results, ...counts } = await report(app, source, [
    good,
    alarmOf(orgid, { createtime: ahead(6) }),
    alarmOf(orgid, { createtime: ahead(4) }),
    alarmOf("999999"),
    alarmOf(foreign),
    alarmOf(orgid, { alarm_level: 77 }),
    alarmOf(orgid, { uuid: "17" }),
    alarmOf(orgid, { detail: "a\0b" }),
    alarmOf(orgid, { createtime: "2026-02-30 10:00:00" }),
    "text",
    null,
    { ...good },
    alarmOf(orgid, { model_code: "" }),
  ])
  expect(counts).toEqual({ accepted: 2, repeated: 1, refused: 10 })
  expect(
    results.map((result) => (result.is === "refused" ? [result.index, result.field] : result.is)),
  ).toEqual([
    "accepted",
    [1, "createtime"],
    "accepted",
    [3, "orgid"],
    [4, "orgid"],
    [5, "alarm_level"],
    [6, "uuid"],
    [7, "detail"],
    [8, "createtime"],
    [9, ""],
    [10, ""],
    "repeated",
    [12, "model_code"],
  ])
  const [, late, , missing, beyond] = results
  expect(late).toMatchObject({ msg: ingestMessages.ahead })
  // Not existing and out of reach get the same answer.
  expect([missing, beyond]).toMatchObject([
    { msg: ingestMessages.unknownOrganisation },
    { msg: ingestMessages.unknownOrganisation },
  ])
  for (const result of results) if (result.is === "refused") expect(result.msg).toMatch(/\p{Script=Han}/u)
})

test("[WARN-8] an alarm sent twice is stored once, also by two calls at the same time", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  const { orgid } = await head.send(accountCalls.current, {})
  const source = await sourceOf(app, head, orgid)
  const items = Array.from({ length: 100 }, () => alarmOf(orgid))
  const answers = await Promise.all([
    report(app, source, items),
    report(app, source, items.toReversed()),
    report(app, source, items),
  ])
  expect(answers.map(({ refused }) => refused)).toEqual([0, 0, 0])
  expect(answers.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(100)
  expect(await report(app, source, items)).toMatchObject({ accepted: 0, repeated: 100 })
  const uuid = items[0]?.uuid.toUpperCase()
  expect(await report(app, source, [{ ...items[0], uuid }])).toMatchObject({ repeated: 1 })
})

test("[WARN-8][ROLE-2] a source reports for its organisation or area, the platform's for all", async () => {
  const app = await testApp()
  const of = await orgs(app)
  const keepers = { 甲一小学: "head-a1", 甲区教育局: "bureau-a", 平台: "platform" }
  const reached: Record<string, string[]> = {}
  for (const [name, account] of Object.entries(keepers)) {
    const source = await sourceOf(app, await app.as(account), of[name] ?? "")
    const { results } = await report(
      app,
      source,
      Object.values(of).map((org) => alarmOf(org)),
    )
    reached[name] = Object.keys(of).filter((_, index) => results[index]?.is === "accepted")
    // It can list the organisations that it may report for.
    const told = await app.app.inject(signed(source, alarmSourceCalls.organisations, undefined))
    const names = told.json().data.organisations.map((one: { name: string }) => one.name)
    expect(names.toSorted()).toEqual(reached[name].toSorted())
  }
  expect(reached["甲一小学"]).toEqual(["甲一小学"])
  expect(reached["甲区教育局"]?.toSorted()).toEqual(
    ["甲区教育局", "甲一小学", "甲二小学", "甲区配送公司", "甲镇小学"].toSorted(),
  )
  expect(reached["平台"]).toHaveLength(8)
})

test("[WARN-8] the name of another organisation's alarm is refused, not taken as a repetition", async () => {
  const app = await testApp()
  const of = await orgs(app)
  const [a, b] = [of["甲一小学"] ?? "", of["乙一小学"] ?? ""]
  const [one, other] = [
    await sourceOf(app, await app.as("head-a1"), a),
    await sourceOf(app, await app.as("head-b1"), b),
  ]
  const alarm = alarmOf(a)
  await report(app, one, [alarm])
  expect((await report(app, other, [{ ...alarm, orgid: b }])).results).toEqual([
    { index: 0, is: "refused", field: "uuid", msg: ingestMessages.uuidTaken },
  ])
})

test("[WARN-8] two sources may report one alarm; another alarm under its name is refused", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  const { orgid } = await head.send(accountCalls.current, {})
  const [one, other] = [await sourceOf(app, head, orgid), await sourceOf(app, head, orgid, "消防主机")]
  // Sources that count their alarms instead of naming them.
  const alarm = alarmOf(orgid, { uuid: "00000000-0000-0000-0000-000000000001" })
  const anHourAgo = shanghai(new Date(Date.now() - 3_600_000))
  await report(app, one, [alarm])
  expect((await report(app, other, [alarm])).results).toEqual([{ index: 0, is: "repeated" }])
  for (const another of [{ model_code: "fire" }, { createtime: anHourAgo }]) {
    expect((await report(app, other, [{ ...alarm, ...another }])).results).toEqual([
      { index: 0, is: "refused", field: "uuid", msg: ingestMessages.uuidTaken },
    ])
    expect(await report(app, one, [{ ...alarm, ...another }])).toMatchObject({ repeated: 1 })
  }
})

test("[WARN-2][WARN-8] a clock that is ahead does not put its alarm before those that come in after it", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  const { orgid } = await head.send(accountCalls.current, {})
  const source = await sourceOf(app, head, orgid)
  const ahead = alarmOf(orgid, { createtime: shanghai(new Date(Date.now() + 4 * 60_000)) })
  expect(await report(app, source, [ahead])).toMatchObject({ accepted: 1 })
  const next = alarmOf(orgid, { createtime: shanghai(new Date(Date.now() + 60_000)) })
  await report(app, source, [next])
  const { items } = await head.send(alarmCalls.records, {})
  expect(items.slice(0, 2).map(({ uuid }) => uuid)).toEqual([next.uuid, ahead.uuid])
  expect(await report(app, source, [ahead])).toMatchObject({ repeated: 1 })
})

test("[WARN-8] an alarm of a clock that was reset is refused with a sentence", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  const { orgid } = await head.send(accountCalls.current, {})
  const source = await sourceOf(app, head, orgid)
  const monthAgo = shanghai(new Date(Date.now() - 30 * 86_400_000))
  const { results } = await report(app, source, [
    alarmOf(orgid, { createtime: "1970-01-01 08:00:00" }),
    alarmOf(orgid, { createtime: monthAgo }),
  ])
  expect(results).toEqual([
    { index: 0, is: "refused", field: "createtime", msg: ingestMessages.behind },
    { index: 1, is: "accepted" },
  ])
})

test("[WARN-8][WORK-4] an alarm with any name that is taken in can be opened and taken", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  const { orgid } = await head.send(accountCalls.current, {})
  const { uuid } = alarmOf(orgid, { uuid: "12345678-1234-0234-0234-123456789012" })
  await report(app, await sourceOf(app, head, orgid), [alarmOf(orgid, { uuid })])
  expect(await head.send(alarmAdminCalls.detail, { uuid })).toMatchObject({ uuid, state: "open" })
  expect(await head.send(alarmAdminCalls.acknowledge, { uuid })).toMatchObject({ state: "acknowledged" })
})

test("[WARN-8] unsigned, changed, expired or revoked calls are refused and write nothing", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  const { orgid } = await head.send(accountCalls.current, {})
  const source = await sourceOf(app, head, orgid)
  const revoked = await sourceOf(app, head, orgid)
  await grantFor(app, head, "alarm-source")
  await head.send(alarmSourceCalls.revokeSource, { id: revoked.id })
  const before = await rowsOf(app.url)
  const body = { items: [alarmOf(orgid)] }
  const good = signed(source, alarmSourceCalls.report, body)
  const nowS = Math.floor(Date.now() / 1000)
  const without = (name: string) => ({
    ...good,
    headers: Object.fromEntries(Object.entries(good.headers ?? {}).filter(([key]) => key !== name)),
  })
  const withHeader = (name: string, value: string) => ({
    ...good,
    headers: { ...good.headers, [name]: value },
  })
  const unsigned = [
    ...Object.values(signatureHeaders).map(without),
    signed({ ...source, secret: "guessed" }, alarmSourceCalls.report, body),
    signed({ key: revoked.key, secret: revoked.secret }, alarmSourceCalls.report, body),
    signed({ key: "as_unknown", secret: source.secret }, alarmSourceCalls.report, body),
    { ...good, payload: `${JSON.stringify(body)} ` },
    withHeader(signatureHeaders.timestamp, String(nowS + 1)),
    withHeader(signatureHeaders.signature, "0".repeat(64)),
    withHeader(signatureHeaders.signature, "zz"),
    withHeader(signatureHeaders.timestamp, "1e9"),
  ]
  for (const request of unsigned) {
    const answer = await app.app.inject(request)
    expect([answer.statusCode, answer.json().msg]).toEqual([401, ingestMessages.unsigned])
  }
  for (const offS of [-310, 310]) {
    const answer = await app.app.inject(signed(source, alarmSourceCalls.report, body, nowS + offS))
    expect([answer.statusCode, answer.json().msg]).toEqual([401, ingestMessages.stale])
  }
  const fromPage = await app.app.inject(withHeader("origin", "http://localhost"))
  expect([fromPage.statusCode, fromPage.json().msg]).toEqual([403, replyMessages.foreignOrigin])
  expect(changes(before, await rowsOf(app.url))).toEqual([])
  expect((await app.app.inject(good)).json().data).toMatchObject({ accepted: 1 })
})

test("[BARE-13] a signature is good for its own method, path and query alone", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  const { orgid } = await head.send(accountCalls.current, {})
  const source = await sourceOf(app, head, orgid)
  const nowS = Math.floor(Date.now() / 1000)
  const organisations = signed(source, alarmSourceCalls.organisations, undefined, nowS, { query: "?name=a" })
  const own = signed(source, alarmSourceCalls.ownCalls, undefined, nowS)
  const posted = signed(source, alarmSourceCalls.report, { items: [alarmOf(orgid)] }, nowS)
  for (const good of [organisations, own, posted]) {
    const answer = await app.app.inject(good)
    expect([answer.statusCode, answer.headers["deprecation"], answer.headers["sunset"]]).toEqual([
      200,
      undefined,
      undefined,
    ])
  }
  const moved = [
    // A signature of one call for another, of one query for another, and of a GET for a POST.
    { ...own, url: organisations.url },
    { ...organisations, url: organisations.url.replace("name=a", "name=b") },
    { ...organisations, url: organisations.url.replace("?name=a", "") },
    {
      ...posted,
      headers: { ...posted.headers, ...signed(source, alarmSourceCalls.report, undefined, nowS).headers },
    },
    {
      ...posted,
      headers: { ...posted.headers, ...signed(source, alarmSourceCalls.ownCalls, undefined, nowS).headers },
    },
  ]
  for (const request of moved) {
    const answer = await app.app.inject(request)
    expect([answer.statusCode, answer.json().msg]).toEqual([401, ingestMessages.unsigned])
  }
})

test("[BARE-13] the old signature form is accepted with a warning until its last day", async () => {
  let nowMs = oldSignatureEndsMs - 1
  const app = await testApp({ dateMs: () => nowMs })
  const head = await app.as("head-a1")
  const { orgid } = await head.send(accountCalls.current, {})
  const source = await sourceOf(app, head, orgid)
  const calls = () => {
    const now = Math.floor(Date.now() / 1000)
    const body = { items: [alarmOf(orgid)] }
    return [
      signed(source, alarmSourceCalls.report, body, now, { isOldForm: true }),
      signed(source, alarmSourceCalls.organisations, undefined, now, { isOldForm: true, query: "?name=a" }),
      signed(source, alarmSourceCalls.ownCalls, undefined, now, { isOldForm: true }),
    ]
  }
  expect(new Date(oldSignatureEndsMs).toISOString()).toBe("2027-06-30T16:00:00.000Z")
  for (const call of calls()) {
    const { statusCode, headers } = await app.app.inject(call)
    expect([statusCode, headers["deprecation"], headers["sunset"]]).toEqual([
      200,
      "@1794758400",
      "Wed, 30 Jun 2027 16:00:00 GMT",
    ])
  }
  nowMs = oldSignatureEndsMs
  for (const call of calls()) {
    const answer = await app.app.inject(call)
    expect([answer.statusCode, answer.json().msg]).toEqual([401, ingestMessages.unsigned])
  }
  // The new form knows no end.
  expect((await app.app.inject(signed(source, alarmSourceCalls.ownCalls, undefined))).statusCode).toBe(200)
})

test("[WARN-8] more than 100 items, none, or no JSON are refused; 100 of the longest are taken", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  const { orgid } = await head.send(accountCalls.current, {})
  const source = await sourceOf(app, head, orgid)
  const long = () => alarmOf(orgid, { detail: "长".repeat(2000), address: "址".repeat(200) })
  const items = Array.from({ length: ingestLimits.itemsPerCall }, long)
  expect(await report(app, source, items)).toMatchObject({ accepted: 100 })
  for (const body of [{ items: [...items, long()] }, { items: [] }, {}, "[1]", "{", { items: "x" }]) {
    const { statusCode, json } = await app.app.inject(signed(source, alarmSourceCalls.report, body))
    expect([statusCode >= 400 && statusCode < 500, json().ret]).toEqual([true, 0])
  }
})

test("[WARN-8] a source and its administrators see its last calls, nobody else", async () => {
  const app = await testApp()
  const [head, bureau] = [await app.as("head-a1"), await app.as("bureau-a")]
  const { orgid } = await head.send(accountCalls.current, {})
  const source = await sourceOf(app, head, orgid)
  const other = await sourceOf(app, bureau, orgid)
  await report(app, source, [alarmOf(orgid), alarmOf("1")])
  await report(app, other, [alarmOf(orgid)])
  const mine = (await app.app.inject(signed(source, alarmSourceCalls.ownCalls, undefined))).json().data.calls
  expect(mine).toEqual([
    {
      at: expect.any(String),
      accepted: 1,
      repeated: 0,
      refused: 1,
      refusals: [{ index: 1, is: "refused", field: "orgid", msg: ingestMessages.unknownOrganisation }],
    },
  ])
  for (const administrator of [head, bureau])
    expect((await administrator.send(alarmSourceCalls.sourceCalls, { id: source.id })).calls).toEqual(mine)
  for (const account of ["teacher-a1", "head-a2", "bureau-b"]) {
    const refused = await (await app.as(account)).request(alarmSourceCalls.sourceCalls, { id: source.id })
    expect([account, refused.statusCode]).toEqual([account, 403])
  }
})

test("[WARN-8][AUTH-8] sources are created and revoked after re-authentication; the log has no secret", async () => {
  const app = await testApp()
  const [head, teacher, bureau] = [
    await app.as("head-a1"),
    await app.as("teacher-a1"),
    await app.as("bureau-a"),
  ]
  const { orgid } = await head.send(accountCalls.current, {})
  const wanted = { orgid, name: "网关" }
  expect((await head.request(alarmSourceCalls.createSource, wanted)).json()).toMatchObject({
    mid: "alarm-source",
  })
  await grantFor(app, teacher, "alarm-source")
  expect((await teacher.request(alarmSourceCalls.createSource, wanted)).statusCode).toBe(403)
  expect((await teacher.request(alarmSourceCalls.sources, {})).statusCode).toBe(403)
  const made = await sourceOf(app, head, orgid)
  await report(app, made, [alarmOf(orgid)])
  const listed = { id: made.id, key: made.key, orgid, orgname: "甲一小学", name: "校园网关", revokedAt: null }
  for (const administrator of [head, bureau]) {
    const [source] = (await administrator.send(alarmSourceCalls.sources, {})).sources
    expect(source).toEqual({ ...listed, createdAt: expect.any(String), lastCallAt: expect.any(String) })
  }
  expect((await (await app.as("head-a2")).send(alarmSourceCalls.sources, {})).sources).toEqual([])

  await grantFor(app, bureau, "alarm-source")
  await bureau.send(alarmSourceCalls.revokeSource, { id: made.id })
  await grantFor(app, bureau, "alarm-source")
  const again = await bureau.request(alarmSourceCalls.revokeSource, { id: made.id })
  expect([again.statusCode, again.json().msg]).toEqual([409, ingestMessages.gone])
  const { rows } = await app.database.transaction(unrestricted, (db) =>
    db.execute<{ action: string; detail: object }>(
      sql`select action, detail from audit_log where action ^@ 'ingest.' and result = 'done' order by id`,
    ),
  )
  const detail = { id: made.id, orgid, name: "校园网关", key: made.key }
  expect(rows).toEqual([
    { action: "ingest.createSource", detail },
    { action: "ingest.revokeSource", detail },
  ])
  expect(JSON.stringify([rows, await rowsOf(app.url)])).not.toContain(made.secret)
})

test("[WARN-8] the source of the demo mode is there by itself, and nowhere else", async () => {
  const app = await testApp()
  const org = (await orgs(app))["乙一小学"] ?? ""
  expect(await report(app, theDemoSource, [alarmOf(org)])).toMatchObject({ accepted: 1 })
  expect(await report(app, theDemoSource, [alarmOf(org)])).toMatchObject({ accepted: 1 })
  const { app: serious } = await app.another({
    site: {
      staticAddress: null,
      services: {},
      brand: { name: "", organisation: "" },
      isDemo: false,
    } as never,
  })
  const refused = await serious.inject(
    signed(theDemoSource, alarmSourceCalls.report, { items: [alarmOf(org)] }),
  )
  expect(refused.statusCode).toBe(401)
})

test("[OPERATE-8] a field of a wrong type is refused in Chinese, with what it should be", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  const { orgid } = await head.send(accountCalls.current, {})
  const source = await sourceOf(app, head, orgid)
  const { results } = await report(app, source, [
    alarmOf(orgid, { model_code: 17 }),
    alarmOf(orgid, { alarm_level: { a: 1 } }),
    alarmOf(orgid, { createtime: undefined }),
    alarmOf(orgid, { uuid: "17" }),
    alarmOf(orgid, { orgid: ["1"] }),
  ])
  expect(results.map((result) => [result.is, "field" in result && result.field])).toEqual([
    ["refused", "model_code"],
    ["refused", "alarm_level"],
    ["refused", "createtime"],
    ["refused", "uuid"],
    ["refused", "orgid"],
  ])
  const told = results.map((result) => ("msg" in result ? result.msg : ""))
  expect(told.slice(0, 3)).toEqual([ingestMessages.noText, ingestMessages.noNumber, ingestMessages.missing])
  for (const words of told) expect(words).toMatch(/^\P{Script=Latin}+/u)
})

test("[OPERATE-2] the demo's source reports for organisations of the demo world alone", async () => {
  const app = await testApp()
  const { 乙一小学: real = "", 甲一小学: demo = "" } = await orgs(app)
  const unmark = (which: ReturnType<typeof sql>) =>
    app.database.transaction(unrestricted, (db) =>
      db.execute(sql`update organisation set is_demo = false ${which}`),
    )
  await unmark(sql`where id = ${real}`)
  const { results } = await report(app, theDemoSource, [alarmOf(real), alarmOf(demo)])
  expect(results).toEqual([
    { index: 0, is: "refused", field: "orgid", msg: ingestMessages.unknownOrganisation },
    { index: 1, is: "accepted" },
  ])
  // A real site whose demo mode was switched on once has the source already.
  await unmark(sql``)
  const refused = await app.app.inject(
    signed(theDemoSource, alarmSourceCalls.report, { items: [alarmOf(real)] }),
  )
  expect(refused.statusCode).toBe(401)
})

test("[LAYOUT-6][WARN-8] 50 calls a second and no more, each source for itself", () => {
  let nowMs = 0
  const buckets = new TokenBuckets({ perSecond: ingestLimits.callsPerSecond, savedS: 1 }, () => nowMs)
  const calls = (key: string, count: number) =>
    Array.from({ length: count }, () => buckets.take(key)).filter((wait) => wait === 0).length
  expect([calls("a", 60), calls("b", 10)]).toEqual([50, 10])
  nowMs += 500
  expect(calls("a", 60)).toBe(25)
  nowMs += 60_000
  expect(calls("a", 60)).toBe(50)
})

test("[WARN-8] beyond its limit a source gets 429, and nothing of that call is stored", async () => {
  const app = await testApp({ nowMs: () => 0 })
  const org = (await orgs(app))["乙一小学"] ?? ""
  const answers = await Promise.all(
    Array.from({ length: ingestLimits.callsPerSecond + 3 }, () =>
      app.app.inject(
        signed(theDemoSource, alarmSourceCalls.report, { items: [alarmOf(org, { detail: "flood" })] }),
      ),
    ),
  )
  const refused = answers.filter(({ statusCode }) => statusCode === 429)
  expect(refused).toHaveLength(3)
  expect([refused[0]?.json().msg, refused[0]?.headers["retry-after"]]).toEqual([replyMessages.busy, "1"])
  const { rows } = await app.database.transaction(unrestricted, (db) =>
    db.execute(sql`select from alarm_record where detail = 'flood'`),
  )
  expect(rows).toHaveLength(ingestLimits.callsPerSecond)
})

test("[WARN-8] the database is away: 503 with a sentence, and sent again nothing is lost", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  const { orgid } = await head.send(accountCalls.current, {})
  const source = await sourceOf(app, head, orgid)
  const items = [alarmOf(orgid)]
  const { app: cut } = await app.another({
    database: {
      ...app.database,
      transaction: () =>
        Promise.reject(Object.assign(new Error("connect ECONNREFUSED"), { syscall: "connect" })),
    },
  })
  const answer = await cut.inject(signed(source, alarmSourceCalls.report, { items }))
  expect([answer.statusCode, answer.json().msg, answer.headers["retry-after"]]).toEqual([
    503,
    httpMessages.slow,
    "5",
  ])
  expect(await report(app, source, items)).toMatchObject({ accepted: 1 })
})

test("[WARN-8] with broken connections every accepted alarm is stored exactly once", async () => {
  const app = await testApp()
  const org = (await orgs(app))["乙一小学"] ?? ""
  const killer = new pg.Client({ connectionString: app.url, options: "-c uc.reach=all" })
  await killer.connect()
  onTestFinished(() => killer.end())
  const accepted: string[] = []
  const unexpected: string[] = []
  let deaths = 0
  const batches = Array.from({ length: 40 }, () => Array.from({ length: 20 }, () => alarmOf(org)))
  const kill = async () => {
    const { rowCount } = await killer.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
    )
    deaths += rowCount ?? 0
  }
  const send = async (batch: readonly { readonly uuid: string }[]) => {
    const answer = await app.app.inject(signed(theDemoSource, alarmSourceCalls.report, { items: batch }))
    const isRetried = answer.statusCode === 429 || answer.statusCode === 503
    if (isRetried) return false
    if (answer.statusCode !== 200) unexpected.push(`${answer.statusCode} ${answer.body}`)
    else
      for (const { index, is } of answer.json().data.results)
        if (is === "accepted") accepted.push(batch[index]?.uuid ?? "")
    return true
  }
  const worker = async () => {
    for (let batch = batches.pop(); batch; batch = batches.pop()) {
      // In the middle of this one, or of the other's.
      const killed = batches.length % 4 === 3 ? kill() : null
      while (!(await send(batch))) continue
      await killed
    }
  }
  await Promise.all([worker(), worker()])
  expect(unexpected).toEqual([])
  expect(deaths).toBeGreaterThan(5)
  // Read by the connection that was never ended: a late death of another would fail the test instead of the product.
  const { rows } = await killer.query<{ uuid: string }>(
    "select uuid from alarm_record where org_id = $1 and detail is null and source = '演示来源'",
    [org],
  )
  const there = rows.map(({ uuid }) => uuid)
  expect(there).toHaveLength(800)
  expect(new Set(accepted).size).toBe(accepted.length)
  expect(accepted.filter((uuid) => !there.includes(uuid))).toEqual([])
})

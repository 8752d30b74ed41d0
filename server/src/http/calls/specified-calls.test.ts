import { accountCalls } from "@uc/contract/account/calls"
import { alarmCalls } from "@uc/contract/alarms/calls"
import { everyCall, type CallName } from "@uc/contract/all-calls"
import type { Call } from "@uc/contract/core/call"
import { captchaCalls } from "@uc/contract/captcha/calls"
import { acceptWithStatuses } from "@uc/contract/core/http"
import { errtypes, replyMessages } from "@uc/contract/core/reply"
import { domainCalls, domainMessages } from "@uc/contract/domains/calls"
import { menuCalls } from "@uc/contract/menus/calls"
import { moduleCalls } from "@uc/contract/modules/calls"
import { peopleCalls } from "@uc/contract/people/calls"
import { reauthCalls, reauthMessages, verifyTypes } from "@uc/contract/reauth/calls"
import { defaultSiteConfig } from "@uc/contract/core/site-defaults"
import type { InjectOptions } from "fastify"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { requests } from "../../metrics/registry.ts"
import { collectedLogs } from "../../testing/test-logs.ts"
import { orgCalled } from "../../testing/test-roles.ts"
import { grantFor } from "../../testing/test-danger.ts"
import { testApp, type TestApp, type TestClient } from "../../testing/test-app.ts"

/** Clients of the original product: they know section 7 of the specification alone and are changed by nobody. */

let app: TestApp
let head: TestClient
let own: { readonly id: string; readonly orgid: string }
beforeAll(async () => {
  app = await testApp({}, afterAll)
  head = await app.as("head-a1")
  own = await head.send(accountCalls.current, {})
})

type Parameters = Readonly<Record<string, unknown>>

/** What each call can't do without. All others are called with nothing. */
const needed: Partial<Record<CallName, () => Parameters>> = {
  "people.departmentTree": () => ({ orgid: own.orgid }),
  "people.search": () => ({ orgid: own.orgid }),
  "people.postTree": () => ({ "user.id": own.id }),
  "departments.tree": () => ({ orgid: own.orgid }),
  "buildings.saveRelation": () => ({ objectIds: own.id, layerIds: "", objectType: "2", orgid: own.orgid }),
  "domains.save": () => ({ name: "官网", domainIp: "www.a.example.cn" }),
  "domains.remove": () => ({ id: "1" }),
  "organisations.schoolInfo": () => ({ orgid: own.orgid }),
  "reauth.qrcode": () => ({ mid: "domain" }),
  // A code of another length is refused before it counts as an attempt, after which a slider would be asked for.
  "reauth.verify": () => ({ mid: "domain", type: "1", vcode: "12" }),
  // A second code would have to wait.
  "reauth.sendSms": () => ({ mid: "no-such" }),
  "reauth.pollQrcode": () => ({ mid: "domain" }),
  "captcha.image": () => ({ purpose: "reauth" }),
  "dictionary.information": () => ({ content: "usercenterNew", code: "informationDataShowBuess" }),
  "login.adminSignIn": () => ({ account: "nobody", password: "0".repeat(32) }),
  "news.ofColumn": () => ({ category: "main" }),
}

const specified = everyCall().filter(({ call }) => call.specified !== null)

function asTexts(given: Parameters): [string, string][] {
  return Object.entries(given).map(([name, value]) => [name, String(value)])
}

/** As jQuery sends it: everything as text, with a timestamp of its own, and no wish for a status code. */
function asForm(call: Call, given: Parameters, query: Parameters = {}): InjectOptions {
  const fields = new URLSearchParams(asTexts(given))
  const search = new URLSearchParams(asTexts({ ...call.fixed, _: "1791441123456", ...query }))
  const address = `${defaultSiteConfig.services[call.service]}${call.path}`
  const accept = "application/json, text/javascript, */*; q=0.01"
  if (call.method === "GET")
    return { method: "GET", url: `${address}?${search}&${fields}`, headers: { ...head.headers, accept } }
  return {
    method: "POST",
    url: `${address}?${search}`,
    headers: {
      ...head.headers,
      accept,
      origin: "http://localhost",
      "content-type": "application/x-www-form-urlencoded; charset=UTF-8",
    },
    payload: fields.toString(),
  }
}

function asJson(call: Call, given: Parameters): InjectOptions {
  const { headers, ...form } = asForm(call, {})
  return { ...form, headers: { ...headers, "content-type": "application/json" }, payload: given }
}

interface Told {
  readonly status: number
  readonly ret: unknown
  readonly msg: string
  readonly errtype?: number
}

async function told(request: InjectOptions): Promise<Told> {
  const answer = await app.app.inject(request)
  return { ...answer.json<Told>(), status: answer.statusCode }
}

/** What changes with each answer: pictures, and the moment of them. */
function steady(answer: Told): unknown {
  return JSON.parse(
    JSON.stringify(answer, (key, value: unknown) =>
      ["image", "bigImage", "smallImage", "chenckMoveid", "yHeight"].includes(key) ? typeof value : value,
    ),
  )
}

describe("[SPEC-2] what the specification's calls take", () => {
  test.each(specified)("$name takes empty and unknown parameters as not given", async ({ name, call }) => {
    const required = needed[name]?.() ?? {}
    const expected = await told(asForm(call, required))
    const empty = Object.fromEntries(
      Object.keys(call.input.shape)
        .filter((parameter) => !(parameter in required) && !call.specified?.emptyIsValue.includes(parameter))
        .map((parameter) => [parameter, ""]),
    )
    const asked = { ...empty, ...required, operator: "admin", "ids[]": "1", pageNo: "", token: "a b" }
    expect(steady(await told(asForm(call, asked)))).toEqual(steady(expected))
    if (call.method !== "POST") return
    const nothing = Object.fromEntries(Object.keys(empty).map((parameter) => [parameter, null]))
    expect(steady(await told(asJson(call, { ...asked, ...nothing })))).toEqual(steady(expected))
    expect(steady(await told(asForm(call, {}, { ...asked, ...call.fixed })))).toEqual(steady(expected))
  })

  test.each(specified.filter(({ name }) => !/save|remove|verify|sendSms|adminSignIn/.test(name)))(
    "$name answers a client that knows no more than the specification",
    async ({ name, call }) => {
      expect(await told(asForm(call, needed[name]?.() ?? {}))).toMatchObject({
        status: 200,
        ret: name === "reauth.pollQrcode" ? false : 1,
      })
    },
  )

  test("numbers come as numbers, as their digits and within JSON", async () => {
    const records = await told(asForm(alarmCalls.records, { start: "0", limit: "2" }))
    expect(records).toMatchObject({ ret: 1 })
    const types = await told(asForm(alarmCalls.types, { pageindex: "1", pagesize: "2" }))
    expect(await told(asJson(alarmCalls.types, { pageindex: 1, pagesize: "2" }))).toEqual(types)
    const menus = await told(asForm(menuCalls.forPicker, {}))
    expect(await told(asJson(menuCalls.forPicker, { departmentid: null }))).toEqual(menus)
    await grantFor(app, head, "domain")
    const { id } = await head.send(domainCalls.save, { name: "数字", domainIp: "number.example.cn" })
    await grantFor(app, head, "domain")
    const renamed = { id: Number(id), name: 2026, domainIp: "number.example.cn" }
    expect(await told(asJson(domainCalls.save, renamed))).toMatchObject({
      ret: 1,
      data: { id, name: "2026" },
    })
  })

  test("topType counts in the body too, as text and as a number", async () => {
    const picked = await told(asForm(menuCalls.forPicker, {}))
    const all = await told(asForm(menuCalls.ofUser, {}))
    expect(all).not.toEqual(picked)
    expect(await told(asForm(menuCalls.ofUser, { topType: "1" }))).toEqual(picked)
    expect(await told(asJson(menuCalls.ofUser, { topType: 1 }))).toEqual(picked)
    expect(await told(asForm(menuCalls.ofUser, { topType: "" }))).toEqual(all)
    expect(await told(asForm(menuCalls.ofUser, { topType: "2" }))).toEqual(all)
  })

  test("a parameter that is given twice with the same value is taken", async () => {
    const once = await told(asForm(moduleCalls.tree, {}))
    expect(await told(asForm(moduleCalls.tree, { parentid: "-1" }))).toEqual(once)
    const types = await told(asForm(alarmCalls.types, { limit: "2" }))
    expect(await told(asForm(alarmCalls.types, { limit: "2" }, { limit: "2" }))).toEqual(types)
    expect(await told(asForm(alarmCalls.types, { limit: "2" }, { limit: "3" }))).toMatchObject({ ret: 0 })
  })

  test.each(["学校_删除", "Module.7", "1:x:y", "no-such"])(
    "a module id that nobody knows is answered with a sentence: %s",
    async (mid) => {
      for (const [call, asked] of [
        [reauthCalls.qrcode, { mid }],
        [reauthCalls.pollQrcode, { mid }],
        [reauthCalls.sendSms, { mid }],
        [reauthCalls.verify, { mid, type: verifyTypes.sms, vcode: "123456" }],
      ] as const) {
        const { ret, msg } = await told(asForm(call, asked))
        expect([ret, msg]).toEqual([
          0,
          mid === "1:x:y" ? domainMessages.noSuchOperation : reauthMessages.failed,
        ])
      }
      expect(await told(asForm(moduleCalls.tree, { identifier: mid }))).toMatchObject({ ret: 1, data: [] })
    },
  )

  test("our own calls stay strict", async () => {
    const asked = { orgid: own.orgid, ids: "" }
    expect(
      (await head.request(peopleCalls.ofIds, asked, { "content-type": "application/json" })).statusCode,
    ).toBe(400)
    expect((await app.app.inject(asJson(peopleCalls.ofIds, asked))).statusCode).toBe(415)
    expect((await head.request(alarmCalls.list, { areaid: "" })).statusCode).toBe(400)
  })
})

/** How many requests of a call have ended so. */
async function outcomes(): Promise<(call: string, outcome: string) => number> {
  // What is given is the counter itself, which goes on counting.
  const values = structuredClone((await requests.get()).values)
  return (call, outcome) =>
    values.find(({ labels }) => labels.call === call && labels.outcome === outcome)?.value ?? 0
}

describe("[SPEC-3] how the specification's calls refuse", () => {
  const signedOut = (call: Call, given: Parameters, accept?: string): InjectOptions => {
    const { headers, ...request } = asForm(call, given)
    const { cookie: _cookie, ...rest } = headers as Record<string, string>
    return { ...request, headers: { ...rest, ...(accept && { accept }) } }
  }
  const closed = specified.filter(({ call }) => !call.open)

  test.each(closed)("$name tells who is not signed in with 200 and errtype -1", async ({ name, call }) => {
    const refused = { ret: 0, msg: replyMessages.signedOut, errtype: errtypes.signedOut }
    const request = signedOut(call, needed[name]?.() ?? {})
    expect(await told(request)).toEqual({ status: 200, ...refused })
    const answer = await app.app.inject({
      ...request,
      headers: { ...request.headers, accept: acceptWithStatuses },
    })
    expect([answer.statusCode, answer.json()]).toEqual([401, refused])
  })

  test("wrong input, a broken rule and a missing proof are told with 200, ret, msg and errtype", async () => {
    const plain = {
      status: 200,
      ret: 0,
      errtype: errtypes.plain,
      msg: expect.stringMatching(/\p{Script=Han}/u),
    }
    expect(await told(asForm(peopleCalls.departmentTree, { orgid: "x" }))).toEqual({
      ...plain,
      field: "orgid",
    })
    const unfixed = {
      ...asForm(alarmCalls.records, {}),
      url: "/usercenter/manage/getDepartmentOfOrgUnToken.action?orgid=1",
    }
    expect(await told(unfixed)).toEqual(plain)
    const broken = { ...asJson(menuCalls.forPicker, {}), payload: '{"departmentid"' }
    expect(await told(broken)).toEqual(plain)
    const ofNoType = asForm(menuCalls.forPicker, {})
    expect(
      await told({
        ...ofNoType,
        headers: { ...ofNoType.headers, "content-type": "application/xml" },
        payload: "<a/>",
      }),
    ).toEqual(plain)
    const elsewhere = await orgCalled(app, "甲二小学")
    expect(await told(asForm(peopleCalls.search, { orgid: elsewhere }))).toEqual(plain)
    const { cookie } = (await app.as("teacher-a1")).headers
    const saved = asForm(domainCalls.save, { name: "官网", domainIp: "www.b.example.cn" })
    expect(await told({ ...saved, headers: { ...saved.headers, cookie } })).toEqual(plain)
    expect(await told(asForm(domainCalls.remove, { id: "1" }))).toEqual({
      status: 200,
      ret: 0,
      msg: replyMessages.grantNeeded,
      errtype: errtypes.grantNeeded,
      mid: "domain-delete",
    })
  })

  test("[SPEC-5] a domain that can't be saved or deleted is told so where nothing better is known", async () => {
    const said = async (request: InjectOptions) => {
      const { ret, msg } = await told(request)
      return [ret, msg]
    }
    const failed = [0, domainMessages.saveFailed]
    expect(await said(asForm(domainCalls.save, {}))).toEqual(failed)
    expect(await said(asJson(domainCalls.save, { name: ["官网"], domainIp: "www.a.cn" }))).toEqual(failed)
    expect(await said({ ...asJson(domainCalls.save, {}), payload: "{" })).toEqual(failed)
    expect(await said(asForm(domainCalls.remove, {}))).toEqual([0, domainMessages.removeFailed])
    expect(await said(asForm(domainCalls.save, { name: "官网", domainIp: "no domain" }))).toEqual([
      0,
      domainMessages.badAddress,
    ])
  })

  test("what stands before a call, and what is no call, keeps its status", async () => {
    const foreign = asForm(menuCalls.forPicker, {})
    expect(
      (await app.app.inject({ ...foreign, headers: { ...foreign.headers, origin: "http://evil.example" } }))
        .statusCode,
    ).toBe(403)
    expect(
      (await app.app.inject({ url: "/usercenter/manage/nothing.action", headers: head.headers })).statusCode,
    ).toBe(404)
    const large = { ...asForm(menuCalls.forPicker, {}), payload: `departmentid=${"1".repeat(100_000)}` }
    expect((await app.app.inject(large)).statusCode).toBe(413)
  })

  test("a full budget of requests keeps its status 429", async () => {
    const small = await testApp({ requestBudget: { perAddress: 0.1, perSession: 0 }, nowMs: () => 0 })
    const statuses = []
    for (let n = 0; n < 3; n++)
      statuses.push((await small.app.inject(signedOut(accountCalls.current, {}))).statusCode)
    expect(statuses.at(-1)).toBe(429)
  })

  test("our own calls refuse with a status, whoever asks", async () => {
    expect((await app.app.inject(signedOut(accountCalls.own, {}))).statusCode).toBe(401)
    expect((await app.app.inject(asForm(alarmCalls.list, { areaid: "" }))).statusCode).toBe(400)
  })

  test("a refusal that is told with 200 is counted and logged as the refusal that it is", async () => {
    const logs = collectedLogs("info")
    const logged = await testApp({ logs: logs.logs })
    const before = await outcomes()
    await logged.app.inject(signedOut(accountCalls.current, {}))
    await logged.app.inject(signedOut(captchaCalls.image, { purpose: "nothing" }))
    const after = await outcomes()
    expect(after("session.current", "signed-out") - before("session.current", "signed-out")).toBe(1)
    expect(after("captcha.image", "refused") - before("captcha.image", "refused")).toBe(1)
    expect(after("captcha.image", "ok") - before("captcha.image", "ok")).toBe(0)
    const lines = logs.entries().filter((entry) => entry["msg"] === "request")
    expect(lines).toEqual([
      expect.objectContaining({ call: "session.current", status: 401, sent: 200 }),
      expect.objectContaining({ call: "captcha.image", status: 400, sent: 200 }),
    ])
  })

  test("getAppQrcode answers a picture where one is asked for, and JSON otherwise", async () => {
    const request = asForm(reauthCalls.qrcode, { mid: "domain" })
    const asking = (accept: string) => app.app.inject({ ...request, headers: { ...request.headers, accept } })
    for (const accept of ["image/*", "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8"]) {
      const picture = await asking(accept)
      expect([picture.statusCode, picture.headers["content-type"]]).toEqual([200, "image/svg+xml"])
      expect(picture.body).toMatch(/^<svg .*<\/svg>\s*$/s)
    }
    for (const accept of ["*/*", "application/json", acceptWithStatuses])
      expect((await asking(accept)).json().data.image).toMatch(/^data:image\/svg\+xml;base64,/)
    expect(
      (await app.app.inject(signedOut(reauthCalls.qrcode, { mid: "domain" }, "image/*"))).json().errtype,
    ).toBe(-1)
  })
})

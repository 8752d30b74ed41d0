import { accountCalls } from "@uc/contract/account/calls"
import { applicationAdminCalls, applicationMessages } from "@uc/contract/applications/admin-calls"
import { addressMessages } from "@uc/contract/applications/application-address"
import { applicationCalls, signOnAddress } from "@uc/contract/applications/calls"
import { casBase, casMessages } from "@uc/contract/applications/cas"
import { portalBase } from "@uc/contract/core/site-defaults"
import { sql } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { casApplication, casClient, casService } from "../../../testing/cas/test-cas-client.ts"
import { addApplication, Browser, listening } from "../../../testing/oidc/test-relying-party.ts"
import { testApp, type TestApp, type TestClient } from "../../../testing/test-app.ts"
import { grantFor } from "../../../testing/test-danger.ts"

let app: TestApp
let base: string
let head: TestClient
let teacher: TestClient

const clean: (() => Promise<void>)[] = []
beforeAll(async () => {
  app = await testApp({}, (work) => void clean.push(work as () => Promise<void>))
  base = await listening(app)
  head = await app.as("head-a1")
  teacher = await app.as("teacher-a1")
  await addApplication(app, head, casApplication)
})
afterAll(async () => {
  for (const work of clean) await work()
})

const browserOf = ({ headers }: TestClient) => new Browser(base, headers["cookie"])
const loginAt = (service: string, more: Record<string, string> = {}) =>
  `${casBase}/login?${new URLSearchParams({ service, ...more }).toString()}`
const locationOf = (answer: Response) => answer.headers.get("location") ?? ""

async function ticketFor(who: TestClient, service = casService): Promise<string> {
  const location = locationOf(await browserOf(who).get(loginAt(service)))
  return new URL(location).searchParams.get("ticket") ?? `none: ${location}`
}

async function validated(
  ticket: string,
  { path = "/p3/serviceValidate", at = base, ...more }: Record<string, string> = {},
): Promise<string> {
  const query = new URLSearchParams({ service: casService, ticket, ...more })
  const answer = await fetch(`${at}${casBase}${path}?${query.toString()}`)
  return answer.text()
}
const codeIn = (xml: string) => /Failure code="([A-Z_]+)"/.exec(xml)?.[1] ?? xml
const uidIn = (address: string) => /uid=([\w-]+)/.exec(decodeURIComponent(address))?.[1] ?? ""

test.each(["CAS1.0", "CAS2.0", "CAS3.0"] as const)(
  "[SSO-2] who is signed in to the portal arrives at a client of %s signed in",
  async (version) => {
    const client = casClient(base, version, casService)
    const back = await browserOf(teacher).follow(await client.begin())
    expect(back.href).toMatch(/^https:\/\/jw\.canary\.example\/cas\?ticket=ST-[A-Z2-7]{29}$/)
    const profile = await client.finish(back.searchParams.get("ticket") ?? "")
    expect(profile.user).toBe("teacher-a1")
    const user = await teacher.send(accountCalls.current, {})
    if (version === "CAS3.0")
      expect(profile.attributes).toMatchObject({
        id: user.id,
        account: "teacher-a1",
        name: user.nickname,
        organisation: user.orgname,
        organisation_id: user.orgid,
        administrator: "none",
        isfromnewlogin: "false",
      })
    else expect(profile.attributes).toBeUndefined()
  },
)

test("[SSO-2] the phone number is told to an application whose entry allows it, and to no other", async () => {
  await app.database.systemDb.execute(
    sql`update person set phone = '13900000001' where account = 'teacher-a1'`,
  )
  const service = "https://jw.canary.example/phone"
  const more = { name: "通讯", redirectAddresses: [service], claims: ["phone" as const] }
  const { entry } = await addApplication(app, head, { ...casApplication, ...more })
  const { user, attributes } = await casClient(base, "CAS3.0", service).finish(
    await ticketFor(teacher, service),
  )
  expect(attributes).toMatchObject({ phone: "13900000001" })
  expect(attributes).not.toHaveProperty("name")
  // Without the account a person is known by their number.
  expect(user).toBe(attributes?.["id"])
  expect(await validated(await ticketFor(teacher))).not.toContain("13900000001")
  await expect
    .poll(async () => (await listed(entry.id))?.lastUsedAt, { timeout: 5000 })
    .toEqual(expect.any(String))
})

const listed = async (id: string) =>
  (await head.send(applicationAdminCalls.list, {})).applications.find((row) => row.id === id)

test("[SSO-2] names with every kind of character stay well-formed, in XML and JSON", async () => {
  const name = `<b>&"']]>\u0001\u000b王\ud83d\ude00`
  const user = await teacher.send(accountCalls.current, {})
  const rename = (to: string) =>
    app.database.systemDb.execute(sql`update person set name = ${to} where account = 'teacher-a1'`)
  await rename(name)
  const { attributes } = await casClient(base, "CAS3.0", casService).finish(await ticketFor(teacher))
  expect(attributes?.["name"]).toBe(`<b>&"']]>\ufffd\ufffd王\ud83d\ude00`)
  const json = JSON.parse(await validated(await ticketFor(teacher), { format: "JSON" })) as object
  expect(json).toMatchObject({
    serviceResponse: { authenticationSuccess: { user: "teacher-a1", attributes: { name } } },
  })
  await rename(user.nickname)
})

test("[SSO-8] a used, unknown or expired ticket, or another service's, is refused with its code", async () => {
  const used = await ticketFor(teacher)
  expect(await validated(used)).toContain("<cas:user>teacher-a1</cas:user>")
  expect(codeIn(await validated(used))).toBe("INVALID_TICKET")
  expect(codeIn(await validated("ST-NOBODYKNOWSTHIS"))).toBe("INVALID_TICKET")

  const late = await ticketFor(teacher)
  const { rows } = await app.database.systemDb.execute<{ s: number }>(
    sql`select round(extract(epoch from expires_at - now()))::int as s from cas_ticket order by expires_at desc limit 1`,
  )
  expect(rows[0]?.s).toBeGreaterThan(7)
  expect(rows[0]?.s).toBeLessThanOrEqual(10)
  await app.database.systemDb.execute(sql`update cas_ticket set expires_at = now() - interval '1 ms'`)
  expect(codeIn(await validated(late))).toBe("INVALID_TICKET")

  const other = "https://jw.canary.example/other"
  await addApplication(app, head, { ...casApplication, name: "另一", redirectAddresses: [other] })
  const swapped = await ticketFor(teacher)
  expect(codeIn(await validated(swapped, { service: other }))).toBe("INVALID_SERVICE")
  // It is spent by that.
  expect(codeIn(await validated(swapped))).toBe("INVALID_TICKET")

  expect(codeIn(await validated("", {}))).toBe("INVALID_REQUEST")
  expect(codeIn(await validated("ST-1", { service: "" }))).toBe("INVALID_REQUEST")
  expect(codeIn(await validated("ST-1", { format: "YAML" }))).toBe("INVALID_REQUEST")
  expect(codeIn(await validated("PT-1"))).toBe("INVALID_TICKET_SPEC")
  const twice = await fetch(`${base}${casBase}/serviceValidate?ticket=ST-1&ticket=ST-2&service=x`)
  expect(codeIn(await twice.text())).toBe("INVALID_REQUEST")
  expect(await validated("ST-1", { path: "/validate" })).toBe("no\n\n")
  expect(JSON.parse(await validated("ST-1", { format: "JSON" }))).toMatchObject({
    serviceResponse: { authenticationFailure: { code: "INVALID_TICKET" } },
  })
})

test.each([
  "https://jw.canary.example/cas/",
  "https://jw.canary.example/CAS",
  "https://JW.canary.example/cas",
  "http://jw.canary.example/cas",
  "https://jw.canary.example:443/cas",
  "https://jw.canary.example/cas?x=1",
  "https://jw.canary.example/cas#x",
  "https://jw.canary.example@evil.example/cas",
  "https://user@jw.canary.example/cas",
  "https://jw.canary.example.evil.example/cas",
  "https://jw.саnary.example/cas",
  " https://jw.canary.example/cas",
  "//jw.canary.example/cas",
  "javascript:alert(1)",
  '"><script>alert(1)</script>',
])("[SSO-8] nobody is led to %j, signed in or not, by signing on or out", async (service) => {
  for (const browser of [browserOf(teacher), new Browser(base)])
    for (const more of [{}, { gateway: "true" }, { method: "POST" }] as Record<string, string>[]) {
      const answer = await browser.get(loginAt(service, more))
      expect([answer.status, answer.headers.get("location")]).toEqual([403, null])
      const page = await answer.text()
      for (const words of [casMessages.unknownService, "“应用接入”", "“应用地址”"])
        expect(page).toContain(words)
      expect(page).not.toContain("<script>alert")
    }
  const out = await new Browser(base).get(`${casBase}/logout?${new URLSearchParams({ service }).toString()}`)
  expect([out.status, out.headers.get("location")]).toEqual([200, null])
})

test("[SSO-8] of twelve that show one ticket at once, to two processes, one gets in", async () => {
  const { app: second } = await app.another()
  const at = await second.listen({ port: 0, host: "127.0.0.1" })
  const ticket = await ticketFor(teacher)
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_each, n) => validated(ticket, { at: n % 2 === 0 ? base : at })),
  )
  expect(answers.filter((answer) => answer.includes("authenticationSuccess")).length).toBe(1)
  expect(answers.filter((answer) => codeIn(answer) === "INVALID_TICKET").length).toBe(11)
})

test("[SSO-8] a ticket is worth nothing after a sign-out, a lock, or the application's end", async () => {
  const leaving = await app.as("teacher-a1")
  const out = await ticketFor(leaving)
  await leaving.send(accountCalls.signOut, {})
  expect(codeIn(await validated(out))).toBe("INVALID_TICKET")

  const locking = await app.as("teacher-a1")
  const locked = await ticketFor(locking)
  await locking.send(accountCalls.lock, {})
  expect(codeIn(await validated(locked))).toBe("INVALID_TICKET")
  // A locked session signs on to nothing: the portal asks first.
  await new Promise((resolve) => setTimeout(resolve, 1100))
  expect(locationOf(await browserOf(locking).get(loginAt(casService)))).toContain("#/signOn?uid=")

  const service = "https://jw.canary.example/leaders"
  const more = { name: "校长", redirectAddresses: [service], minAdmintype: 1 }
  const { entry } = await addApplication(app, head, { ...casApplication, ...more })
  const refused = await browserOf(teacher).get(loginAt(service))
  expect(refused.status).toBe(403)
  expect(await refused.text()).toContain(casMessages.notForYou)
  const ticket = await ticketFor(head, service)
  await app.database.systemDb.execute(sql`update application set disabled_at = now() where id = ${entry.id}`)
  expect(codeIn(await validated(ticket, { service }))).toBe("INVALID_TICKET")
})

test("[SSO-2] renew asks for a proof of this very sign-on, and no other ticket counts for it", async () => {
  await app.database.systemDb.execute(sql`update session set created_at = now() - interval '1 hour'`)
  const plain = await ticketFor(teacher)
  expect(codeIn(await validated(plain, { renew: "true" }))).toBe("INVALID_TICKET")

  const browser = browserOf(teacher)
  // `gateway` does not count beside it.
  const page = locationOf(await browser.get(loginAt(casService, { renew: "true", gateway: "true" })))
  expect(page).toContain("#/signOn?uid=")
  const uid = uidIn(page)
  expect(await teacher.send(applicationCalls.signOn, { uid })).toMatchObject({
    protocol: "cas",
    name: "教务系统",
    needsProof: true,
    needsConsent: false,
  })
  const goOn = signOnAddress(uid, false, "cas")
  expect(locationOf(await browser.get(goOn))).toContain(uid)
  await grantFor(app, teacher, "sign-on")
  await teacher.send(applicationCalls.prove, { uid })
  const ticket = new URL(locationOf(await browser.get(goOn))).searchParams.get("ticket") ?? ""
  expect(await validated(ticket, { renew: "true" })).toContain(
    "<cas:isFromNewLogin>true</cas:isFromNewLogin>",
  )
  // It was answered, once.
  expect((await browser.get(goOn)).status).toBe(400)
  const cancelled = await browser.get(signOnAddress(uid, true, "cas"))
  expect(await cancelled.text()).toContain(casMessages.cancelled)
  await app.database.systemDb.execute(sql`update reauth_grant set issued_at = issued_at - interval '1 hour'`)
})

test("[SSO-2] whoever is not signed in comes back after the login page, and that was a new login", async () => {
  const browser = new Browser(base)
  const page = await browser.follow(loginAt(casService))
  expect(page.hash).toMatch(/^#\/newLogin\?returnUrl=/)
  const back = new URLSearchParams(page.hash.split("?")[1]).get("returnUrl") ?? ""
  expect(back.startsWith(`${casBase}/login?service=`)).toBe(true)
  const fresh = await app.as("teacher-a1")
  browser.take(fresh.headers["cookie"] ?? "")
  const ticket = (await browser.follow(back)).searchParams.get("ticket") ?? ""
  expect(await validated(ticket, { renew: "true" })).toContain("authenticationSuccess")
})

test("[SSO-2] gateway asks nobody anything", async () => {
  const asked = loginAt(casService, { gateway: "true" })
  expect(locationOf(await new Browser(base).get(asked))).toBe(casService)
  expect(locationOf(await browserOf(teacher).get(asked))).toContain("?ticket=ST-")
  expect(locationOf(await browserOf(teacher).get(loginAt(casService, { gateway: "false" })))).toContain("ST-")
  // Whoever may not use it, or would have to be asked, comes back as they went.
  const stranger = browserOf(await app.as("head-b1"))
  expect(locationOf(await stranger.get(asked))).toBe(casService)
  const service = "https://jw.canary.example/asks"
  const more = { name: "要同意的", redirectAddresses: [service], isOwn: false }
  await addApplication(app, head, { ...casApplication, ...more })
  expect(locationOf(await browserOf(teacher).get(loginAt(service, { gateway: "true" })))).toBe(service)
})

test("[SSO-8] a sign-on that began for another service, or without renew, proves nothing here", async () => {
  const other = "https://jw.canary.example/begun"
  await addApplication(app, head, { ...casApplication, name: "先开始的", redirectAddresses: [other] })
  const browser = new Browser(base)
  const uid = uidIn(locationOf(await browser.get(loginAt(other))))
  expect(uid).not.toBe("")
  browser.take((await app.as("teacher-a1")).headers["cookie"] ?? "")
  const location = locationOf(await browser.get(loginAt(casService, { uid })))
  const ticket = new URL(location).searchParams.get("ticket") ?? ""
  expect(codeIn(await validated(ticket, { renew: "true" }))).toBe("INVALID_TICKET")
  expect(locationOf(await browser.get(loginAt(other, { uid, renew: "true" })))).toContain("#/signOn?uid=")
})

test("[SSO-2] an application that is not the organisation's own is told nothing without consent", async () => {
  const service = "https://jw.canary.example/vendor?from=portal"
  const more = { name: "厂商", redirectAddresses: [service], isOwn: false }
  await addApplication(app, head, { ...casApplication, ...more })
  const browser = browserOf(teacher)
  const uid = uidIn(locationOf(await browser.get(loginAt(service))))
  const asked = await teacher.send(applicationCalls.signOn, { uid })
  expect(asked).toMatchObject({ needsConsent: true, needsProof: false })
  await teacher.send(applicationCalls.allow, { uid })
  const back = locationOf(await browser.get(signOnAddress(uid, false, "cas")))
  expect(back).toMatch(/^https:\/\/jw\.canary\.example\/vendor\?from=portal&ticket=ST-/)
})

test("[SSO-2] method=POST hands the ticket over in a form; passwords are taken by the login page alone", async () => {
  const answer = await browserOf(teacher).get(loginAt(casService, { method: "POST" }))
  const page = await answer.text()
  expect(answer.headers.get("content-security-policy")).toContain("form-action https://jw.canary.example;")
  expect(page).toContain(`<form method="post" action="${casService}">`)
  const ticket = /value="(ST-[A-Z2-7]+)"/.exec(page)?.[1] ?? ""
  expect(await validated(ticket)).toContain("authenticationSuccess")
  expect((await browserOf(teacher).get(loginAt(casService, { method: "HEADER" }))).status).toBe(400)

  const posted = (fields: Record<string, string>) =>
    new Browser(base).get(`${casBase}/login`, { method: "POST", body: new URLSearchParams(fields) })
  expect(locationOf(await posted({ service: casService }))).toBe(loginAt(casService))
  const tried = await posted({ service: casService, username: "x", password: "y" })
  expect(tried.status).toBe(400)
  expect(await tried.text()).toContain(casMessages.signInHere)
})

test("[SSO-2] proxy tickets are refused cleanly, in XML and JSON", async () => {
  for (const path of ["/proxyValidate", "/p3/proxyValidate", "/proxy"])
    expect(codeIn(await validated("PT-1", { path }))).toBe("UNAUTHORIZED_SERVICE_PROXY")
  expect(JSON.parse(await validated("x", { path: "/proxy", format: "JSON" }))).toMatchObject({
    serviceResponse: { proxyFailure: { code: "UNAUTHORIZED_SERVICE_PROXY" } },
  })
  const wanted = await ticketFor(teacher)
  const pgtUrl = "https://jw.canary.example/pgt"
  expect(codeIn(await validated(wanted, { pgtUrl }))).toBe("UNAUTHORIZED_SERVICE_PROXY")
})

test("[SSO-2] logout ends the session, and leads to an address of an application alone", async () => {
  const leaving = await app.as("teacher-a1")
  const browser = browserOf(leaving)
  const bye = `${casBase}/logout?${new URLSearchParams({ service: "https://jw.canary.example/bye" }).toString()}`
  const answer = await browser.get(bye)
  expect(locationOf(answer)).toBe("https://jw.canary.example/bye")
  await expect(leaving.send(accountCalls.current, {})).rejects.toMatchObject({ status: 401 })
  expect(await (await browser.get(`${casBase}/logout`)).text()).toContain("已退出登录")
})

test("[SSO-2][SSO-8] a site's services belong to one organisation: nobody else can send people in", async () => {
  const stranger = await app.as("head-b1")
  await grantFor(app, stranger, "application")
  const others = [
    ["https://jw.canary.example/own", applicationMessages.siteOfOther],
    ["http://jw.canary.example/cas", applicationMessages.siteOfOther],
    // Another name of the same site, for browsers and for its server.
    ["https://jw.canary.example./cas", addressMessages.host],
  ] as const
  for (const [service, words] of others) {
    const input = { ...(await inputOf()), name: "别家", redirectAddresses: [service] }
    await expect(stranger.send(applicationAdminCalls.save, input)).rejects.toThrow(words)
  }
  await grantFor(app, head, "application")
  const again = { ...(await inputOf()), name: "重复" }
  await expect(head.send(applicationAdminCalls.save, again)).rejects.toThrow(
    applicationMessages.serviceOfOther,
  )
})

test("[SSO-12] HEAD tells whether a service is known, and begins nothing", async () => {
  const askHead = async (address: string, by = new Browser(base)) => {
    const answer = await by.get(address, { method: "HEAD" })
    return [answer.status, answer.headers.get("location"), await answer.text()]
  }
  const rows = async () =>
    (
      await app.database.systemDb.execute(
        sql`select (select count(*)::int from cas_ticket) as tickets, (select count(*)::int from oidc_state) as states`,
      )
    ).rows
  const before = await rows()
  expect(await askHead(`${casBase}/login`)).toEqual([302, portalBase, ""])
  expect(await askHead(loginAt(casService))).toEqual([302, portalBase, ""])
  expect(await askHead(loginAt(casService), browserOf(teacher))).toEqual([302, portalBase, ""])
  expect(await askHead(loginAt("https://evil.example/"))).toEqual([403, null, ""])
  expect(await askHead(`${loginAt(casService)}&service=x`)).toEqual([400, null, ""])
  expect(await rows()).toEqual(before)
})

test("[SSO-2] it has neither secret nor keys, and is no client of OpenID Connect", async () => {
  const input = { ...(await inputOf()), redirectAddresses: ["https://jw.canary.example/keys"] }
  const keySet = JSON.stringify({ keys: [{ kty: "RSA", n: "x".repeat(342), e: "AQAB" }] })
  await grantFor(app, head, "application")
  await expect(head.send(applicationAdminCalls.save, { ...input, keySet })).rejects.toThrow(
    applicationMessages.noKeysInCas,
  )
  const { applications } = await head.send(applicationAdminCalls.list, {})
  const entry = applications.find(({ protocol }) => protocol === "cas")
  await grantFor(app, head, "application-secret")
  const secret = head.send(applicationAdminCalls.renewSecret, { id: entry?.id ?? "", endsOld: false })
  await expect(secret).rejects.toThrow(applicationMessages.noSecretInCas)
  const auth = await browserOf(teacher).get(
    `/oidc/auth?client_id=${entry?.clientId}&response_type=code&redirect_uri=${encodeURIComponent(casService)}`,
  )
  expect(auth.status).toBe(400)
  expect(await auth.text()).toContain("invalid_client")
})

/** What an administrator would type in. */
async function inputOf() {
  const { applications } = await head.send(applicationAdminCalls.list, {})
  const entry = applications.find(({ name }) => name === "教务系统")
  if (!entry) throw new Error("There is no application")
  const { id: _id, version: _version, clientId: _client, hasSecret: _has, ...rest } = entry
  const { oldSecretUntil: _old, lastUsedAt: _used, domains: _domains, untold: _untold, ...input } = rest
  return input
}

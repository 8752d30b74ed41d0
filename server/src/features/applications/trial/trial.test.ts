import { once } from "node:events"
import { createServer, type RequestListener } from "node:http"
import { createServer as createTlsServer } from "node:https"
import type { AddressInfo } from "node:net"
import { accountCalls } from "@uc/contract/account/calls"
import { applicationAdminCalls, applicationMessages } from "@uc/contract/applications/admin-calls"
import { applicationTrialCalls, type TrialStep } from "@uc/contract/applications/trial-calls"
import { sql } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { casApplication } from "../../../testing/cas/test-cas-client.ts"
import { addApplication, type ApplicationInput } from "../../../testing/oidc/test-relying-party.ts"
import { selfSignedCertificate } from "../../../testing/self-signed-certificate.ts"
import { testApp, type TestApp, type TestClient } from "../../../testing/test-app.ts"
import { grantFor } from "../../../testing/test-danger.ts"

let app: TestApp
let head: TestClient

const clean: (() => Promise<void>)[] = []
beforeAll(async () => {
  app = await testApp(
    { innerNetworksForAll: ["127.0.0.1/32"] },
    (work) => void clean.push(work as () => Promise<void>),
  )
  head = await app.as("head-a1")
})
afterAll(async () => {
  for (const work of clean) await work()
})

/** An application's server; gives where it is, and what was posted to it. */
async function site(answers: Readonly<Record<string, number>>, isSecure = false) {
  const posted: string[] = []
  const answer: RequestListener = (request, response) => {
    request.on("data", (part: Buffer) => void posted.push(part.toString()))
    request.on("end", () => response.writeHead(answers[request.url ?? ""] ?? 404).end())
  }
  const server = isSecure
    ? createTlsServer(selfSignedCertificate({ names: ["oa.example.cn"], days: 30 }), answer)
    : createServer(answer)
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  clean.unshift(async () => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { origin: `${isSecure ? "https" : "http"}://127.0.0.1:${port}`, posted }
}

async function tried(more: ApplicationInput, by = head): Promise<TrialStep[]> {
  const { entry } = await addApplication(app, head, more)
  return (await by.send(applicationTrialCalls.run, { id: entry.id })).steps
}

const found = (steps: readonly TrialStep[], title: string) =>
  steps.filter((step) => step.title === title).map(({ state, seen }) => [state, seen])

const signOnsNow = async () =>
  (await app.database.systemDb.execute(sql`select count(*)::int as n from application_sign_on`)).rows[0]?.[
    "n"
  ]

test("[SSO-3] before anybody has used the provider a trial asks to look, and finds nothing wrong", async () => {
  const { entry } = await addApplication(app, head, { name: "第一个" })
  const step = async () => {
    const { steps } = await head.send(applicationTrialCalls.run, { id: entry.id })
    return steps.find(({ title }) => title === "登记内容")
  }
  const first = await step()
  expect(first).toMatchObject({ state: "unknown", todo: expect.stringContaining("打开上面的地址") as string })
  const { pathname } = new URL(first?.address ?? "")
  expect((await app.app.inject({ url: pathname, headers: { host: "localhost" } })).statusCode).toBe(200)
  expect(await step()).toMatchObject({ state: "right", todo: null })
})

test("[SSO-3] a trial shows the claims of the caller, and asks each address of the application", async () => {
  const { origin, posted } = await site({
    "/": 200,
    "/callback": 400,
    "/gone": 404,
    "/broken": 500,
    "/out": 400,
  })
  const steps = await tried({
    name: "试运行",
    homeAddress: `${origin}/`,
    redirectAddresses: [`${origin}/callback`, `${origin}/gone`, `${origin}/broken`],
    backchannelAddress: `${origin}/out`,
    claims: ["account", "organisation"],
  })
  const user = await head.send(accountCalls.current, {})
  const told = steps.find(({ title }) => title === "应用将得到的内容")
  expect(JSON.parse(told?.received ?? "")).toEqual({
    sub: user.id,
    preferred_username: "head-a1",
    organisation: user.orgname,
    organisation_id: user.orgid,
  })
  expect(found(steps, "登录回调地址").map(([state]) => state)).toEqual(["unknown", "wrong", "wrong"])
  // Not encrypted: somebody has to decide about it.
  expect(found(steps, "首页地址")).toEqual([["unknown", "该地址有应答（HTTP 200）"]])
  expect(found(steps, "退出通知地址")).toEqual([
    ["right", "该地址有应答（HTTP 400），并拒绝了没有签名的退出令牌"],
  ])
  expect(posted).toEqual(["logout_token=trial"])
  expect(steps.filter(({ state }) => state === "wrong").every(({ todo }) => todo !== null)).toBe(true)
})

test("[SSO-3] a trial calls nothing right that it did not see: certificate, silence, inner network", async () => {
  const secure = await site({ "/": 200 }, true)
  const open = await site({ "/out": 200 })
  const dead = "http://127.0.0.1:9"
  const steps = await tried({
    name: "不通",
    homeAddress: "http://127.0.0.2/",
    redirectAddresses: [`${secure.origin}/`, `${dead}/callback`],
    backchannelAddress: `${open.origin}/out`,
  })
  expect(found(steps, "首页地址")[0]?.[0]).toBe("unknown")
  expect(found(steps, "登录回调地址")).toEqual([
    ["wrong", "该地址的 HTTPS 证书无效"],
    ["wrong", "连接不上该地址"],
  ])
  expect(found(steps, "退出通知地址")).toEqual([
    ["unknown", "该地址有应答（HTTP 200），但接受了没有签名的退出令牌"],
  ])
})

test("[SSO-3] a ticket of CAS goes round once in a trial, and leaves no sign-on behind", async () => {
  const { origin, posted } = await site({ "/cas": 302 })
  const before = await signOnsNow()
  const steps = await tried({
    ...casApplication,
    homeAddress: `${origin}/cas`,
    redirectAddresses: [`${origin}/cas`],
  })
  const ticket = steps.find(({ title }) => title === "票据验证")
  expect(ticket).toMatchObject({ state: "right" })
  expect(ticket?.received).toContain("<cas:user>head-a1</cas:user>")
  expect(found(steps, "退出通知地址")[0]?.[0]).toBe("right")
  expect(posted[0]).toContain("ST-TRIAL")
  expect(await signOnsNow()).toBe(before)
})

test("[SSO-3] without a secret, out of use, or not for the caller, a trial says so and shows nothing", async () => {
  await grantFor(app, head, "application")
  const { entry } = await addApplication(app, head, { name: "停用", isDisabled: true })
  const off = (await head.send(applicationTrialCalls.run, { id: entry.id })).steps
  expect(found(off, "应用状态")).toEqual([["wrong", "应用已停用"]])
  expect(off.find(({ title }) => title === "应用将得到的内容")).toMatchObject({
    state: "unknown",
    received: null,
  })
  const steps = await tried({ name: "只给平台", minAdmintype: 3 })
  expect(found(steps, "使用范围")[0]?.[0]).toBe("wrong")
  expect(steps.every(({ received }) => received === null)).toBe(true)
  await grantFor(app, head, "application")
  const { redirectAddresses, logoutAddresses, claims, roles, ...fields } = entry
  const bare = await head.send(applicationAdminCalls.save, {
    ...fields,
    redirectAddresses,
    logoutAddresses,
    claims,
    roles,
    id: undefined,
    version: undefined,
    name: "没有密钥",
    isDisabled: false,
  })
  const without = (await head.send(applicationTrialCalls.run, { id: bare.id })).steps
  expect(found(without, "应用密钥")).toEqual([["wrong", "没有密钥"]])
})

test("[SSO-3] another organisation's application can't be tried, nor by who administers none", async () => {
  const { entry } = await addApplication(app, head, { name: "别人的" })
  const other = await app.as("head-b1")
  await expect(other.send(applicationTrialCalls.run, { id: entry.id })).rejects.toMatchObject({
    status: 409,
    message: applicationMessages.gone,
  })
  const teacher = await app.as("teacher-a1")
  await expect(teacher.send(applicationTrialCalls.run, { id: entry.id })).rejects.toMatchObject({
    status: 403,
  })
})

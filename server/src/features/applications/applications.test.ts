import { applicationAdminCalls, applicationMessages } from "@uc/contract/applications/admin-calls"
import { addressMessages, addressProblem } from "@uc/contract/applications/application-address"
import { applicationCalls } from "@uc/contract/applications/calls"
import { domainCalls } from "@uc/contract/domains/calls"
import { noPermissionMessage } from "@uc/contract/roles/permissions"
import { afterAll, beforeAll, expect, test } from "vitest"
import { testApp, type TestApp, type TestClient } from "../../testing/test-app.ts"
import { grantFor } from "../../testing/test-danger.ts"
import { addApplication } from "../../testing/oidc/test-relying-party.ts"
import { rowsOf } from "../../testing/test-rows.ts"

let app: TestApp
let head: TestClient

const clean: (() => Promise<void>)[] = []
beforeAll(async () => {
  app = await testApp({}, (work) => void clean.push(work as () => Promise<void>))
  head = await app.as("head-a1")
})
afterAll(async () => {
  for (const work of clean) await work()
})

const originsOf = async (client: TestClient) =>
  ((await client.send(domainCalls.inForce, {})).domains ?? []).map(({ origin }) => origin)

test("[SSO-3] its sites join the authorised domains, stay while it is there, and leave with it", async () => {
  const { entry } = await addApplication(app, head, {
    name: "课表",
    homeAddress: "https://kb.canary.example/",
    redirectAddresses: ["https://kb.canary.example/in", "https://sso.kb.canary.example/in"],
  })
  expect(entry.domains).toEqual(["https://kb.canary.example", "https://sso.kb.canary.example"])
  expect(await originsOf(head)).toEqual(expect.arrayContaining(entry.domains))
  const listed = (await head.send(domainCalls.list, {})).domainList.find(({ name }) => name === "课表")
  await grantFor(app, head, "domain-delete")
  await expect(head.send(domainCalls.remove, { id: listed?.id ?? "" })).rejects.toThrow(
    applicationMessages.keptByApplication,
  )
  await grantFor(app, head, "application")
  const {
    clientId: _client,
    hasSecret: _has,
    oldSecretUntil: _old,
    lastUsedAt: _used,
    domains: _domains,
    untold: _untold,
    ...own
  } = entry
  const moved = await head.send(applicationAdminCalls.save, {
    ...own,
    redirectAddresses: ["https://kb.canary.example/in"],
  })
  expect(moved.domains).toEqual(["https://kb.canary.example"])
  const switched = async (isDisabled: boolean) => {
    await grantFor(app, head, "application")
    const input = {
      ...own,
      redirectAddresses: ["https://kb.canary.example/in"],
      version: undefined,
      isDisabled,
    }
    return (await head.send(applicationAdminCalls.save, input)).domains
  }
  expect(await switched(true)).toEqual([])
  expect(await originsOf(head)).not.toContain("https://kb.canary.example")
  expect(await switched(false)).toEqual(["https://kb.canary.example"])
  await grantFor(app, head, "application")
  const old = head.send(applicationAdminCalls.save, own)
  await expect(old).rejects.toThrow(applicationMessages.changedMeanwhile)
  await grantFor(app, head, "application-delete")
  await head.send(applicationAdminCalls.remove, { id: entry.id })
  expect(await originsOf(head)).not.toContain("https://kb.canary.example")
})

test("[SSO-3] a domain that was there before stays as it was, with its secret and its tickets", async () => {
  await grantFor(app, head, "domain")
  const domainIp = "https://was.canary.example"
  const { id } = await head.send(domainCalls.save, { name: "旧系统", domainIp })
  await grantFor(app, head, "domain-secret")
  await head.send(domainCalls.renewSecret, { id })
  const { entry } = await addApplication(app, head, {
    name: "旧系统",
    homeAddress: `${domainIp}/`,
    redirectAddresses: [`${domainIp}/in`],
  })
  expect(entry.domains).toEqual([])
  await head.send(domainCalls.ticket, { origin: domainIp })
  await grantFor(app, head, "application-delete")
  await head.send(applicationAdminCalls.remove, { id: entry.id })
  expect(await originsOf(head)).toContain(domainIp)
})

test("[SSO-3] the secret is stored as a hash alone, and told once", async () => {
  const { entry, secret } = await addApplication(app, head, { name: "密钥" })
  expect(secret).toMatch(/^[\w-]{43}$/)
  const stored = ((await rowsOf(app.url))["application"] ?? []).join("\n")
  expect(stored).not.toContain(secret)
  const { applications } = await head.send(applicationAdminCalls.list, {})
  expect(JSON.stringify(applications)).not.toContain(secret)
  expect(applications.find(({ id }) => id === entry.id)).toMatchObject({
    hasSecret: true,
    oldSecretUntil: null,
  })
})

test("[SSO-3] an application is a tile of its audience, and of nobody else", async () => {
  const { entry } = await addApplication(app, head, { name: "校长桌面", minAdmintype: 1 })
  const namesOf = async (account: string) =>
    (await (await app.as(account)).send(applicationCalls.mine, {})).applications.map(({ name }) => name)
  expect(await namesOf("head-a1")).toContain("校长桌面")
  expect(await namesOf("teacher-a1")).not.toContain("校长桌面")
  expect(await namesOf("head-b1")).not.toContain("校长桌面")
  await grantFor(app, head, "application")
  const below = head.send(applicationAdminCalls.save, { ...entry, isForBelow: true })
  await expect(below).rejects.toThrow(noPermissionMessage("domains.below"))
})

test.each([
  ["ftp://a.cn/", addressMessages.notWeb],
  ["//a.cn/", addressMessages.notWeb],
  ["javascript:alert(1)", addressMessages.notWeb],
  ["https://a.cn@b.cn/", addressMessages.userinfo],
  ["https://@b.cn/", addressMessages.userinfo],
  ["https://a.cn/#x", addressMessages.fragment],
  ["https://a.cn/#", addressMessages.fragment],
  ["https://*.a.cn/", addressMessages.wildcard],
  ["https://A.cn/", addressMessages.notAsBrowsers],
  ["https://a.cn:443/", addressMessages.notAsBrowsers],
  ["https://аpple.cn/", addressMessages.notAsBrowsers],
  ["https://a.cn/x/../y", addressMessages.notAsBrowsers],
  ["https://a.cn\\@b.cn/", addressMessages.userinfo],
  ["https://a.cn./", addressMessages.host],
  ["https://a..cn/", addressMessages.host],
  ["https://a;b.cn/", addressMessages.host],
  ["https://a.cn,b.cn/", addressMessages.host],
  ["https://a'b.cn/", addressMessages.host],
])("[SSO-8] the address %s is not accepted", (address, problem) => {
  expect(addressProblem(address)).toBe(problem)
})

test("[SSO-3] an address is accepted as browsers write it, with or without a path", () => {
  for (const good of [
    "https://a.cn",
    "https://a.cn/",
    "http://10.0.0.8:8080/in?x=1",
    "https://xn--fiq228c.cn/",
    "http://oa_1/in",
    "http://[fd00::8]:8080/in",
  ])
    expect(addressProblem(good)).toBeNull()
})

const rsa = { kty: "RSA", n: "x".repeat(342), e: "AQAB" }
const ec = { kty: "EC", crv: "P-256", x: "x".repeat(43), y: "y".repeat(43) }
test.each([
  ["no JSON", "-----BEGIN PUBLIC KEY-----"],
  ["a key without a set", rsa],
  ["no key", { keys: [] }],
  ["a private key", { keys: [{ ...ec, d: "x" }] }],
  ["a part of a private key", { keys: [rsa, { ...rsa, p: "x" }] }],
  ["a secret", { keys: [{ kty: "oct", k: "x" }] }],
  ["half a key", { keys: [{ kty: "RSA", e: "AQAB" }] }],
  ["a short key", { keys: [{ ...rsa, n: "x".repeat(171) }] }],
  ["a curve that is not accepted", { keys: [{ ...ec, crv: "P-384" }] }],
])("[SSO-3] in place of public keys %s is not accepted", (_what, given) => {
  const keySet = typeof given === "string" ? given : JSON.stringify(given)
  const read = applicationAdminCalls.save.input.shape.keySet.safeParse(keySet)
  expect(read.error?.issues.map(({ message }) => message)).toEqual([applicationMessages.badKeySet])
})

test("[SSO-3] public keys are accepted with whatever else a vendor's set says", () => {
  const keySet = JSON.stringify({ keys: [{ ...rsa, kid: "1", use: "sig" }, ec], more: 1 })
  expect(applicationAdminCalls.save.input.shape.keySet.safeParse(keySet).success).toBe(true)
})

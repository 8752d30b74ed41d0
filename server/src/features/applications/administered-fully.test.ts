import { applicationAdminCalls } from "@uc/contract/applications/admin-calls"
import { applicationFailureCalls } from "@uc/contract/applications/failure-calls"
import { applicationKeyCalls } from "@uc/contract/applications/key-calls"
import { applicationTrialCalls } from "@uc/contract/applications/trial-calls"
import { webhookCalls } from "@uc/contract/applications/webhook-calls"
import type { Call } from "@uc/contract/core/call"
import { replyMessages, type Reply } from "@uc/contract/core/reply"
import { domainCalls } from "@uc/contract/domains/calls"
import { identityAdminCalls } from "@uc/contract/identity-sources/admin-calls"
import { sql } from "drizzle-orm"
import { beforeAll, expect, test } from "vitest"
import { unrestricted } from "../../db/scope.ts"
import { addSource, plainSource } from "../../testing/identity/test-identity.ts"
import { addApplication, plainApplication } from "../../testing/oidc/test-relying-party.ts"
import { grantFor } from "../../testing/test-danger.ts"
import { testApp, type TestApp, type TestClient } from "../../testing/test-app.ts"

const groups = {
  identitySources: identityAdminCalls,
  applications: applicationAdminCalls,
  applicationKeys: applicationKeyCalls,
  webhooks: webhookCalls,
  trials: applicationTrialCalls,
  failures: applicationFailureCalls,
}

let app: TestApp
let ids: { readonly source: string; readonly application: string; readonly domain: string }
const clean: (() => unknown)[] = []

async function setAdmintype(account: string, admintype: number): Promise<void> {
  await app.database.transaction(unrestricted, (db) =>
    db.execute(sql`update person set admintype = ${admintype} where account = ${account}`),
  )
}

beforeAll(async () => {
  app = await testApp({}, (work) => void clean.push(work as () => unknown))
  const platform = await app.as("platform")
  const source = await addSource(app, platform, { address: "https://idp.example" })
  const { entry } = await addApplication(app, platform, { protocol: "oidc" })
  await grantFor(app, platform, "domain")
  const domain = await platform.send(domainCalls.save, { name: "财务", domainIp: "https://finance.example" })
  ids = { source: source.id, application: entry.id, domain: domain.id }
  return async () => {
    for (const work of clean) await work()
  }
})

const plain = { ...plainApplication, roles: [] }
/** Complete inputs: a call that is refused for its input says nothing about who makes it. */
function inputs(): Readonly<Record<string, Record<string, unknown>>> {
  const { source, application: id } = ids
  return {
    "identitySources.list": {},
    "identitySources.save": {
      ...plainSource,
      address: "https://idp.example",
      mailDomains: ["school.example.cn"],
    },
    "identitySources.remove": { id: source },
    "identitySources.test": { id: source },
    "applications.list": {},
    "applications.save": plain,
    "applications.remove": { id },
    "applications.signOuts": { id },
    "applications.renewSecret": { id, endsOld: false },
    "applicationKeys.list": { id },
    "applicationKeys.add": { id, name: "同步", scopes: ["directory:read"], days: 30 },
    "applicationKeys.revoke": { id, keyId: "1" },
    "applicationKeys.setMaster": { id, isMaster: true },
    "webhooks.details": { id },
    "webhooks.save": { id, address: "https://hook.example/in", objects: ["person"], isOff: false },
    "webhooks.renewSecret": { id, endsOld: false },
    "webhooks.test": { id },
    "webhooks.resend": { id },
    "trials.run": { id },
    "failures.list": { id },
  }
}

async function answerOf(client: TestClient, call: Call, input: Record<string, unknown>) {
  if (call.sensitive !== false) await grantFor(app, client, call.sensitive)
  const answer = await client.request(call, input)
  return { status: answer.statusCode, msg: answer.json<Reply>().msg }
}

/** Who is master is told to everybody who sees the organisation, because its people are then changed elsewhere. */
const forEverybody = new Set(["applicationKeys.masterOf"])

const cells = Object.entries(groups).flatMap(([group, calls]) =>
  Object.entries(calls as Readonly<Record<string, Call>>)
    .map(([name, call]) => [`${group}.${name}`, call] as const)
    .filter(([name]) => !forEverybody.has(name)),
)

test.each(cells)("[FAULT-6] the platform's own 单位管理员 is refused %s", async (name, call) => {
  const input = inputs()[name]
  if (!input) throw new Error(`${name} has no input here`)
  await setAdmintype("platform", 1)
  const refused = await answerOf(await app.as("platform"), call, input)
  await setAdmintype("platform", 9)
  expect(refused).toEqual({ status: 403, msg: replyMessages.outOfReach })
})

test("[FAULT-6] lists stay readable for the platform's administrator and a school's 单位管理员", async () => {
  for (const account of ["platform", "head-a1"]) {
    const client = await app.as(account)
    for (const call of [identityAdminCalls.list, applicationAdminCalls.list] as const)
      expect([account, (await client.request(call, {})).statusCode]).toEqual([account, 200])
  }
})

test.each([
  ["save", () => ({ name: "另一个", domainIp: "https://other.example" })],
  ["remove", () => ({ id: ids.domain })],
  ["renewSecret", () => ({ id: ids.domain })],
  ["saveOperations", () => ({ id: ids.domain, version: 1, operations: [] })],
  ["exportList", () => ({})],
] as const)(
  "[FAULT-6] the platform's own 单位管理员 is refused domains.%s, whose secrets say who people are",
  async (name, input) => {
    await setAdmintype("platform", 1)
    const refused = await answerOf(await app.as("platform"), domainCalls[name], input())
    await setAdmintype("platform", 9)
    expect(refused).toEqual({ status: 403, msg: replyMessages.outOfReach })
  },
)

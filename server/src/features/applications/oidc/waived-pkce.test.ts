import { applicationAdminCalls, applicationMessages } from "@uc/contract/applications/admin-calls"
import { applicationTrialCalls } from "@uc/contract/applications/trial-calls"
import { sql } from "drizzle-orm"
import * as client from "openid-client"
import { afterAll, beforeAll, expect, test } from "vitest"
import { testApp, type TestApp, type TestClient } from "../../../testing/test-app.ts"
import { grantFor } from "../../../testing/test-danger.ts"
import {
  addApplication,
  Browser,
  callback,
  listening,
  relyingParty,
  type ApplicationInput,
  type RelyingParty,
} from "../../../testing/oidc/test-relying-party.ts"

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
})
afterAll(async () => {
  for (const work of clean) await work()
})

async function older(more: ApplicationInput = {}) {
  const { entry, secret } = await addApplication(app, head, { name: "旧系统", waivesPkce: true, ...more })
  return { entry, party: await relyingParty(base, entry, client.ClientSecretBasic(secret)) }
}

/** As software that has never heard of PKCE. */
async function withoutPkce(party: RelyingParty, more: Record<string, string> = {}) {
  const flow = await party.begin(more)
  flow.url.searchParams.delete("code_challenge")
  flow.url.searchParams.delete("code_challenge_method")
  const { pkceCodeVerifier: _verifier, ...checks } = flow.checks
  const back = await new Browser(base, teacher.headers["cookie"]).follow(flow.url)
  return { flow, back, checks }
}

test("[SSO-10] an application whose entry waives PKCE signs people on without it", async () => {
  const { party } = await older()
  const { back, checks } = await withoutPkce(party)
  const given = await client.authorizationCodeGrant(party.config, back, checks)
  expect(given.claims()).toMatchObject({ preferred_username: "teacher-a1", nonce: checks.expectedNonce })
})

test("[SSO-10] what is waived is PKCE alone: the address, the nonce and the code's single use count", async () => {
  const { party } = await older()
  const elsewhere = await withoutPkce(party, { redirect_uri: `${callback}/` })
  expect(elsewhere.back.origin).toBe(base)
  const first = await withoutPkce(party)
  const otherNonce = { ...first.checks, expectedNonce: "other" }
  await expect(client.authorizationCodeGrant(party.config, first.back, otherNonce)).rejects.toThrow(
    "unexpected JWT claim value encountered",
  )
  await expect(client.authorizationCodeGrant(party.config, first.back, first.checks)).rejects.toMatchObject({
    error: "invalid_grant",
  })
})

test("[SSO-10] a challenge that is sent is checked, and a verifier without one is refused", async () => {
  const { party } = await older()
  const { back, flow } = await party.signOn(new Browser(base, teacher.headers["cookie"]))
  const wrong = { ...flow.checks, pkceCodeVerifier: client.randomPKCECodeVerifier() }
  await expect(client.authorizationCodeGrant(party.config, back, wrong)).rejects.toMatchObject({
    error: "invalid_grant",
  })
  const { flow: bare, back: came } = await withoutPkce(party)
  await expect(client.authorizationCodeGrant(party.config, came, bare.checks)).rejects.toMatchObject({
    error: "invalid_grant",
  })
})

test("[SSO-10] it is off unless somebody chooses it, and a page that does not know it leaves it as it is", async () => {
  const { entry: plain } = await addApplication(app, head, { name: "新系统", waivesPkce: undefined })
  expect(plain.waivesPkce).toBe(false)
  const { entry } = await older({ name: "旧页面" })
  await grantFor(app, head, "application")
  const saved = await head.send(applicationAdminCalls.save, { ...entry, waivesPkce: undefined })
  expect(saved.waivesPkce).toBe(true)
  await grantFor(app, head, "application")
  const ended = await head.send(applicationAdminCalls.save, {
    ...entry,
    version: saved.version,
    waivesPkce: false,
  })
  const party = await relyingParty(base, ended, client.None())
  expect((await withoutPkce(party)).back.searchParams.get("error")).toBe("invalid_request")
})

test("[SSO-10] the audit log and the trial name it", async () => {
  const { entry } = await older({ name: "有记录" })
  const { rows } = await app.database.systemDb.execute<{ after: unknown }>(
    sql`select detail->'after' as after from audit_log where action = 'applicationAdmin.save'
      and detail->'after'->>'name' = '有记录'`,
  )
  expect(rows).toEqual([{ after: expect.objectContaining({ pkce: "不要求" }) as unknown }])
  const { steps } = await head.send(applicationTrialCalls.run, { id: entry.id })
  expect(steps.find(({ title }) => title === "授权码保护（PKCE）")).toMatchObject({
    state: "unknown",
    todo: expect.stringContaining("取消") as unknown,
  })
  // It does not keep the rest from being tried.
  expect(steps.find(({ title }) => title === "应用将得到的内容")?.received).toContain("head-a1")
  const { entry: plain } = await addApplication(app, head, { name: "不用放宽" })
  const others = await head.send(applicationTrialCalls.run, { id: plain.id })
  expect(others.steps.some(({ title }) => title === "授权码保护（PKCE）")).toBe(false)
})

test("[SSO-10] an application of CAS has nothing to waive", async () => {
  await expect(addApplication(app, head, { protocol: "cas", waivesPkce: true })).rejects.toThrow(
    applicationMessages.noPkceInCas,
  )
})

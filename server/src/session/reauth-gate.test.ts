import { randomUUID } from "node:crypto"
import { everyCall } from "@uc/contract/all-calls"
import { idempotencyHeader } from "@uc/contract/core/http"
import { errtypes } from "@uc/contract/core/reply"
import { sensitiveModules } from "@uc/contract/reauth/sensitive-modules"
import { accountCalls } from "@uc/contract/account/calls"
import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { unrestricted } from "../db/scope.ts"
import { changes, rowsOf } from "../testing/test-rows.ts"
import { plainSource } from "../testing/identity/test-identity.ts"
import { testApp, type TestClient } from "../testing/test-app.ts"
import { attempt, danger, dangerousApp, grantFor } from "../testing/test-danger.ts"
import { plainApplication } from "../testing/oidc/test-relying-party.ts"

test("[AUTH-8] every call that writes says whether it is sensitive, and names a module", () => {
  for (const { name, call } of everyCall()) {
    if (call.method === "GET") expect([name, call.writes, call.sensitive]).toEqual([name, false, false])
    else if (call.sensitive !== false) expect(sensitiveModules[call.sensitive].name).not.toBe("")
  }
  const sensitive = everyCall().filter(({ call }) => call.sensitive !== false)
  expect(sensitive.map(({ name }) => name)).toEqual([
    "session.changePassword",
    "menuAdmin.save",
    "menuAdmin.addBuiltIn",
    "menuAdmin.move",
    "menuAdmin.remove",
    "onlineUsers.end",
    "onlineUsers.endAll",
    "peopleAdmin.add",
    "peopleAdmin.change",
    "peopleAdmin.place",
    "peopleAdmin.setState",
    "peopleAdmin.setStates",
    "peopleAdmin.setAdmintype",
    "peopleAdmin.setAdmintypes",
    "peopleAdmin.resetPassword",
    "peopleTransfers.begin",
    "peopleTransfers.beginEnd",
    "peopleTransfers.answer",
    "firstPasswords.begin",
    "firstPasswords.download",
    "departmentAdmin.setState",
    "departmentAdmin.merge",
    "domains.save",
    "domains.remove",
    "domains.decline",
    "domains.accept",
    "domains.saveOperations",
    "domains.renewSecret",
    "applications.prove",
    "applicationAdmin.save",
    "applicationAdmin.remove",
    "applicationAdmin.renewSecret",
    "webhooks.save",
    "webhooks.renewSecret",
    "applicationKeys.add",
    "applicationKeys.revoke",
    "applicationKeys.setMaster",
    "identities.unlink",
    "identityAdmin.save",
    "identityAdmin.remove",
    "organisationAdmin.move",
    "organisationAdmin.setState",
    "organisationAdmin.merge",
    "ingest.createSource",
    "ingest.revokeSource",
    "profile.sendPhoneCode",
    "profile.changePhone",
    "profile.saveEmail",
    "profile.tie",
    "profile.switchTo",
    "imports.run",
    "roles.save",
    "roles.remove",
    "roles.give",
    "roles.take",
    "screenAdmin.create",
    "screenAdmin.renewCode",
    "screenAdmin.revoke",
  ])
})

test("[AUTH-8] every sensitive call without a grant is refused, writes nothing and is audited", async () => {
  const app = await testApp()
  // Whoever lacks the permission is refused before.
  const platform = await app.as("platform")
  const menu = { text: "x", kind: "group", path: "", icon: "", isDisabled: false, audience: [] }
  const inputs: Record<string, Record<string, unknown>> = {
    "session.changePassword": { password: "A".repeat(32) },
    "menuAdmin.save": menu,
    "menuAdmin.addBuiltIn": { paths: ["/task"] },
    "menuAdmin.move": { id: "1", parentId: null, before: null, version: "" },
    "menuAdmin.remove": { id: "1", below: 0 },
    "onlineUsers.end": { session: randomUUID() },
    "onlineUsers.endAll": { personid: "1" },
    "domains.save": { name: "官网", domainIp: "www.a.cn" },
    "domains.remove": { id: "1" },
    "domains.renewSecret": { id: "1" },
    "applications.prove": { uid: "a".repeat(21) },
    "applicationAdmin.save": plainApplication,
    "applicationAdmin.remove": { id: "1" },
    "applicationAdmin.renewSecret": { id: "1", endsOld: false },
    "applicationKeys.add": { id: "1", name: "同步", scopes: ["directory:read"], days: null },
    "applicationKeys.revoke": { id: "1", keyId: "1" },
    "applicationKeys.setMaster": { id: "1", isMaster: true },
    "webhooks.save": { id: "1", address: "https://oa.example/", objects: ["person"], isOff: false },
    "webhooks.renewSecret": { id: "1", endsOld: false },
    "identities.unlink": { id: "1" },
    "identityAdmin.save": plainSource,
    "identityAdmin.remove": { id: "1" },
    "domains.decline": { id: "1" },
    "domains.accept": { id: "1" },
    "domains.saveOperations": { id: "1", version: 1, operations: [] },
    "ingest.createSource": { orgid: "1", name: "网关" },
    "ingest.revokeSource": { id: "1" },
    "profile.sendPhoneCode": { phone: "13912345678" },
    "profile.changePhone": { phone: "13912345678", vcode: "123456" },
    "profile.saveEmail": { email: "zhangsan@school.cn" },
    "profile.tie": { account: "head-a2", password: "A".repeat(32) },
    "profile.switchTo": { personid: "1" },
    "imports.run": { id: "1" },
    "peopleAdmin.add": {
      orgid: "1",
      account: "zhaomin",
      nickname: "赵敏",
      sex: "女",
      role: "",
      places: [{ deptid: "1", postid: null, isMain: true }],
    },
    "peopleAdmin.change": { personid: "1", version: 1, nickname: "赵敏", sex: "女", role: "" },
    "peopleAdmin.place": {
      personid: "1",
      version: 1,
      places: [{ deptid: "1", postid: null, isMain: true }],
    },
    "peopleAdmin.setState": { personid: "1", version: 1, isDisabled: 1 },
    "peopleAdmin.setStates": { personids: ["1"], isDisabled: 1 },
    "peopleAdmin.setAdmintype": { personid: "1", version: 1, admintype: 0 },
    "peopleAdmin.setAdmintypes": { personids: ["1"], admintype: 0 },
    "peopleAdmin.resetPassword": { personid: "1" },
    "peopleTransfers.begin": { personid: "1", version: 1, kind: "move", orgid: "2" },
    "peopleTransfers.beginEnd": { id: "1" },
    "peopleTransfers.answer": { id: "1", isAccepted: 0 },
    "roles.save": { name: "审核员", permissions: ["assessments.review"], scopeKind: "organisation" },
    "roles.remove": { id: "1", version: 1 },
    "roles.give": { id: "1", personids: "1" },
    "screenAdmin.create": { orgid: "1", name: "值班室" },
    "screenAdmin.renewCode": { id: "1" },
    "screenAdmin.revoke": { id: "1" },
    "roles.take": { id: "1", personid: "1" },
    "firstPasswords.begin": { orgid: "1", way: "sheet" },
    "firstPasswords.download": { id: "1" },
    "departmentAdmin.setState": { orgid: "1", deptid: "1", version: 1, isDisabled: 1 },
    "departmentAdmin.merge": { orgid: "1", deptid: "1", version: 1, toDeptid: "2", intoVersion: 1 },
    "organisationAdmin.move": { orgid: "1", version: 1, areaid: "1" },
    "organisationAdmin.setState": { orgid: "1", version: 1, isDisabled: 1 },
    "organisationAdmin.merge": { orgid: "1", version: 1, intoOrgid: "2", intoVersion: 1 },
  }
  const before = await rowsOf(app.url)
  const audited = async () =>
    (
      await app.database.transaction(unrestricted, (db) =>
        db.execute(sql`select action, mid, result from audit_log`),
      )
    ).rows
  const logged = (await audited()).length
  const sensitive = everyCall().filter(({ call }) => call.sensitive !== false)
  for (const { name, call } of sensitive) {
    const refused = await platform.request(call, inputs[name] ?? {})
    expect([name, refused.statusCode]).toEqual([name, 403])
    expect(refused.json()).toMatchObject({ ret: 0, errtype: errtypes.grantNeeded, mid: call.sensitive })
  }
  expect(changes(before, await rowsOf(app.url))).toEqual([])
  expect((await audited()).slice(logged)).toEqual(
    sensitive.map(({ name, call }) => ({ action: name, mid: call.sensitive, result: "refused" })),
  )
})

test("[AUTH-8] a grant is spent by one call; the next one is refused", async () => {
  const { app, written } = await dangerousApp()
  const head = await app.as("head-a1")
  await grantFor(app, head, "domain-delete")
  expect([await attempt(head), await attempt(head)]).toEqual([200, 403])
  expect(await written()).toBe(1)
})

test("[AUTH-8] saving domains may go on for 20 calls with one grant, and no more", async () => {
  const { app, written } = await dangerousApp()
  const head = await app.as("head-a1")
  await grantFor(app, head, "domain")
  const codes = []
  for (let n = 0; n < 22; n++) codes.push(await attempt(head, "often"))
  expect(codes).toEqual([...Array.from({ length: 20 }, () => 200), 403, 403])
  expect(await written()).toBe(20)
})

test("[AUTH-8] a grant serves no other module, no other session and no other person", async () => {
  const { app, written } = await dangerousApp()
  const other = await app.as("head-a1")
  const teacher = await app.as("teacher-a1")
  const head = await app.as("head-a1")
  await grantFor(app, head, "domain")
  expect(await attempt(head, "once")).toBe(403)
  expect(await attempt(other, "often")).toBe(403)
  expect(await attempt(teacher, "often")).toBe(403)
  expect(await written()).toBe(0)
  expect(await attempt(head, "often")).toBe(200)
})

test.each([
  [299, 200],
  [301, 403],
])("[AUTH-8] a grant that is %i s old: %i", async (seconds, code) => {
  const { app } = await dangerousApp()
  const head = await app.as("head-a1")
  await grantFor(app, head, "domain-delete")
  await app.database.transaction(unrestricted, (db) =>
    db.execute(sql`update reauth_grant set issued_at = issued_at - make_interval(secs => ${seconds}),
      expires_at = expires_at - make_interval(secs => ${seconds})`),
  )
  expect(await attempt(head)).toBe(code)
})

test("[AUTH-8] a process whose clock is an hour off judges grants by the database's clock", async () => {
  const { app } = await dangerousApp()
  const head = await app.as("head-a1")
  const ahead = (await app.another({ nowMs: () => performance.now() + 3_600_000 })).as(head)
  const behind = (await app.another({ nowMs: () => performance.now() - 3_600_000 })).as(head)
  for (const client of [ahead, behind]) {
    await grantFor(app, head, "domain-delete")
    expect([await attempt(client), await attempt(client)]).toEqual([200, 403])
  }
})

test("[AUTH-8] a write that is rolled back spends no grant", async () => {
  const { app, written } = await dangerousApp()
  const head = await app.as("head-a1")
  await grantFor(app, head, "domain-delete")
  expect(await attempt(head, "once", { fails: "yes" })).toBe(400)
  expect(await written()).toBe(0)
  expect(await attempt(head)).toBe(200)
})

test("[AUTH-8][REQ-2] a call repeated with its key gets the same answer and spends no grant", async () => {
  const { app, written } = await dangerousApp()
  const head = await app.as("head-a1")
  const key = { [idempotencyHeader]: "0f8fad5b-d9cb-469f-a165-70867728950e" }
  // Refused first, as for a page without a grant: that does not use up the key.
  expect((await head.request(danger.once, { name: "x" }, key)).statusCode).toBe(403)
  await grantFor(app, head, "domain-delete")
  for (let n = 0; n < 3; n++)
    expect((await head.request(danger.once, { name: "x" }, key)).statusCode).toBe(200)
  expect(await written()).toBe(1)
})

test("[AUTH-8] grants end with their session: signed out, ended elsewhere, or past 12 hours", async () => {
  const { app, written } = await dangerousApp()
  const ends = [
    (head: TestClient) => head.send(accountCalls.signOut, {}),
    () =>
      app.database.transaction(unrestricted, (db) => db.execute(sql`update session set revoked_at = now()`)),
    () =>
      app.database.transaction(unrestricted, (db) =>
        db.execute(sql`update session set absolute_until = now() - interval '1 second'`),
      ),
  ]
  for (const end of ends) {
    const head = await app.as("head-a1")
    await grantFor(app, head, "domain-delete")
    const elsewhere = (await app.another()).as(head)
    await end(head)
    expect(await attempt(elsewhere)).toBe(401)
  }
  expect(await written()).toBe(0)
})

test("[AUTH-8] of sixteen calls at once over two processes as many write as there are grants", async () => {
  const { app, written } = await dangerousApp()
  const head = await app.as("head-a1")
  const processes = [head, (await app.another()).as(head)]
  const grants = 12
  let passed = 0
  for (let n = 0; n < grants; n++) {
    await grantFor(app, head, "domain-delete")
    const codes = await Promise.all(
      Array.from({ length: 16 }, (_, at) => attempt(processes[at % processes.length] ?? head)),
    )
    passed += codes.filter((code) => code === 200).length
    expect(codes.filter((code) => code !== 200 && code !== 403)).toEqual([])
  }
  expect(passed).toBe(grants)
  expect(await written()).toBe(grants)
})

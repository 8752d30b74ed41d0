import { accountCalls } from "@uc/contract/account/calls"
import { applicationAdminCalls, applicationMessages } from "@uc/contract/applications/admin-calls"
import { defaultApplicationClaims } from "@uc/contract/applications/application-claims"
import { webhookCalls } from "@uc/contract/applications/webhook-calls"
import { webhookMessages } from "@uc/contract/applications/webhooks"
import { departmentAdminCalls } from "@uc/contract/departments/admin-calls"
import { departmentCalls } from "@uc/contract/departments/calls"
import { organisationAdminCalls } from "@uc/contract/organisations/admin-calls"
import { peopleAdminCalls } from "@uc/contract/people/admin-calls"
import { sql } from "drizzle-orm"
import { Webhook } from "standardwebhooks"
import { afterAll, beforeAll, expect, test } from "vitest"
import { unrestricted } from "../../../db/scope.ts"
import { listening } from "../../../testing/oidc/test-relying-party.ts"
import { grantFor } from "../../../testing/test-danger.ts"
import { uploaded } from "../../../testing/test-import.ts"
import { give, rowsIn, save, take } from "../../../testing/test-roles.ts"
import { testApp, type TestApp, type TestClient } from "../../../testing/test-app.ts"
import { receiver, told, type Received } from "../../../testing/webhooks/test-receiver.ts"

let app: TestApp
let head: TestClient
let orgid: string
let departments: readonly { id: string; name: string }[]
const clean: (() => Promise<void>)[] = []
beforeAll(async () => {
  app = await testApp(
    { innerNetworksForAll: ["127.0.0.0/8"] },
    (work) => void clean.push(work as () => Promise<void>),
  )
  await listening(app)
  head = await app.as("head-a1")
  orgid = (await head.send(accountCalls.current, {})).orgid
  departments = await head.send(departmentCalls.tree, { orgid })
})
afterAll(async () => {
  for (const work of clean) await work()
})

const soon = { timeout: 8000, interval: 30 }
let number = 0
async function addPerson(nickname: string, by = head, org = orgid, phone = "13900001234"): Promise<string> {
  await grantFor(app, by, "person")
  const [place] = await by.send(departmentCalls.tree, { orgid: org })
  number += 1
  const { id } = await by.send(peopleAdminCalls.add, {
    orgid: org,
    account: `hook.${number}`,
    nickname,
    phone,
    places: [{ deptid: place?.id ?? "", postid: null, isMain: true }],
  })
  return id
}
const versionOf = async (personid: string) =>
  (await head.send(peopleAdminCalls.details, { personid })).version
async function rename(personid: string, nickname: string): Promise<void> {
  await grantFor(app, head, "person")
  await head.send(peopleAdminCalls.change, { personid, version: await versionOf(personid), nickname })
}
const verified = (secret: string, { body, headers }: Received) =>
  new Webhook(secret).verify(body, headers as Record<string, string>)

test("[SSO-5] a change is told as the entry allows, with a signature that others verify", async () => {
  const { address, received } = await receiver(clean)
  const { entry, secret, shown } = await told(app, head, address, { name: "签名" })
  const id = await addPerson("张新", head)
  await expect.poll(() => received.length, soon).toBe(1)
  const [first] = received as [Received]
  expect(verified(secret, first)).toMatchObject({
    type: "person.added",
    id,
    data: {
      name: "张新",
      preferred_username: `hook.${number}`,
      organisation_id: orgid,
      departments: [departments[0]?.name],
      department_ids: [departments[0]?.id],
      administrator: "none",
      active: true,
    },
  })
  // The phone number only where somebody has chosen it.
  expect(first.body).not.toContain("1390000")
  expect(first.notice.sequence).toBeGreaterThan(0)
  expect(Math.abs(Date.parse(first.notice.timestamp) - Date.now())).toBeLessThan(60_000)
  // Another body, another time or another secret is refused.
  expect(() => verified(secret, { ...first, body: first.body.replace("张新", "张假") })).toThrow(/signature/i)
  const late = { ...first.headers, "webhook-timestamp": String(Math.floor(Date.now() / 1000) - 600) }
  expect(() => verified(secret, { ...first, headers: late })).toThrow(/timestamp/i)
  await expect.poll(shown, soon).toMatchObject({
    deliveries: [{ objectName: "张新", what: "added", answer: "200", answerWords: "ok", isTold: true }],
  })
  // Nothing about anybody and no secret is kept as it is.
  const kept = await rowsIn(
    app,
    sql`select w::text as row from application_webhook w union all select d::text from webhook_delivery d`,
  )
  expect(JSON.stringify(kept)).not.toMatch(new RegExp(`张新|${secret.slice(6, 30).replaceAll(/[+/]/g, ".")}`))

  const { version } = (await head.send(applicationAdminCalls.list, {})).applications.find(
    (row) => row.id === entry.id,
  ) ?? { version: 0 }
  await grantFor(app, head, "application")
  const {
    clientId: _c,
    hasSecret: _h,
    oldSecretUntil: _o,
    lastUsedAt: _l,
    domains: _d,
    untold: _u,
    webhook: _w,
    ...fields
  } = entry
  await head.send(applicationAdminCalls.save, {
    ...fields,
    version,
    claims: [...defaultApplicationClaims, "phone"],
  })
  await rename(id, "张改")
  await expect.poll(() => received.length, soon).toBe(2)
  expect(received[1]?.notice).toMatchObject({
    type: "person.changed",
    data: { name: "张改", phone_number: "13900001234" },
  })
  await off(entry.id, address)
})

async function off(id: string, address: string): Promise<void> {
  await grantFor(app, head, "application")
  await head.send(webhookCalls.save, { id, address, objects: ["person"], isOff: true })
}

test("[SSO-5] every way in is told, in the order of the changes; what is not changed is not", async () => {
  const { address, received, typesOf } = await receiver(clean)
  const { entry } = await told(app, head, address, { name: "全部" })
  const id = await addPerson("李四")
  await rename(id, "李思")
  await rename(id, "李思")
  const place = async (deptid: string | undefined) => {
    await grantFor(app, head, "person")
    const places = [{ deptid: deptid ?? "", postid: null, isMain: true }]
    await head.send(peopleAdminCalls.place, { personid: id, version: await versionOf(id), places })
  }
  await place(departments[0]?.id)
  await place(departments[1]?.id)
  const role = await save(app, head, {
    name: "通知员",
    permissions: ["news.manage"],
    scopeKind: "organisation",
  } as never)
  await give(app, head, role, id)
  await take(app, head, role, id)
  for (const isDisabled of [1, 0] as const) {
    await grantFor(app, head, "person")
    await head.send(peopleAdminCalls.setState, { personid: id, version: await versionOf(id), isDisabled })
  }
  const person = ["added", "changed", "moved", "changed", "changed", "disabled", "enabled"]
  await expect.poll(() => typesOf(id), soon).toEqual(person.map((what) => `person.${what}`))
  const numbers = received.map(({ notice }) => notice.sequence)
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))

  const { id: deptid } = await head.send(departmentCalls.save, { orgid, name: "新部门" })
  const seen = async () => ({
    orgid,
    deptid,
    version: (await head.send(departmentAdminCalls.details, { deptid })).version,
  })
  await head.send(departmentAdminCalls.move, { ...(await seen()), toDeptid: departments[0]?.id })
  await grantFor(app, head, "department")
  await head.send(departmentAdminCalls.setState, { ...(await seen()), isDisabled: 1 })
  const dept = ["added", "moved", "disabled"]
  await expect.poll(() => typesOf(deptid), soon).toEqual(dept.map((what) => `department.${what}`))
  expect(received.findLast(({ notice }) => notice.id === deptid)?.notice.data).toMatchObject({
    name: "新部门",
    parent_id: departments[0]?.id,
    organisation_id: orgid,
    active: false,
  })

  const file = `账号,姓名,手机号,部门\nhook.import,导入人,13900009999,${departments[0]?.name}\n`
  await uploaded(app, head, "people", file)
  const [imported] = await rowsIn<{ id: string }>(
    app,
    sql`select id::text from person where account = 'hook.import'`,
  )
  await expect.poll(() => typesOf(imported?.id ?? ""), soon).toEqual(["person.added"])
  // As an import that brings the same departments: they are written again, and nothing has changed.
  await app.database.transaction(unrestricted, async (db) => {
    await db.execute(sql`create temporary table kept on commit drop as
      select * from person_department where person_id = ${imported?.id}`)
    await db.execute(sql`delete from person_department where person_id = ${imported?.id}`)
    await db.execute(sql`insert into person_department select * from kept`)
  })
  await rowsIn(app, sql`update person set name = '语句' where account = 'hook.import'`)
  await expect.poll(() => typesOf(imported?.id ?? ""), soon).toEqual(["person.added", "person.changed"])

  // What is rolled back has not happened.
  const before = received.length
  const undone = app.database.transaction(unrestricted, async (db) => {
    await db.execute(sql`update person set name = '没有' where id = ${id}`)
    throw new Error("undone")
  })
  await expect(undone).rejects.toThrow("undone")
  await new Promise((resolve) => setTimeout(resolve, 1200))
  expect(received).toHaveLength(before)
  await rowsIn(app, sql`delete from person where account = 'hook.import'`)
  await expect.poll(() => typesOf(imported?.id ?? "").at(-1), soon).toBe("person.removed")
  await off(entry.id, address)
})

test("[SSO-5] an application hears only of what it may know; who leaves that is removed", async () => {
  const [own, other, above, ofRole, outside] = [
    await receiver(clean),
    await receiver(clean),
    await receiver(clean),
    await receiver(clean),
    await receiver(clean),
  ]
  const other1 = await app.as("head-a2")
  const bureau = await app.as("bureau-a")
  const role = await save(app, head, {
    name: "教务",
    permissions: ["news.manage"],
    scopeKind: "organisation",
  } as never)
  const mine = await told(app, head, own.address, { name: "本校" })
  await told(app, other1, other.address, {
    name: "别校",
    homeAddress: "https://b.example/",
    redirectAddresses: ["https://b.example/cb"],
  })
  await told(app, bureau, above.address, { name: "区局", isForBelow: true })
  const roled = await told(app, head, ofRole.address, { name: "角色", roles: [role] })
  const third = await told(app, head, outside.address, { name: "外部", isOwn: false, claims: ["name"] })
  const id = await addPerson("王五")
  await expect
    .poll(() => [own.typesOf(id), above.typesOf(id)], soon)
    .toEqual([["person.added"], ["person.added"]])
  await give(app, head, role, id)
  await expect.poll(() => ofRole.typesOf(id), soon).toEqual(["person.added"])
  expect(ofRole.received[0]?.notice.data).toMatchObject({ name: "王五" })
  await take(app, head, role, id)
  await expect.poll(() => ofRole.typesOf(id), soon).toEqual(["person.added", "person.removed"])
  expect(ofRole.received[1]?.notice.data).toBeNull()

  // Who has allowed it to know them, and nobody else; no structure that its entry does not name.
  await rowsIn(
    app,
    sql`insert into application_consent (person_id, org_id, application_id, claims)
    select id, org_id, ${third.entry.id}, array['name'] from person where id = ${id}`,
  )
  await rename(id, "王武")
  await addPerson("没同意")
  await head.send(departmentCalls.save, { orgid, name: "外部看不到" })
  await expect
    .poll(() => outside.received.map(({ notice }) => notice), soon)
    .toMatchObject([{ id, type: "person.changed", data: { name: "王武", active: true } }])
  expect(outside.received[0]?.notice.data).toEqual({ name: "王武", active: true })

  // To the other school: gone for the one, new for the other, moved for who is above both.
  const { orgid: otherOrg } = await other1.send(accountCalls.current, {})
  await app.database.transaction(unrestricted, async (db) => {
    await db.execute(sql`delete from person_role where person_id = ${id}`)
    await db.execute(sql`delete from person_department where person_id = ${id}`)
    await db.execute(sql`update person set org_id = ${otherOrg} where id = ${id}`)
  })
  await expect
    .poll(() => [own.typesOf(id).at(-1), other.typesOf(id).at(-1), above.typesOf(id).at(-1)], soon)
    .toEqual(["person.removed", "person.added", "person.moved"])
  expect(own.received.at(-1)?.notice.data).toBeNull()

  const { version } = await bureau.send(organisationAdminCalls.details, { orgid: otherOrg })
  await grantFor(app, bureau, "organisation")
  await bureau.send(organisationAdminCalls.setState, { orgid: otherOrg, version, isDisabled: 1 })
  await expect.poll(() => above.typesOf(otherOrg), soon).toEqual(["organisation.disabled"])
  await expect.poll(() => other.typesOf(otherOrg), { timeout: 1500 }).toEqual([])
  expect(own.typesOf(otherOrg)).toEqual([])

  // Another organisation's administrator sees and changes nothing of it.
  const strange = await app.as("head-b1")
  for (const call of [webhookCalls.details, webhookCalls.test, webhookCalls.resend] as const)
    await expect(strange.send(call, { id: mine.entry.id })).rejects.toThrow(applicationMessages.gone)
  await off(mine.entry.id, own.address)
  await off(roled.entry.id, ofRole.address)
  await off(third.entry.id, outside.address)
})

test("[SSO-5] for a day after it was replaced the secret before signs as well, unless it has leaked", async () => {
  const { address, received } = await receiver(clean)
  const { entry, secret, shown } = await told(app, head, address, { name: "换密钥" })
  const renew = async (endsOld: boolean) => {
    await grantFor(app, head, "application-secret")
    return (await head.send(webhookCalls.renewSecret, { id: entry.id, endsOld })).secret
  }
  const tested = async () => {
    const before = received.length
    await head.send(webhookCalls.test, { id: entry.id })
    await expect.poll(() => received.length, soon).toBe(before + 1)
    return received.at(-1) as Received
  }
  const second = await renew(false)
  const both = await tested()
  expect(both.notice.type).toBe("test")
  expect(verified(secret, both)).toEqual(verified(second, both))
  expect((await shown()).webhook?.oldSecretUntil).not.toBeNull()
  await rowsIn(app, sql`update application_webhook set old_secret_until = now() - interval '1 second'`)
  const after = await tested()
  expect(() => verified(secret, after)).toThrow(/signature/i)
  expect(verified(second, after)).toBeTruthy()
  const third = await renew(true)
  const last = await tested()
  expect(() => verified(second, last)).toThrow(/signature/i)
  expect(verified(third, last)).toBeTruthy()
  await off(entry.id, address)
  await expect(head.send(webhookCalls.test, { id: entry.id })).rejects.toThrow(webhookMessages.off)
})

test("[SSO-5] an address without encryption outside of listed networks is refused", async () => {
  const { address } = await receiver(clean)
  const { entry } = await told(app, head, address, { name: "地址" })
  const saved = async (wanted: string) => {
    await grantFor(app, head, "application")
    return head.send(webhookCalls.save, { id: entry.id, address: wanted, objects: ["person"], isOff: true })
  }
  await expect(saved("http://8.8.8.8/hook")).rejects.toThrow(webhookMessages.plainOutside)
  for (const wrong of [
    "https://a:b@oa.example/",
    "https://OA.example/",
    "https://oa.example/#x",
    "ftp://oa.example/",
  ])
    await expect(saved(wrong)).rejects.toThrow(/地址/)
  expect(await saved("https://oa.example/hook")).toEqual({ secret: null })
})

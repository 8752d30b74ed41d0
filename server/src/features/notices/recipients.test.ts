import { departmentAdminCalls } from "@uc/contract/departments/admin-calls"
import { noticeCalls } from "@uc/contract/notices/calls"
import { receiptCalls } from "@uc/contract/notices/receipt-calls"
import { recipientMessages } from "@uc/contract/notices/recipients"
import { organisationAdminCalls } from "@uc/contract/organisations/admin-calls"
import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { grantFor } from "../../testing/test-danger.ts"
import { testApp, type TestApp, type TestClient } from "../../testing/test-app.ts"
import { forNobody, me, writeNotice } from "../../testing/test-notices.ts"
import { orgCalled, rowsIn } from "../../testing/test-roles.ts"

const seen = async (client: TestClient) =>
  (await client.send(noticeCalls.list, { limit: 100 })).items.map(({ title }) => title)
const said = async (client: TestClient, more: Partial<typeof forNobody>) => {
  const answer = await client.request(noticeCalls.save, { ...forNobody, ...more })
  const { field, msg } = answer.json<{ field?: string; msg: string }>()
  return [answer.statusCode, field, msg]
}

const everybody = [
  "bureau-a",
  "clerk-a",
  "head-a1",
  "teacher-a1",
  "teacher-a2",
  "worker-ae",
  "teacher-town",
  "teacher-b1",
]

/** Who of them has it in their list, and may open it: both, or neither. */
async function readersAmong(app: TestApp, id: string, title: string): Promise<string[]> {
  const found: string[] = []
  for (const who of everybody) {
    const client = await app.as(who)
    const isListed = (await seen(client)).includes(title)
    const opened = await client.request(noticeCalls.detail, { noticeid: id })
    const bell = await client.send(noticeCalls.bell, {})
    expect([who, opened.statusCode, bell.items.some((item) => item.title === title)]).toEqual([
      who,
      isListed ? 200 : 403,
      isListed,
    ])
    if (isListed) found.push(who)
  }
  return found
}

async function levelOf(app: TestApp, school: string, level: string | null): Promise<void> {
  await rowsIn(app, sql`update organisation set school_level = ${level} where name = ${school} returning id`)
}

test("[DAY-11] a notice for one 学段 is not read by the bureau itself nor by other schools", async () => {
  const app = await testApp()
  await rowsIn(app, sql`update organisation set school_level = 'junior' where kind = 'school' returning id`)
  await levelOf(app, "甲二小学", "primary")
  const bureau = await app.as("bureau-a")
  const { id, title, recipients } = await writeNotice(bureau, { isShared: true, forSchoolLevel: "primary" })
  expect(await readersAmong(app, id, title)).toEqual(["teacher-a2"])
  const [{ n } = { n: 0 }] = await rowsIn<{ n: number }>(
    app,
    sql`select count(*)::int as n from person p join organisation o on o.id = p.org_id
      where o.name = '甲二小学' and p.disabled_at is null`,
  )
  expect(recipients).toBe(n)
})

test("[DAY-11] named organisations, departments and people are combined, each person once", async () => {
  const app = await testApp()
  const bureau = await app.as("bureau-a")
  const [clerk, teacher, town] = [
    await app.as("clerk-a"),
    await app.as("teacher-a1"),
    await app.as("teacher-town"),
  ]
  const people = `${(await me(clerk)).id},${(await me(teacher)).id}`
  const { id, title, recipients } = await writeNotice(bureau, {
    organisations: (await me(town)).orgid,
    people,
  })
  expect(await readersAmong(app, id, title)).toEqual(["clerk-a", "teacher-a1", "teacher-town"])
  const again = await writeNotice(bureau, {
    organisations: (await me(teacher)).orgid,
    people: (await me(teacher)).id,
  })
  const one = await bureau.send(noticeCalls.readers, { noticeid: again.id, readstate: "unread", limit: 200 })
  expect(new Set(one.items.map((each) => each.id)).size).toBe(one.people)
  expect(recipients).toBeGreaterThan(2)
  const { named } = await bureau.send(noticeCalls.writtenDetail, { noticeid: id })
  expect(named.organisations).toMatchObject([{ name: "甲镇小学" }])
  expect(named.people.map(({ orgname }) => orgname)).toEqual(["甲一小学", "甲区教育局"])
})

test("[DAY-11] a department's notice is read in it and below it, by who joins later too", async () => {
  const app = await testApp()
  const [head, teacher] = [await app.as("head-a1"), await app.as("teacher-a1")]
  const { id: person, orgid } = await me(teacher)
  await rowsIn(app, sql`delete from person_department where person_id = ${person} returning id`)
  const [above] = await rowsIn<{ id: string }>(
    app,
    sql`insert into department (org_id, name) values (${orgid}, '安全处') returning id::text`,
  )
  const [below] = await rowsIn<{ id: string }>(
    app,
    sql`insert into department (org_id, parent_id, ids, level, name)
      values (${orgid}, ${above?.id}, array[${above?.id}::bigint], 1, '消防组') returning id::text`,
  )
  const chosen = { departments: above?.id ?? "" }
  expect(await said(head, chosen)).toEqual([400, "isForOwn", recipientMessages.nobodyThere])
  const headId = (await me(head)).id
  await rowsIn(
    app,
    sql`insert into person_department (org_id, person_id, department_id) values (${orgid}, ${headId}, ${above?.id}) returning id`,
  )
  const { id, title, recipients } = await writeNotice(head, chosen)
  expect([recipients, await readersAmong(app, id, title)]).toEqual([0, ["head-a1"]])
  await rowsIn(
    app,
    sql`insert into person_department (org_id, person_id, department_id) values (${orgid}, ${person}, ${below?.id}) returning id`,
  )
  expect(await readersAmong(app, id, title)).toEqual(["head-a1", "teacher-a1"])
  const { items } = await head.send(noticeCalls.written, {})
  expect(items.find((each) => each.id === id)).toMatchObject({ recipients: 1, departments: 1 })
})

test("[DAY-11] nobody names whom they do not administer, and nobody at all is refused", async () => {
  const app = await testApp()
  const [bureau, head, teacher, other] = [
    await app.as("bureau-a"),
    await app.as("head-a1"),
    await app.as("teacher-a2"),
    await app.as("teacher-b1"),
  ]
  const [near, far] = [await me(teacher), await me(other)]
  for (const [client, named] of [
    [head, { people: near.id }],
    [head, { organisations: near.orgid }],
    [bureau, { people: far.id }],
    [bureau, { organisations: far.orgid }],
    [bureau, { departments: "999999999" }],
  ] as const) {
    expect((await said(client, named))[0]).toBe(403)
    const counted = await client.request(receiptCalls.audience, { isForOwn: true, isShared: false, ...named })
    expect(counted.statusCode).toBe(403)
  }
  expect(await said(head, {})).toEqual([400, "isForOwn", recipientMessages.nobodyChosen])
  // A bureau's 单位管理员 reads the whole area, and administers the bureau alone.
  await rowsIn(app, sql`update person set admintype = 1 where account = 'clerk-a' returning id`)
  const clerk = await app.as("clerk-a")
  expect((await said(clerk, { people: near.id }))[0]).toBe(403)
  expect((await said(clerk, { people: (await me(clerk)).id }))[0]).toBe(200)
  await rowsIn(app, sql`update person set disabled_at = now() where account = 'teacher-a2' returning id`)
  expect(await said(bureau, { people: near.id })).toEqual([
    409,
    "people",
    recipientMessages.left([near.nickname]),
  ])
})

test("[DAY-11] a choice is counted before it is published", async () => {
  const app = await testApp()
  const bureau = await app.as("bureau-a")
  const choice = { isForOwn: true, isShared: true, forKind: "enterprise" } as const
  const counted = await bureau.send(receiptCalls.audience, choice)
  const { recipients } = await writeNotice(bureau, choice)
  expect(counted).toEqual({ people: recipients, organisations: 2 })
})

test("[DAY-11] a published notice gains recipients and loses none; what was read stays known", async () => {
  const app = await testApp()
  const [bureau, teacher, town] = [
    await app.as("bureau-a"),
    await app.as("teacher-a1"),
    await app.as("teacher-town"),
  ]
  const [{ orgid: school }, { orgid: far }] = [await me(teacher), await me(town)]
  const first = await writeNotice(bureau, { organisations: school })
  await teacher.send(noticeCalls.read, { noticeids: first.id })
  const seenAs = (version: number) => ({ noticeid: first.id, version })
  expect(await said(bureau, { ...seenAs(first.version), organisations: far })).toEqual([
    409,
    "isForOwn",
    recipientMessages.onlyMore,
  ])
  const more = await writeNotice(bureau, { ...seenAs(first.version), organisations: `${school},${far}` })
  expect([more.read, more.recipients > first.recipients]).toEqual([1, true])
  const drawn = await bureau.send(noticeCalls.withdraw, seenAs(more.version))
  expect(await readersAmong(app, first.id, forNobody.title)).toEqual([])
  const less = await writeNotice(bureau, { ...seenAs(drawn.version), organisations: far })
  expect([less.read, await readersAmong(app, first.id, forNobody.title)]).toEqual([0, ["teacher-town"]])
  expect(await bureau.send(noticeCalls.readers, { noticeid: first.id, readstate: "read" })).toMatchObject({
    read: 0,
    former: 1,
    items: [],
  })
})

test("[DAY-11] counts follow who leaves: a disabled person is neither missing nor counted", async () => {
  const app = await testApp()
  const [bureau, teacher] = [await app.as("bureau-a"), await app.as("teacher-a1")]
  const { id } = await writeNotice(bureau, { organisations: (await me(teacher)).orgid, wantsReceipt: true })
  await teacher.send(receiptCalls.confirm, { noticeid: id })
  const counts = async () => {
    const { read, confirmed, people, former } = await bureau.send(noticeCalls.readers, {
      noticeid: id,
      readstate: "missing",
    })
    return { read, confirmed, people, former }
  }
  const before = await counts()
  expect(before).toMatchObject({ read: 1, confirmed: 1, former: 0 })
  await rowsIn(app, sql`update person set disabled_at = now() where account = 'teacher-a1' returning id`)
  expect(await counts()).toEqual({ read: 0, confirmed: 0, people: before.people - 1, former: 1 })
})

test("[DAY-11] a notice for an organisation or a department that was merged is for the other", async () => {
  const app = await testApp()
  const [bureau, head] = [await app.as("bureau-a"), await app.as("head-a2")]
  const [orgid, intoOrgid] = [await orgCalled(app, "甲二小学"), await orgCalled(app, "甲一小学")]
  const tops = await rowsIn<{ id: string }>(
    app,
    sql`select d.id::text from department d where d.org_id = ${orgid} and d.disabled_at is null
      and exists (select from person_department w where w.department_id = d.id)
      and not exists (select from department c where c.parent_id = d.id) order by d.id limit 2`,
  )
  const [deptid = "", toDeptid = ""] = tops.map(({ id }) => id)
  const forDepartment = await writeNotice(head, { departments: deptid })
  const departments = await head.send(departmentAdminCalls.mergePlan, { orgid, deptid, toDeptid })
  await grantFor(app, head, "department")
  await head.send(departmentAdminCalls.merge, {
    orgid,
    deptid,
    toDeptid,
    version: departments.version,
    intoVersion: departments.intoVersion,
  })
  const kept = await head.send(noticeCalls.writtenDetail, { noticeid: forDepartment.id })
  expect(kept.named.departments.map(({ id }) => id)).toEqual([toDeptid])

  const { id: noticeid } = await writeNotice(bureau, { organisations: orgid, title: "给甲二小学" })
  const { version, intoVersion } = await bureau.send(organisationAdminCalls.mergePlan, { orgid, intoOrgid })
  await grantFor(app, bureau, "organisation")
  await bureau.send(organisationAdminCalls.merge, { orgid, intoOrgid, version, intoVersion })
  const { named } = await bureau.send(noticeCalls.writtenDetail, { noticeid })
  expect(named.organisations.map(({ id }) => id)).toEqual([intoOrgid])
  expect(await seen(await app.as("teacher-a2"))).toContain("给甲二小学")
})

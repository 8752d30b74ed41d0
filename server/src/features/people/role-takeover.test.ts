import { accountCalls } from "@uc/contract/account/calls"
import type { Call } from "@uc/contract/core/call"
import { departmentAdminCalls } from "@uc/contract/departments/admin-calls"
import { departmentCalls } from "@uc/contract/departments/calls"
import { firstPasswordCalls, firstPasswordMessages } from "@uc/contract/first-passwords/calls"
import { peopleAdminCalls } from "@uc/contract/people/admin-calls"
import { peopleTransferCalls, transferMessages } from "@uc/contract/people/transfer-calls"
import { roleMessages } from "@uc/contract/roles/calls"
import type { SensitiveModule } from "@uc/contract/reauth/sensitive-modules"
import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { grantFor } from "../../testing/test-danger.ts"
import { checked, problemsOf, run } from "../../testing/test-import.ts"
import { give, giveNew, rowsIn, save } from "../../testing/test-roles.ts"
import { testApp, type TestApp, type TestClient } from "../../testing/test-app.ts"

const areaRole = { name: "片区人事", permissions: ["people.manage" as const], scopeKind: "area" as const }
const ownRole = { name: "编辑", permissions: ["news.manage" as const], scopeKind: "organisation" as const }

/** The bureau's area administrator, its 单位管理员 (who administers the bureau alone), and a clerk with a role. */
async function bureauWith(role: typeof areaRole | typeof ownRole) {
  const app = await testApp()
  await addBureauPerson(app, "unit-head", 1)
  const [bureau, unitHead, clerk] = [
    await app.as("bureau-a"),
    await app.as("unit-head"),
    await app.as("clerk-a"),
  ]
  await giveNew(app, bureau, clerk, role)
  const { id, orgid } = await clerk.send(accountCalls.current, {})
  return { app, bureau, unitHead, clerk, personid: id, orgid }
}

async function addBureauPerson(app: TestApp, account: string, admintype: number): Promise<void> {
  await rowsIn(
    app,
    sql`with added as (insert into person (org_id, account, name, usertype, admintype, pinyin, initials)
        select org_id, ${account}, '某人', usertype, ${admintype}, '', '' from person where account = 'clerk-a'
        returning id, org_id)
      insert into credential (person_id, org_id, pepper_kid, phc) select added.id, added.org_id, c.pepper_kid, c.phc
        from added, credential c join person t on t.id = c.person_id where t.account = 'clerk-a'`,
  )
}

async function asked(app: TestApp, by: TestClient, mid: SensitiveModule, call: Call, input: object) {
  await grantFor(app, by, mid)
  const answer = await by.request(call, { ...input })
  return [answer.statusCode, answer.json<{ msg: string }>().msg]
}

const refused = [403, roleMessages.rolesBeyondYou]

test("[FAULT-1] a 单位管理员 resets no password of a colleague whose role reaches the area", async () => {
  const { app, bureau, unitHead, personid } = await bureauWith(areaRole)
  const { mayReset } = await unitHead.send(peopleAdminCalls.details, { personid })
  expect(mayReset).toBe(false)
  const reset = (by: TestClient) =>
    asked(app, by, "person-password", peopleAdminCalls.resetPassword, { personid })
  expect(await reset(unitHead)).toEqual(refused)
  expect((await bureau.send(peopleAdminCalls.details, { personid })).mayReset).toBe(true)
  expect((await reset(bureau))[0]).toBe(200)
})

test("[FAULT-1] a 单位管理员 still resets the password of a colleague whose role is within the organisation", async () => {
  const { app, unitHead, personid } = await bureauWith(ownRole)
  expect((await unitHead.send(peopleAdminCalls.details, { personid })).mayReset).toBe(true)
  const [status] = await asked(app, unitHead, "person-password", peopleAdminCalls.resetPassword, { personid })
  expect(status).toBe(200)
})

test("[FAULT-1] a 单位管理员 gives no other phone to a colleague whose role reaches the area", async () => {
  const { app, bureau, unitHead, personid } = await bureauWith(areaRole)
  const change = async (by: TestClient, phone: string) => {
    const { version, nickname, sex, role } = await by.send(peopleAdminCalls.details, { personid })
    return asked(app, by, "person", peopleAdminCalls.change, {
      personid,
      version,
      nickname: `${nickname}新`,
      sex,
      role,
      ...(phone !== "" && { phone }),
    })
  }
  expect(await change(unitHead, "13900007777")).toEqual(refused)
  // The name is no way in.
  expect((await change(unitHead, ""))[0]).toBe(200)
  expect((await change(bureau, "13900007777"))[0]).toBe(200)
})

test("[FAULT-1] first passwords of a 单位管理员 leave out role holders who reach the area", async () => {
  const { app, bureau, unitHead, orgid } = await bureauWith(ownRole)
  await addBureauPerson(app, "fresh-holder", 0)
  await addBureauPerson(app, "fresh-other", 0)
  await rowsIn(
    app,
    sql`delete from credential where person_id in (select id from person where account like 'fresh-%')`,
  )
  const [holder] = await rowsIn<{ id: string }>(
    app,
    sql`select id::text from person where account = 'fresh-holder'`,
  )
  const [other] = await rowsIn<{ id: string }>(
    app,
    sql`select id::text from person where account = 'fresh-other'`,
  )
  const role = await save(app, bureau, areaRole)
  await give(app, bureau, role, holder?.id ?? "")
  const begin = (by: TestClient, input: object) =>
    asked(app, by, "person-password", firstPasswordCalls.begin, {
      secretKind: "link",
      way: "sheet",
      ...input,
    })
  expect((await begin(unitHead, { personids: [holder?.id] }))[0]).toBe(403)
  expect((await begin(unitHead, { orgid }))[0]).toBe(200)
  const sheet = async () => {
    await expect
      .poll(async () => (await unitHead.send(firstPasswordCalls.list, {}))[0]?.state, { timeout: 60_000 })
      .toBe("ready")
    return (await unitHead.send(firstPasswordCalls.list, {}))[0]
  }
  const made = await sheet()
  const named = await rowsIn<{ person: string }>(
    app,
    sql`select person_id::text as person from first_password where sheet_id = ${made?.id}::bigint`,
  )
  expect(named.map(({ person }) => person)).toContain(other?.id)
  expect(named.map(({ person }) => person)).not.toContain(holder?.id)

  // A role that is given before the file is downloaded counts as well.
  await give(app, bureau, role, other?.id ?? "")
  const download = (by: TestClient) =>
    asked(app, by, "person-password", firstPasswordCalls.download, { id: made?.id })
  expect(await download(unitHead)).toEqual([403, firstPasswordMessages.aboveYou])
  expect((await download(bureau))[0]).toBe(200)
})

test("[FAULT-1] an import of a 单位管理员 gives no other phone to a role holder who reaches the area", async () => {
  const { app, bureau, unitHead, clerk, orgid } = await bureauWith(ownRole)
  const { nickname } = await clerk.send(accountCalls.current, {})
  const [place] = await rowsIn<{ path: string }>(
    app,
    sql`select d.name as path from department d where d.org_id = ${orgid}::bigint and d.parent_id is null limit 1`,
  )
  const file = `账号,姓名,手机号,部门,单位\nclerk-a,${nickname},13812349999,${place?.path},甲区教育局\n`
  const ready = await checked(app, unitHead, "people", file)
  expect(problemsOf(ready)).toEqual([])

  const role = await save(app, bureau, areaRole)
  await give(app, bureau, role, (await clerk.send(accountCalls.current, {})).id)
  expect((await run(app, unitHead, ready.id)).state).not.toBe("done")
  const again = await checked(app, unitHead, "people", file)
  expect(problemsOf(again).join()).toContain(roleMessages.rolesBeyondYou)
  const phones = await rowsIn<{ phone: string | null }>(
    app,
    sql`select phone from person where account = 'clerk-a'`,
  )
  expect(phones[0]?.phone).not.toBe("13812349999")
})

test("[FAULT-1] a 单位管理员 transfers no colleague whose role reaches the area", async () => {
  const { app, bureau, unitHead, personid } = await bureauWith(areaRole)
  const { version } = await unitHead.send(peopleAdminCalls.details, { personid })
  for (const kind of ["move", "second"]) {
    const begun = await asked(app, unitHead, "person", peopleTransferCalls.begin, {
      personid,
      version,
      kind,
      orgname: "乙一小学",
    })
    expect(begun).toEqual(refused)
  }
  const [status] = await asked(app, bureau, "person", peopleTransferCalls.begin, {
    personid,
    version,
    kind: "move",
    orgname: "乙一小学",
  })
  expect(status).toBe(200)
})

test("[FAULT-1] a transfer is not carried out when a role beyond the asker was given meanwhile", async () => {
  const { app, bureau, unitHead, personid } = await bureauWith(ownRole)
  const { version } = await unitHead.send(peopleAdminCalls.details, { personid })
  const [begun] = await asked(app, unitHead, "person", peopleTransferCalls.begin, {
    personid,
    version,
    kind: "move",
    orgname: "乙一小学",
  })
  expect(begun).toBe(200)
  await give(app, bureau, await save(app, bureau, areaRole), personid)
  const receiver = await app.as("head-b1")
  const [transfer] = await receiver.send(peopleTransferCalls.list, {})
  const [place] = await rowsIn<{ id: string }>(
    app,
    sql`select d.id::text from department d join organisation o on o.id = d.org_id where o.name = '乙一小学' limit 1`,
  )
  const answered = await asked(app, receiver, "person", peopleTransferCalls.answer, {
    id: transfer?.id,
    isAccepted: 1,
    places: [{ deptid: place?.id, postid: null, isMain: true }],
  })
  expect(answered).toEqual([409, transferMessages.rightsChanged])
})

test("[FAULT-1] a transfer of a role holder is not carried out when the asker was disabled meanwhile", async () => {
  const { app, unitHead, personid } = await bureauWith(ownRole)
  const { version } = await unitHead.send(peopleAdminCalls.details, { personid })
  const wanted = { personid, version, kind: "move", orgname: "乙一小学" }
  expect((await asked(app, unitHead, "person", peopleTransferCalls.begin, wanted))[0]).toBe(200)
  await rowsIn(app, sql`update person set disabled_at = now() where account = 'unit-head'`)
  const receiver = await app.as("head-b1")
  const [transfer] = await receiver.send(peopleTransferCalls.list, {})
  const [place] = await rowsIn<{ id: string }>(
    app,
    sql`select d.id::text from department d join organisation o on o.id = d.org_id where o.name = '乙一小学' limit 1`,
  )
  const answered = await asked(app, receiver, "person", peopleTransferCalls.answer, {
    id: transfer?.id,
    isAccepted: 1,
    places: [{ deptid: place?.id, postid: null, isMain: true }],
  })
  expect(answered).toEqual([409, transferMessages.rightsChanged])
})

test("[FAULT-1] a role holder of 部门管理 makes no colleague's role for departments reach more people", async () => {
  const app = await testApp()
  const [head, teacher] = [await app.as("head-a1"), await app.as("teacher-a1")]
  const { id: holder, orgid } = await teacher.send(accountCalls.current, {})
  await rowsIn(
    app,
    sql`with added as (insert into person (org_id, account, name, usertype, pinyin, initials)
        select org_id, 'arranger', '某人', usertype, '', '' from person where account = 'teacher-a1' returning id, org_id)
      insert into credential (person_id, org_id, pepper_kid, phc) select added.id, added.org_id, c.pepper_kid, c.phc
        from added, credential c join person t on t.id = c.person_id where t.account = 'teacher-a1'`,
  )
  const arranger = await app.as("arranger")
  const add = async (name: string) => (await head.send(departmentCalls.save, { orgid, name })).id
  const [own, other] = [await add("办公室九"), await add("教务处九")]
  await rowsIn(app, sql`delete from person_department where person_id = ${holder}::bigint`)
  await rowsIn(
    app,
    sql`insert into person_department (org_id, person_id, department_id)
      values (${orgid}::bigint, ${holder}::bigint, ${own}::bigint)`,
  )
  await giveNew(app, head, teacher, {
    name: "密码员",
    permissions: ["people.passwords"],
    scopeKind: "departments",
  })
  await giveNew(app, head, arranger, {
    name: "部门管理员",
    permissions: ["departments.manage"],
    scopeKind: "organisation",
  })
  const version = async (deptid: string) =>
    (await head.send(departmentAdminCalls.details, { deptid })).version
  const move = async (by: TestClient) =>
    asked(app, by, "department", departmentAdminCalls.move, {
      orgid,
      deptid: other,
      version: await version(other),
      toDeptid: own,
    })
  expect(await move(arranger)).toEqual([403, roleMessages.widensRoles])
  const merged = await asked(app, arranger, "department", departmentAdminCalls.merge, {
    orgid,
    deptid: other,
    toDeptid: own,
    version: await version(other),
    intoVersion: await version(own),
  })
  // Nobody works there, so the role reaches nobody more.
  expect(merged[0]).toBe(200)
})

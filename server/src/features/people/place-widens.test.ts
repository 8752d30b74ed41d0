import { accountCalls } from "@uc/contract/account/calls"
import { departmentCalls } from "@uc/contract/departments/calls"
import { peopleAdminCalls } from "@uc/contract/people/admin-calls"
import { roleMessages } from "@uc/contract/roles/calls"
import { sql } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import { grantFor } from "../../testing/test-danger.ts"
import { giveNew, rowsIn } from "../../testing/test-roles.ts"
import { testApp, type TestApp, type TestClient } from "../../testing/test-app.ts"

let app: TestApp
let head: TestClient
let orgid: string
let own: string
let other: string
beforeEach(async () => {
  app = await testApp()
  head = await app.as("head-a1")
  orgid = (await head.send(accountCalls.current, {})).orgid
  const add = async (name: string) => (await head.send(departmentCalls.save, { orgid, name })).id
  ;[own, other] = [await add("办公室九"), await add("教务处九")]
})

/** A colleague without any right, in 教务处九. */
async function colleague(account: string, department = other): Promise<string> {
  const [row] = await rowsIn<{ id: string }>(
    app,
    sql`with added as (insert into person (org_id, account, name, usertype, pinyin, initials)
        select org_id, ${account}, '某人', usertype, '', '' from person where account = 'teacher-a1' returning id, org_id),
      placed as (insert into person_department (org_id, person_id, department_id)
        select org_id, id, ${department}::bigint from added)
      insert into credential (person_id, org_id, pepper_kid, phc) select added.id, added.org_id, c.pepper_kid, c.phc
        from added, credential c join person t on t.id = c.person_id where t.account = 'teacher-a1'
        returning person_id::text as id`,
  )
  return row?.id ?? ""
}

async function place(by: TestClient, personid: string, deptid: string) {
  const { version } = await head.send(peopleAdminCalls.details, { personid })
  await grantFor(app, by, "person")
  const places = [{ deptid, postid: null, isMain: true }]
  const answer = await by.request(peopleAdminCalls.place, { personid, version, places })
  return [answer.statusCode, answer.json<{ msg?: string }>().msg ?? ""]
}

const forAll = { name: "人事", permissions: ["people.manage" as const], scopeKind: "organisation" as const }
const forOwn = { name: "密码", permissions: ["people.passwords" as const], scopeKind: "department" as const }
const refused = [403, roleMessages.widensRoles]

test("[FAULT-1] nobody brings a colleague to where their own role for a department reaches", async () => {
  const victim = await colleague("victim")
  await colleague("arranger", own)
  const arranger = await app.as("arranger")
  await giveNew(app, head, arranger, forAll)
  await giveNew(app, head, arranger, forOwn)
  expect(await place(arranger, victim, own)).toEqual(refused)
  expect((await place(head, victim, own))[0]).toBe(200)
})

test("[FAULT-1] a colleague joins a department whose head has a role for it", async () => {
  const newcomer = await colleague("newcomer")
  await colleague("keeper", own)
  await colleague("arranger")
  await giveNew(app, head, await app.as("keeper"), forOwn)
  const arranger = await app.as("arranger")
  await giveNew(app, head, arranger, forAll)
  expect((await place(arranger, newcomer, own))[0]).toBe(200)
})

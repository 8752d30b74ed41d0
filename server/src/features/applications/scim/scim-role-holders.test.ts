import { scimMessages, scimSchemas } from "@uc/contract/applications/scim"
import { accountCalls } from "@uc/contract/account/calls"
import { departmentCalls } from "@uc/contract/departments/calls"
import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { scimClient } from "../../../testing/scim/test-scim-client.ts"
import { giveNew, rowsIn } from "../../../testing/test-roles.ts"
import { testApp } from "../../../testing/test-app.ts"

const patch = (...Operations: object[]) => ({ schemas: [scimSchemas.patch], Operations })

/** A school whose people come from an application, with a teacher who resets passwords in their departments. */
async function schoolWithMaster() {
  const app = await testApp()
  const [head, teacher] = [await app.as("head-a1"), await app.as("teacher-a1")]
  const { id, orgid } = await teacher.send(accountCalls.current, {})
  const claims = ["account", "name", "organisation", "departments", "phone"] as const
  const { client } = await scimClient(app, head, { name: "人事系统", isMaster: true, claims: [...claims] })
  const add = async (name: string, parentId?: string) =>
    (await head.send(departmentCalls.save, { orgid, name, ...(parentId !== undefined && { parentId }) })).id
  const own = await add("办公室九")
  const other = await add("教务处九")
  await rowsIn(app, sql`delete from person_department where person_id = ${id}::bigint`)
  await rowsIn(
    app,
    sql`insert into person_department (org_id, person_id, department_id)
      select org_id, id, case when id = ${id}::bigint then ${own}::bigint else ${other}::bigint end
      from person where org_id = ${orgid}::bigint and not exists (
        select from person_department d where d.person_id = person.id
          and d.department_id in (${own}::bigint, ${other}::bigint))`,
  )
  await giveNew(app, head, teacher, {
    name: "密码员",
    permissions: ["people.passwords"],
    scopeKind: "departments",
  })
  return { app, client, id, own, other }
}

test("[FAULT-2] an application's key gives no other phone to a role holder, but may change the name", async () => {
  const { app, client, id } = await schoolWithMaster()
  const phone = async () =>
    (await rowsIn<{ phone: string | null }>(app, sql`select phone from person where id = ${id}::bigint`))[0]
      ?.phone
  const before = await phone()
  const value = [{ value: "13900008888", type: "mobile" }]
  const refused = await client.ask(
    "PATCH",
    `/Users/${id}`,
    patch({ op: "replace", path: "phoneNumbers", value }),
  )
  expect([refused.status, refused.body.detail]).toEqual([403, scimMessages.roleHolder])
  const { body: read } = await client.ask("GET", `/Users/${id}`)
  const put = await client.ask("PUT", `/Users/${id}`, { ...read, phoneNumbers: value })
  expect([put.status, put.body.detail]).toEqual([403, scimMessages.roleHolder])
  expect(await phone()).toBe(before)
  const renamed = await client.ask(
    "PATCH",
    `/Users/${id}`,
    patch({ op: "replace", path: "displayName", value: "新名字" }),
  )
  expect([renamed.status, renamed.body.displayName]).toEqual([200, "新名字"])
})

test("[FAULT-2] an application's key may disable a role holder and may not enable them again", async () => {
  const { client, id } = await schoolWithMaster()
  const turn = (active: boolean) =>
    client.ask("PATCH", `/Users/${id}`, patch({ op: "replace", path: "active", value: active }))
  expect((await turn(false)).status).toBe(200)
  const enabled = await turn(true)
  expect([enabled.status, enabled.body.detail]).toEqual([403, scimMessages.roleHolder])
})

test("[FAULT-2] an application's key widens no role for departments, by whichever resource it writes", async () => {
  const { client, id, own, other } = await schoolWithMaster()
  const places = [own, other].map((value, at) => ({ value, primary: at === 0 }))
  const attempts = [
    () =>
      client.ask(
        "PATCH",
        `/Users/${id}`,
        patch({ op: "replace", path: `${scimSchemas.userMore}:places`, value: places }),
      ),
    () =>
      client.ask("PATCH", `/Groups/${other}`, patch({ op: "add", path: "members", value: [{ value: id }] })),
    () =>
      client.ask(
        "PATCH",
        `/Groups/${other}`,
        patch({ op: "replace", path: `${scimSchemas.groupMore}:parent`, value: { value: own } }),
      ),
  ]
  for (const attempt of attempts) {
    const answer = await attempt()
    expect([answer.status, answer.body.detail]).toEqual([403, scimMessages.widensRole])
  }
  // Out of a department the role reaches less, which is no matter.
  const left = await client.ask(
    "PATCH",
    `/Groups/${own}`,
    patch({ op: "remove", path: `members[value eq "${id}"]` }),
  )
  expect([left.status, left.body.detail]).toEqual([200, undefined])
})

import { accountCalls } from "@uc/contract/account/calls"
import { profileCalls } from "@uc/contract/account/profile-calls"
import { departmentCalls } from "@uc/contract/departments/calls"
import { onlineUserCalls } from "@uc/contract/online-users/calls"
import { organisationAdminCalls } from "@uc/contract/organisations/admin-calls"
import { peopleAdminCalls } from "@uc/contract/people/admin-calls"
import { peopleTransferCalls } from "@uc/contract/people/transfer-calls"
import { scimSchemas } from "@uc/contract/applications/scim"
import { sql, type SQL } from "drizzle-orm"
import { expect, test } from "vitest"
import { unrestricted } from "../../db/scope.ts"
import { resetAdministrator } from "../people/reset-administrator.ts"
import { addSource } from "../../testing/identity/test-identity.ts"
import { addApplication } from "../../testing/oidc/test-relying-party.ts"
import { scimClient } from "../../testing/scim/test-scim-client.ts"
import { md5, testApp, type TestApp, type TestClient } from "../../testing/test-app.ts"
import { grantFor } from "../../testing/test-danger.ts"
import { checked, run, uploaded } from "../../testing/test-import.ts"

/** One of whose sessions an application was signed on to, and what else is at hand. */
interface Signed {
  readonly app: TestApp
  readonly who: TestClient
  readonly personid: string
  readonly session: string
  readonly rows: (query: SQL) => Promise<Record<string, unknown>[]>
  readonly sensitively: (by: TestClient, mid: string) => Promise<void>
}

async function signedOn(account: string): Promise<Signed> {
  const app = await testApp()
  const rows = async (query: SQL) =>
    (await app.database.transaction(unrestricted, (db) => db.execute(query))).rows
  const head = await app.as("head-a1")
  const { entry } = await addApplication(app, head)
  const who = await app.as(account)
  const { id: personid } = await who.send(accountCalls.current, {})
  const [row] = await rows(sql`
    insert into application_sign_on (session_id, application_id, sid, issuer, subject, next_at)
    select id, ${entry.id}::bigint, 'of ' || id, 'x', person_id, absolute_until from session
    where person_id = ${personid}::bigint order by created_at desc limit 1 returning session_id::text as id`)
  const sensitively = (by: TestClient, mid: string) => grantFor(app, by, mid)
  return { app, who, personid, session: String(row?.["id"]), rows, sensitively }
}

const versionOf = async (by: TestClient, personid: string) =>
  (await by.send(peopleAdminCalls.details, { personid })).version

async function places(by: TestClient) {
  const { orgid } = await by.send(accountCalls.current, {})
  const [first] = await by.send(departmentCalls.tree, { orgid })
  return { orgid, name: first?.name ?? "", places: [{ deptid: first?.id ?? "", postid: null, isMain: true }] }
}

/** Each way in which a session ends before its time: what an application must be told of (SSO-7). */
const ways: Readonly<Record<string, (signed: Signed) => Promise<unknown>>> = {
  "its own sign-out": ({ who }) => who.send(accountCalls.signOut, {}),
  "the lock of the screen": ({ who }) => who.send(accountCalls.lock, {}),
  "another browser of the same person": async ({ app, session }) =>
    (await app.as("teacher-a1")).send(accountCalls.end, { session }),
  "a new password, set elsewhere": async ({ app, sensitively }) => {
    const other = await app.as("teacher-a1")
    await sensitively(other, "password")
    await other.send(accountCalls.changePassword, { password: md5("Gui-lin_2026") })
  },
  "a password that an administrator has reset": async ({ app, personid, sensitively }) => {
    const head = await app.as("head-a1")
    await sensitively(head, "person-password")
    await head.send(peopleAdminCalls.resetPassword, { personid })
  },
  "a sixth browser": async ({ app }) => {
    for (let n = 0; n < 5; n++) await app.as("teacher-a1")
  },
  "an administrator's 强制下线": async ({ app, session, sensitively }) => {
    const head = await app.as("head-a1")
    await sensitively(head, "sign-out")
    await head.send(onlineUserCalls.end, { session, own: 0 })
  },
  "another account of the same person": async ({ who, sensitively }) => {
    const { organisations } = await who.send(profileCalls.own, {})
    await sensitively(who, "switch")
    await who.send(profileCalls.switchTo, { personid: organisations[1]?.personid ?? "" })
  },
  "a person who is disabled": async ({ app, personid, sensitively }) => {
    const head = await app.as("head-a1")
    await sensitively(head, "person")
    const version = await versionOf(head, personid)
    await head.send(peopleAdminCalls.setState, { personid, version, isDisabled: 1 })
  },
  "a person who goes to another organisation": async ({ app, personid, sensitively }) => {
    const [bureau, head] = [await app.as("bureau-a"), await app.as("head-a2")]
    const version = await versionOf(bureau, personid)
    await sensitively(bureau, "person")
    const wanted = { personid, version, kind: "move" as const, ...(await places(head)) }
    const { name: _name, ...begun } = wanted
    await bureau.send(peopleTransferCalls.begin, begun)
  },
  "an organisation that is disabled": async ({ app, who, sensitively }) => {
    const bureau = await app.as("bureau-a")
    const { orgid } = await who.send(accountCalls.current, {})
    const { version } = await bureau.send(organisationAdminCalls.details, { orgid })
    await sensitively(bureau, "organisation")
    await bureau.send(organisationAdminCalls.setState, { orgid, version, isDisabled: 1 })
  },
  "an organisation that is merged into another": async ({ app, who, sensitively }) => {
    const [bureau, other] = [await app.as("bureau-a"), await app.as("head-a2")]
    const { orgid } = await who.send(accountCalls.current, {})
    const { orgid: intoOrgid } = await other.send(accountCalls.current, {})
    const { version, intoVersion } = await bureau.send(organisationAdminCalls.mergePlan, { orgid, intoOrgid })
    await sensitively(bureau, "organisation")
    await bureau.send(organisationAdminCalls.merge, { orgid, intoOrgid, version, intoVersion })
  },
  "an identity source that is switched off": async ({ app, session, rows }) => {
    const head = await app.as("head-a1")
    const { id, version } = await addSource(app, head, { address: "https://idp.example" })
    await rows(sql`with link as (insert into identity_link (org_id, person_id, source_id, subject_hash, label)
      select org_id, person_id, ${id}::bigint, '\\x00', '' from session where id = ${session}::uuid returning id)
      update session set link_id = link.id from link where session.id = ${session}::uuid`)
    const address = "https://idp.example"
    await addSource(app, head, { id, version, address, isDisabled: true, secret: undefined })
  },
  "a master source that disables": async ({ app, personid }) => {
    const { client } = await scimClient(app, await app.as("head-a1"), { name: "人事", isMaster: true })
    const Operations = [{ op: "replace", path: "active", value: false }]
    const body = { schemas: [scimSchemas.patch], Operations }
    expect((await client.ask("PATCH", `/Users/${personid}`, body)).status).toBe(200)
  },
  "a master source that deletes": async ({ app, personid }) => {
    const { client } = await scimClient(app, await app.as("head-a1"), { name: "人事", isMaster: true })
    expect((await client.ask("DELETE", `/Users/${personid}`)).status).toBe(204)
  },
  "an import that disables who is missing": async ({ app }) => {
    const head = await app.as("head-a1")
    const { name } = await places(head)
    const ready = await checked(app, head, "people", `账号,姓名,部门\nkeeper,留下,${name}\n`)
    await run(app, head, ready.id, 1)
  },
}

test.each(Object.entries(ways))("[SSO-7] applications are told of the end by %s", async (_way, end) => {
  const signed = await signedOn("teacher-a1")
  await end(signed)
  expect(await stateOf(signed)).toEqual([{ isEnded: true, isDue: true }])
})

test("[SSO-7] applications are told when rights are taken away, in the directory or by an import", async () => {
  for (const end of [lowered, loweredByImport]) {
    const signed = await signedOn("head-a2")
    await end(signed)
    expect([end.name, await stateOf(signed)]).toEqual([end.name, [{ isEnded: true, isDue: true }]])
  }
})

test("[SSO-7] applications are told when an operator resets the platform's administrator", async () => {
  const signed = await signedOn("platform")
  await signed.app.database.transaction(unrestricted, (db) =>
    resetAdministrator(db, { account: "platform", phone: undefined }),
  )
  expect(await stateOf(signed)).toEqual([{ isEnded: true, isDue: true }])
})

async function lowered({ app, personid, sensitively }: Signed): Promise<void> {
  const bureau = await app.as("bureau-a")
  await sensitively(bureau, "person-admin")
  const version = await versionOf(bureau, personid)
  await bureau.send(peopleAdminCalls.setAdmintype, { personid, version, admintype: 0 })
}

async function loweredByImport({ app, who, rows, personid }: Signed): Promise<void> {
  const { name } = await places(who)
  const [person] =
    await rows(sql`select p.name, o.name as org from person p join organisation o on o.id = p.org_id
    where p.id = ${personid}::bigint`)
  const line = `head-a2,${String(person?.["name"])},${name},否,${String(person?.["org"])}\n`
  await uploaded(app, await app.as("bureau-a"), "people", `账号,姓名,部门,管理员,单位\n${line}`)
}

/** Of its sign-on: ended, and to be told by whichever process looks first. */
function stateOf({ rows, session }: Signed) {
  return rows(sql`select ended_at is not null as "isEnded", coalesce(next_at <= now(), false) as "isDue"
    from application_sign_on where session_id = ${session}::uuid`)
}

import { eventStream } from "@uc/contract/core/events"
import { replyMessages } from "@uc/contract/core/reply"
import { defaultSiteConfig } from "@uc/contract/core/site-defaults"
import { accountCalls } from "@uc/contract/account/calls"
import { departmentCalls } from "@uc/contract/departments/calls"
import { departmentAdminCalls } from "@uc/contract/departments/admin-calls"
import { directoryCalls } from "@uc/contract/directory/calls"
import { homeLayoutCalls, layoutMessages } from "@uc/contract/home/calls"
import { newsAdminCalls } from "@uc/contract/news/admin-calls"
import { peopleAdminCalls, peopleAdminMessages } from "@uc/contract/people/admin-calls"
import { roleCalls, roleMessages } from "@uc/contract/roles/calls"
import { noPermissionMessage } from "@uc/contract/roles/permissions"
import { sql } from "drizzle-orm"
import { get, type IncomingMessage } from "node:http"
import { expect, onTestFinished, test } from "vitest"
import { testApp, type TestApp, type TestClient } from "../../testing/test-app.ts"
import { grantFor } from "../../testing/test-danger.ts"
import { give, giveNew, idOf, orgCalled, rowsIn, save, take } from "../../testing/test-roles.ts"
import { readXlsx } from "../../testing/sheets/test-xlsx.ts"

const editor = { name: "编辑", permissions: ["news.manage" as const], scopeKind: "organisation" as const }

test("[DISTRICT-8] nobody gives a role to somebody who administers more, or takes one from them", async () => {
  const app = await testApp()
  const [platform, bureau] = [await app.as("platform"), await app.as("bureau-a")]
  await rowsIn(app, sql`update person set admintype = 1 where account = 'clerk-a'`)
  const clerk = await app.as("clerk-a")
  const id = await save(app, clerk, editor)
  const above = await idOf(bureau)
  await expect(give(app, clerk, id, above)).rejects.toThrow(roleMessages.aboveYou)
  await give(app, platform, id, above)
  await expect(take(app, clerk, id, above)).rejects.toThrow(roleMessages.aboveYou)
  expect((await rowsIn(app, sql`select from person_role`)).length).toBe(1)
})

test("[DISTRICT-8] nobody composes a role with more than they hold themselves", async () => {
  const app = await testApp()
  const [bureau, head] = [await app.as("bureau-a"), await app.as("head-a1")]
  const wide = { ...editor, permissions: ["menus.manage" as const] }
  // A role for the platform's people is composed by the platform, and one for an area by the area's administrators.
  await expect(save(app, bureau, wide)).rejects.toThrow(roleMessages.platformsAlone("菜单管理"))
  await rowsIn(app, sql`update person set admintype = 1 where account = 'clerk-a'`)
  const clerk = await app.as("clerk-a")
  const schools = [await orgCalled(app, "甲一小学")]
  await expect(save(app, clerk, { ...editor, scopeKind: "chosen", organisations: schools })).rejects.toThrow(
    roleMessages.beyondGiver,
  )
  const { offered } = await head.send(roleCalls.list, {})
  expect(offered).toContain("news.manage")
  for (const beyond of ["menus.manage", "roles.manage", "tasks.give"] as const)
    expect(offered).not.toContain(beyond)
})

const streamPath = `${defaultSiteConfig.services[eventStream.service]}${eventStream.path}`

/** The portal is open in a browser there: its stream is what tells the process of a change. */
async function watchFrom({ app }: Pick<TestApp, "app">, { headers }: TestClient): Promise<void> {
  const address = await app.listen({ port: 0, host: "127.0.0.1" })
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${address}${streamPath}`, { headers, agent: false }, resolve).on("error", reject)
  })
  onTestFinished(() => void answer.destroy())
  await new Promise((resolve) => answer.once("data", resolve))
}

test("[DISTRICT-8] a changed role counts at once in a second process", async () => {
  const app = await testApp()
  const [head, teacher] = [await app.as("head-a1"), await app.as("teacher-a1")]
  // Its clock stands still: what it knows of a session ends by the event alone, and never by itself.
  const stopped = Date.now()
  const second = await app.another({ nowMs: () => stopped })
  await watchFrom(second, teacher)
  const there = second.as(teacher)
  const status = async () => (await there.request(newsAdminCalls.columns, {})).statusCode
  expect(await status()).toBe(403)
  const id = await giveNew(app, head, teacher, editor)
  await expect.poll(status).toBe(200)
  await save(app, head, { ...editor, permissions: ["notices.manage"], id, version: 1 })
  await expect.poll(status).toBe(403)
  await save(app, head, { ...editor, id, version: 2 })
  await expect.poll(status).toBe(200)
  await take(app, head, id, await idOf(teacher))
  await expect.poll(status).toBe(403)
})

test("[DISTRICT-8] a role of another organisation is neither seen, changed, given nor taken", async () => {
  const app = await testApp()
  const [head, other, teacher] = [
    await app.as("head-a1"),
    await app.as("head-a2"),
    await app.as("teacher-a2"),
  ]
  const id = await giveNew(app, other, teacher, editor)
  const own = await idOf(await app.as("teacher-a1"))
  const attempts: (() => Promise<unknown>)[] = [
    () => head.send(roleCalls.people, { id }),
    () => save(app, head, { ...editor, id, version: 1 }),
    () => give(app, head, id, own),
    async () => take(app, head, id, await idOf(teacher)),
    async () => {
      await grantFor(app, head, "role")
      await head.send(roleCalls.remove, { id, version: 1 })
    },
    async () => head.send(roleCalls.ofPerson, { personid: await idOf(teacher) }),
    async () => head.send(roleCalls.explain, { personid: await idOf(teacher), page: "/main/logs" }),
    async () => head.send(roleCalls.list, { orgid: await orgCalled(app, "甲二小学") }),
  ]
  for (const attempt of attempts) await expect(attempt()).rejects.toThrow(replyMessages.outOfReach)
  expect((await rowsIn(app, sql`select from person_role`)).length).toBe(1)
})

test("[DISTRICT-8] somebody who moves to another school holds the old school's role no more", async () => {
  const app = await testApp()
  await rowsIn(
    app,
    sql`with added as (insert into person (org_id, account, name, usertype, pinyin, initials)
        select org_id, 'mover-9', '某九', usertype, '', '' from person where account = 'teacher-a1' returning id, org_id)
      insert into credential (person_id, org_id, pepper_kid, phc) select added.id, added.org_id, c.pepper_kid, c.phc
        from added, credential c join person t on t.id = c.person_id where t.account = 'teacher-a1'`,
  )
  const [head, mover] = [await app.as("head-a1"), await app.as("mover-9")]
  const id = await giveNew(app, head, mover, editor)
  expect((await mover.send(accountCalls.current, {})).permissions).toEqual(["news.manage"])
  await rowsIn(
    app,
    sql`update person set org_id = (select id from organisation where name = '甲二小学') where account = 'mover-9'`,
  )
  const moved = await app.as("mover-9")
  expect((await moved.send(accountCalls.current, {})).permissions).toEqual([])
  await expect(moved.send(newsAdminCalls.columns, {})).rejects.toThrow(noPermissionMessage("news.manage"))
  expect((await head.send(roleCalls.people, { id })).items).toEqual([])
})

/** A tree of two departments, the role holder in one of them, and somebody in another one below it. */
async function departmentsOf(app: TestApp, head: TestClient, teacher: TestClient) {
  const { id: own, orgid } = await teacher.send(accountCalls.current, {})
  const add = async (name: string, parentId?: string) =>
    (await head.send(departmentCalls.save, { orgid, name, ...(parentId !== undefined && { parentId }) })).id
  const top = await add("教务处九")
  const below = await add("年级组九", top)
  const other = await add("总务处九")
  const [person] = await rowsIn<{ id: string }>(
    app,
    sql`insert into person (org_id, account, name, usertype, pinyin, initials)
      values (${orgid}::bigint, 'below-9', '某九', 40, '', '') returning id::text`,
  )
  const someone = person?.id ?? ""
  await rowsIn(app, sql`delete from person_department where person_id = ${own}::bigint`)
  for (const [who, where] of [
    [own, top],
    [someone, below],
  ])
    await rowsIn(
      app,
      sql`insert into person_department (org_id, person_id, department_id)
        values (${orgid}::bigint, ${who}::bigint, ${where}::bigint)`,
    )
  return { orgid, top, below, other, someone }
}

test("[DISTRICT-8] a department that moves away is at once out of a role for department and below", async () => {
  const app = await testApp()
  const [head, teacher] = [await app.as("head-a1"), await app.as("teacher-a1")]
  const { orgid, below, other, someone } = await departmentsOf(app, head, teacher)
  await giveNew(app, head, teacher, {
    name: "部门管理员",
    permissions: ["people.manage", "people.passwords", "departments.manage"],
    scopeKind: "departments",
  })
  const may = async () => {
    const { mayChange, mayReset, isActivated } = await teacher.send(peopleAdminCalls.details, {
      personid: someone,
    })
    const department = await teacher.send(departmentAdminCalls.details, { deptid: below })
    return [mayChange, mayReset, isActivated !== null, department.mayChange]
  }
  expect(await may()).toEqual([true, true, true, true])
  const { version } = await head.send(departmentAdminCalls.details, { deptid: below })
  await head.send(departmentAdminCalls.move, { orgid, deptid: below, version, toDeptid: other })
  expect(await may()).toEqual([false, false, false, false])
})

test("[DISTRICT-8] a role for departments takes nobody out of departments that are not in it", async () => {
  const app = await testApp()
  const [head, teacher] = [await app.as("head-a1"), await app.as("teacher-a1")]
  const { orgid, below, other, someone } = await departmentsOf(app, head, teacher)
  await giveNew(app, head, teacher, {
    name: "部门管理员",
    permissions: ["people.manage"],
    scopeKind: "departments",
  })
  const place = async (deptid: string) => {
    await grantFor(app, teacher, "person")
    const { version } = await teacher.send(peopleAdminCalls.details, { personid: someone })
    const places = [{ deptid, postid: null, isMain: true }]
    return (await teacher.request(peopleAdminCalls.place, { personid: someone, version, places })).statusCode
  }
  expect(await place(below)).toBe(200)
  await rowsIn(
    app,
    sql`insert into person_department (org_id, person_id, department_id)
      values (${orgid}::bigint, ${someone}::bigint, ${other}::bigint)`,
  )
  expect(await place(below)).toBe(403)
})

test("[DISTRICT-8] who resets passwords alone is offered that alone, and not for holders of roles", async () => {
  const app = await testApp()
  const [head, teacher] = [await app.as("head-a1"), await app.as("teacher-a1")]
  const { someone } = await departmentsOf(app, head, teacher)
  const offered = async () => {
    const { mayChange, mayReset } = await teacher.send(peopleAdminCalls.details, { personid: someone })
    return [mayChange, mayReset]
  }
  expect(await offered()).toEqual([false, false])
  await giveNew(app, head, teacher, {
    name: "密码员",
    permissions: ["people.passwords"],
    scopeKind: "organisation",
  })
  expect(await offered()).toEqual([false, true])
  const id = await save(app, head, editor)
  await give(app, head, id, someone)
  expect(await offered()).toEqual([false, false])
})

test("[DISTRICT-8] an export has only people and organisations of the scope that its role grants", async () => {
  const app = await testApp()
  const [bureau, clerk] = [await app.as("bureau-a"), await app.as("clerk-a")]
  const [one, two] = [await orgCalled(app, "甲一小学"), await orgCalled(app, "甲二小学")]
  await giveNew(app, bureau, clerk, {
    name: "导出员",
    permissions: ["people.export"],
    scopeKind: "chosen",
    organisations: [one],
  })
  const column = async (call: typeof peopleAdminCalls.export | typeof directoryCalls.export, at: number) => {
    const { content } = await clerk.send(call, {})
    const [sheet = []] = readXlsx(Buffer.from(content, "base64")).sheets
    return [...new Set(sheet.slice(1).map((row) => row[at]))]
  }
  expect(await column(peopleAdminCalls.export, 2)).toEqual(["甲一小学"])
  expect(await column(directoryCalls.export, 0)).toEqual(["甲一小学"])
  for (const call of [peopleAdminCalls.export, directoryCalls.export])
    expect((await clerk.request(call, { orgid: two })).statusCode).toBe(403)
})

test("[DISTRICT-8] who manages some people asks for those who left among them alone", async () => {
  const app = await testApp()
  const [bureau, clerk] = [await app.as("bureau-a"), await app.as("clerk-a")]
  await rowsIn(
    app,
    sql`insert into person (org_id, account, name, usertype, pinyin, initials, disabled_at)
      select id, 'left-' || name, '离职' || name, 40, '', '', now() from organisation where name in ('甲一小学', '甲二小学')`,
  )
  const names = async (state: "off" | "all") =>
    (await clerk.send(peopleAdminCalls.list, { state, name: "离职", limit: 100 })).items.map(
      ({ nickname }) => nickname,
    )
  await expect(names("off")).rejects.toThrow(peopleAdminMessages.statesForAdministrators)
  await giveNew(app, bureau, clerk, {
    name: "人事员",
    permissions: ["people.manage"],
    scopeKind: "chosen",
    organisations: [await orgCalled(app, "甲一小学")],
  })
  expect([await names("off"), await names("all")]).toEqual([["离职甲一小学"], ["离职甲一小学"]])
})

test("[DISTRICT-8] cards are pinned for those below by whoever was given that", async () => {
  const app = await testApp()
  const [bureau, clerk] = [await app.as("bureau-a"), await app.as("clerk-a")]
  const pin = () => clerk.send(homeLayoutCalls.savePins, { keys: ["tasks"], version: 0 })
  await expect(pin()).rejects.toThrow(noPermissionMessage("home.pins"))
  expect((await clerk.send(homeLayoutCalls.pins, {})).own).toBe(null)
  const id = await giveNew(app, bureau, clerk, {
    name: "首页",
    permissions: ["home.pins"],
    scopeKind: "organisation",
  })
  expect((await pin()).own?.keys).toEqual(["tasks"])
  const { pinned } = await (await app.as("teacher-a1")).send(homeLayoutCalls.pins, {})
  expect(pinned).toEqual([{ key: "tasks", by: "bureau" }])
  // A school's administrators hold it, and have nobody below.
  const head = await app.as("head-a1")
  await expect(head.send(homeLayoutCalls.savePins, { keys: [], version: 0 })).rejects.toThrow(
    layoutMessages.pinnersOnly,
  )
  await take(app, bureau, id, await idOf(clerk))
  await expect(pin()).rejects.toThrow(noPermissionMessage("home.pins"))
})

import { logCalls } from "@uc/contract/logs/calls"
import { peopleAdminCalls, peopleAdminLimits, peopleAdminMessages } from "@uc/contract/people/admin-calls"
import { accountCalls } from "@uc/contract/account/calls"
import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { unrestricted } from "../../db/scope.ts"
import { changes, rowsOf } from "../../testing/test-rows.ts"
import { grantFor } from "../../testing/test-danger.ts"
import { testApp, type TestClient } from "../../testing/test-app.ts"

async function school() {
  const app = await testApp()
  const head = await app.as("head-a1")
  const { orgid, id } = await head.send(accountCalls.current, {})
  const tree = () => head.send(peopleAdminCalls.postTree, { orgid })
  const one = async (name: string) => {
    const found = (await tree()).find((post) => post.name === name)
    if (!found) throw new Error(`no post ${name}`)
    return found
  }
  const add = async (name: string, parentId?: string) =>
    (await head.send(peopleAdminCalls.savePost, { orgid, name, ...(parentId && { parentId }) })).id
  const seen = async (name: string) => {
    const { id: postid, version } = await one(name)
    return { orgid, postid, version }
  }
  const order = async (category: string) => {
    const parent = (await one(category)).id
    return (await tree()).filter(({ parentId }) => parentId === parent).map(({ name }) => name)
  }
  return { app, head, headId: id, orgid, tree, one, add, seen, order }
}

test("[HOME-6] posts are added, renamed, ordered and removed when unused, each audited", async () => {
  const { head, headId, orgid, add, seen, order, one, app, tree } = await school()
  const category = await add("工勤岗位")
  await add("司机", category)
  await add("保安", category)
  await add("厨师", category)
  expect(await order("工勤岗位")).toEqual(["司机", "保安", "厨师"])
  await head.send(peopleAdminCalls.shiftPost, { ...(await seen("厨师")), by: "up" })
  await head.send(peopleAdminCalls.shiftPost, { ...(await seen("司机")), by: "down" })
  expect(await order("工勤岗位")).toEqual(["厨师", "司机", "保安"])
  await head.send(peopleAdminCalls.savePost, { ...(await seen("保安")), name: "安保员" })
  // What is offered to whoever places somebody.
  const offered = (await head.send(peopleAdminCalls.posts, { orgid })).map(({ name }) => name)
  expect(offered).toEqual(expect.arrayContaining(["厨师", "司机", "安保员"]))
  // Nobody is made a category.
  expect(offered).not.toContain("工勤岗位")
  await expect(head.send(peopleAdminCalls.shiftPost, { ...(await seen("厨师")), by: "up" })).rejects.toThrow(
    peopleAdminMessages.postFirst,
  )
  await expect(
    head.send(peopleAdminCalls.shiftPost, { ...(await seen("安保员")), by: "down" }),
  ).rejects.toThrow(peopleAdminMessages.postLast)

  await expect(head.send(peopleAdminCalls.removePost, await seen("工勤岗位"))).rejects.toThrow(
    peopleAdminMessages.postHasBelow,
  )
  await app.database.transaction(unrestricted, async (db) =>
    db.execute(
      sql`update person_department set post_id = ${(await one("司机")).id} where person_id = ${headId} and is_main`,
    ),
  )
  expect((await one("司机")).people).toBe(1)
  await expect(head.send(peopleAdminCalls.removePost, await seen("司机"))).rejects.toThrow(
    peopleAdminMessages.postHeld(1),
  )
  await head.send(peopleAdminCalls.removePost, await seen("厨师"))
  expect(await order("工勤岗位")).toEqual(["司机", "安保员"])
  expect((await tree()).every(({ name }) => name !== "厨师")).toBe(true)
  const { items } = await head.send(logCalls.audit, { action: "peopleAdmin." })
  expect(items.slice(0, 2).map(({ action, change }) => [action, change])).toEqual([
    ["peopleAdmin.removePost", { before: { name: "厨师" }, after: null }],
    ["peopleAdmin.savePost", { before: { name: "保安" }, after: { name: "安保员" } }],
  ])
})

test("[HOME-6] taken names, a third level, held categories and old versions are refused", async () => {
  const { head, headId, orgid, add, seen, one, app, order } = await school()
  const category = await add("临时岗位")
  const post = await add("临时工", category)
  for (const name of ["临时工", " 临 时 工 ".replaceAll(" ", ""), "临时岗位"])
    await expect(add(name, category)).rejects.toThrow(peopleAdminMessages.postTaken)
  await expect(add("小工", post)).rejects.toThrow(peopleAdminMessages.postTooDeep)
  await expect(add("小工", "999999999")).rejects.toThrow(peopleAdminMessages.postGone)
  for (const name of ["", "  ", "甲；乙", "甲、乙", "甲/乙", "长".repeat(peopleAdminLimits.post + 1)])
    expect((await head.request(peopleAdminCalls.savePost, { orgid, name })).statusCode).toBe(400)
  const lonely = await add("独岗")
  await app.database.transaction(unrestricted, (db) =>
    db.execute(sql`update person_department set post_id = ${lonely} where person_id = ${headId} and is_main`),
  )
  await expect(add("下级", lonely)).rejects.toThrow(peopleAdminMessages.categoryHeld)

  const old = await seen("临时工")
  await head.send(peopleAdminCalls.savePost, { ...old, name: "短工" })
  for (const late of [
    () => head.send(peopleAdminCalls.savePost, { ...old, name: "长工" }),
    () => head.send(peopleAdminCalls.shiftPost, { ...old, by: "up" as const }),
    () => head.send(peopleAdminCalls.removePost, old),
    () => head.send(peopleAdminCalls.savePost, { orgid, postid: old.postid, name: "长工" }),
  ])
    await expect(late()).rejects.toThrow(peopleAdminMessages.postChanged)
  expect(await order("临时岗位")).toEqual(["短工"])

  const { id } = await one("短工")
  await app.database.transaction(unrestricted, (db) =>
    db.execute(sql`insert into post (org_id, name, sort_no)
      select ${orgid}, '批量' || n, n from generate_series(1, ${peopleAdminLimits.posts}) n`),
  )
  await expect(add("再来一个")).rejects.toThrow(peopleAdminMessages.tooManyPosts)
  expect(id).toBe(old.postid)
})

test("[HOME-6][ROLE-2] administrators edit posts of their organisation; deleted ones can't be given", async () => {
  const { app, head, headId, orgid, add, seen } = await school()
  const category = await add("校外岗位")
  await add("辅导员", category)
  const target = await seen("辅导员")
  const before = await rowsOf(app.url)
  const all = async (client: TestClient) =>
    Promise.all([
      client.request(peopleAdminCalls.postTree, { orgid }),
      client.request(peopleAdminCalls.savePost, { orgid, name: "外人" }),
      client.request(peopleAdminCalls.savePost, { ...target, name: "外人" }),
      client.request(peopleAdminCalls.shiftPost, { ...target, by: "up" }),
      client.request(peopleAdminCalls.removePost, target),
    ])
  for (const account of ["teacher-a1", "head-a2", "head-b1", "bureau-b", "clerk-a"])
    expect([account, (await all(await app.as(account))).map(({ statusCode }) => statusCode)]).toEqual([
      account,
      [403, 403, 403, 403, 403],
    ])
  expect(changes(before, await rowsOf(app.url))).toEqual([])
  // The own organisation named, another's post.
  const other = await app.as("head-a2")
  const { orgid: otherOrg } = await other.send(accountCalls.current, {})
  await expect(other.send(peopleAdminCalls.removePost, { ...target, orgid: otherOrg })).rejects.toThrow(
    peopleAdminMessages.postGone,
  )

  const { version, places } = await head.send(peopleAdminCalls.details, { personid: headId })
  await grantFor(app, head, "person")
  const outcomes = await Promise.allSettled([
    head.send(peopleAdminCalls.removePost, target),
    head.send(peopleAdminCalls.place, {
      personid: headId,
      version,
      places: places.map(({ deptid, isMain }) => ({ deptid, isMain, postid: isMain ? target.postid : null })),
    }),
  ])
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1)
  const refused = outcomes.find(({ status }) => status === "rejected") as PromiseRejectedResult
  expect([peopleAdminMessages.placeGone, peopleAdminMessages.postHeld(1)]).toContain(
    (refused.reason as Error).message,
  )
})

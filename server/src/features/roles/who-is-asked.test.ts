import type { InputOf } from "@uc/contract/core/call"
import { peopleCalls } from "@uc/contract/people/calls"
import { taskMessages, taskRings } from "@uc/contract/tasks/messages"
import { taskCalls, taskStateLabel } from "@uc/contract/tasks/calls"
import { workLabel } from "@uc/contract/tasks/work"
import { sql } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { unrestricted } from "../../db/scope.ts"
import { testApp, type TestApp } from "../../testing/test-app.ts"

let app: TestApp
/** Of 甲一小学: the teacher's colleague, one of a department below, one of another department; by their ids. */
let people: Readonly<Record<"teacher" | "head" | "beside" | "below" | "elsewhere", string>>

async function run<Row extends Record<string, unknown>>(query: ReturnType<typeof sql>): Promise<Row[]> {
  return app.database.transaction(unrestricted, async (db) => (await db.execute(query)).rows as Row[])
}

async function idOf(account: string): Promise<string> {
  const [row] = await run<{ id: string }>(sql`select id::text from person where account = ${account}`)
  return row?.id ?? ""
}

beforeAll(async () => {
  app = await testApp({}, afterAll)
  const teacher = await idOf("teacher-a1")
  const [{ org } = { org: "" }] = await run<{ org: string }>(
    sql`select org_id::text as org from person where id = ${teacher}`,
  )
  await run(sql`delete from person_department where person_id = ${teacher}`)
  const department = async (name: string, parent: string | null) => {
    const [row] = await run<{ id: string }>(sql`
      insert into department (org_id, name, parent_id, ids, level)
      values (${org}, ${name}, ${parent}, ${parent === null ? sql`'{}'` : sql`array[${parent}::bigint]`}, ${parent === null ? 0 : 1})
      returning id::text`)
    return row?.id ?? ""
  }
  const own = await department("语文组", null)
  const below = await department("一年级语文", own)
  const other = await department("总务处", null)
  const person = async (account: string, place: string) => {
    const [row] = await run<{ id: string }>(sql`
      insert into person (org_id, account, name, usertype) select ${org}, ${account}, ${account}, usertype
      from person where id = ${teacher} returning id::text`)
    await run(
      sql`insert into person_department (org_id, person_id, department_id) values (${org}, ${row?.id}, ${place})`,
    )
    return row?.id ?? ""
  }
  await run(
    sql`insert into person_department (org_id, person_id, department_id) values (${org}, ${teacher}, ${own})`,
  )
  people = {
    teacher,
    head: await idOf("head-a1"),
    beside: await person("beside-a1", own),
    below: await person("below-a1", below),
    elsewhere: await person("elsewhere-a1", other),
  }
})

const wanted: InputOf<typeof taskCalls.create> = {
  title: "准备公开课",
  content: "",
  priority: 2,
  deadline: null,
  steps: ["备课", "试讲"],
  repeat: null,
}

async function gives(account: string, to: string, more: Partial<typeof wanted> = {}) {
  return (await app.as(account)).send(taskCalls.create, { ...wanted, people: to, ...more })
}

test("[DAY-14] a teacher gives to their department and below, and asks the head and other departments", async () => {
  for (const to of [people.beside, people.below, people.teacher])
    expect((await gives("teacher-a1", to)).assignees).toBe(1)
  for (const to of [people.head, people.elsewhere])
    await expect(gives("teacher-a1", to)).rejects.toMatchObject({ status: 403 })
  await expect(gives("teacher-a1", `${people.beside},${people.elsewhere}`)).rejects.toThrow(
    taskMessages.mustAsk(["elsewhere-a1"]),
  )
})

test("[DAY-14] who manages the tasks of the organisation gives to everybody there", async () => {
  for (const to of [people.teacher, people.beside, people.elsewhere])
    expect((await gives("head-a1", to)).assignees).toBe(1)
})

test("[DAY-14] who was asked accepts, and only then works on it; the answer is told", async () => {
  const { id } = await gives("teacher-a1", people.head, { asks: 1 })
  const head = await app.as("head-a1")
  const seen = await head.send(taskCalls.detail, { id })
  // The head manages the organisation's tasks too, but not what they were asked for.
  expect([seen.isRequest, seen.can]).toEqual([true, ["accept", "handBack"]])
  expect(workLabel(seen.mine?.state ?? "done", seen.isRequest)).toBe("待答复")
  const listed = async () =>
    (await head.send(taskCalls.list, { view: "mine", limit: 200 })).items.find((each) => each.id === id)
  expect(await listed()).toMatchObject({ isRequest: true, isUnanswered: true })
  const teacher = await app.as("teacher-a1")
  const given = async () =>
    (await teacher.send(taskCalls.list, { view: "given", limit: 200 })).items.find((each) => each.id === id)
  const words = async () => {
    const all = [await listed(), await given(), await teacher.send(taskCalls.detail, { id })]
    return all.map((each) => each && taskStateLabel(each))
  }
  expect(await words()).toEqual(["待答复", "待答复", "待答复"])
  const work = seen.mine?.id ?? ""
  await expect(head.send(taskCalls.work, { work, steps: "0" })).rejects.toThrow(taskMessages.notAccepted)
  await expect(head.send(taskCalls.finish, { work })).rejects.toThrow(taskMessages.notAccepted)
  expect((await head.send(taskCalls.accept, { work })).can).toEqual(["work", "finish", "handBack"])
  expect(await words()).toEqual(["进行中", "进行中", "进行中"])
  await expect(head.send(taskCalls.accept, { work })).rejects.toThrow(taskMessages.answered)
  expect(await listed()).toMatchObject({ isRequest: true, isUnanswered: false })
  await head.send(taskCalls.work, { work, steps: "0" })
  // Unticked again it is still accepted.
  expect(await head.send(taskCalls.work, { work, steps: "" })).toMatchObject({ mine: { state: "doing" } })
  const [{ name } = { name: "" }] = await run<{ name: string }>(
    sql`select name from person where id = ${people.head}`,
  )
  const told = await run<{ title: string }>(
    sql`select title from bell_ring where person_id = ${people.teacher} and place = ${`/task?task=${id}`}`,
  )
  expect(told.map(({ title }) => title)).toEqual([taskRings.accepted(name, wanted.title)])
})

test("[DAY-14] who was asked declines with a reason, and the one who asked is told", async () => {
  const { id } = await gives("teacher-a1", people.head, { asks: 1 })
  const head = await app.as("head-a1")
  const work = (await head.send(taskCalls.detail, { id })).mine?.id ?? ""
  const declined = await head.send(taskCalls.handBack, { work, note: "本周外出" })
  expect(declined).toMatchObject({ mine: { state: "returned", note: "本周外出" } })
  const told = await run<{ title: string }>(
    sql`select title from bell_ring where person_id = ${people.teacher} and place = ${`/task?task=${id}`}`,
  )
  expect(told[0]?.title).toContain("婉拒了协助请求")
})

test("[DAY-14] only who asked changes, reminds and withdraws, also where an administrator was asked", async () => {
  const { id } = await gives("teacher-a1", people.head, { asks: 1 })
  const [head, teacher] = [await app.as("head-a1"), await app.as("teacher-a1")]
  const { version, mine } = await head.send(taskCalls.detail, { id })
  const { title, content, priority, deadline } = wanted
  for (const refused of [
    () => head.send(taskCalls.change, { id, version, title, content, priority, deadline }),
    () => head.send(taskCalls.remind, { ids: id }),
    () => head.send(taskCalls.cancel, { id }),
    () => head.send(taskCalls.takeOff, { work: mine?.id ?? "" }),
  ])
    await expect(refused()).rejects.toThrow(taskMessages.notYourRequest)
  expect((await teacher.send(taskCalls.detail, { id })).can).toEqual(["remind", "change", "cancel"])
  expect(await teacher.send(taskCalls.remind, { ids: id })).toEqual({ reminded: 1 })
  expect(taskStateLabel(await teacher.send(taskCalls.cancel, { id }))).toBe("已撤回")
  const told = await run<{ title: string }>(
    sql`select title from bell_ring where person_id = ${people.head} and place = ${`/task?task=${id}`} order by id`,
  )
  expect(told.at(-1)?.title).toBe(taskRings.withdrawn(wanted.title))
})

test("[DAY-14] help is asked for within the own organisation, once; a given task is not accepted", async () => {
  const bureau = await app.as("bureau-a")
  await expect(bureau.send(taskCalls.create, { ...wanted, people: people.teacher, asks: 1 })).rejects.toThrow(
    taskMessages.asksOwnPeople,
  )
  await expect(gives("teacher-a1", people.head, { asks: 1, repeat: "daily" })).rejects.toThrow(
    taskMessages.asksOnce,
  )
  const { id } = await gives("head-a1", people.teacher)
  const teacher = await app.as("teacher-a1")
  const work = (await teacher.send(taskCalls.detail, { id })).mine?.id ?? ""
  await expect(teacher.send(taskCalls.accept, { work })).rejects.toThrow(taskMessages.answered)
})

test("[DAY-14] the search offers to give a task or to ask, by the same rule", async () => {
  const teacher = await app.as("teacher-a1")
  const offered = async (words: string) => (await teacher.send(peopleCalls.find, { words }))[0]?.task
  expect([await offered("beside-a1"), await offered("elsewhere-a1")]).toEqual(["give", "ask"])
})

test("[DAY-14] the head is asked by a teacher of their own department too", async () => {
  const joined = await run(sql`
    insert into person_department (org_id, person_id, department_id)
    select org_id, ${people.head}, department_id from person_department where person_id = ${people.teacher} returning 1`)
  expect(joined).toHaveLength(1)
  const [head] = await run<{ name: string }>(sql`select name from person where id = ${people.head}`)
  await expect(gives("teacher-a1", people.head)).rejects.toThrow(taskMessages.mustAsk([head?.name ?? ""]))
})

import type { InputOf, OutputOf } from "@uc/contract/core/call"
import { dailyStatCalls } from "@uc/contract/daily-stats/calls"
import { idempotencyHeader } from "@uc/contract/core/http"
import { replyMessages } from "@uc/contract/core/reply"
import { taskLimits, taskMessages, taskRings } from "@uc/contract/tasks/messages"
import { taskCalls, taskStates } from "@uc/contract/tasks/calls"
import { sql } from "drizzle-orm"
import pg from "pg"
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest"
import { unrestricted } from "../../db/scope.ts"
import { eventChannel } from "../../realtime/publish-event.ts"
import { changes, rowsOf } from "../../testing/test-rows.ts"
import { testApp, type TestApp, type TestClient } from "../../testing/test-app.ts"
import { readXlsx } from "../../testing/sheets/test-xlsx.ts"
import { remindOfDueTasks, repeatDueTasks } from "./jobs.ts"

type Wanted = InputOf<typeof taskCalls.create>

const wanted: Wanted = {
  title: "检查消防通道",
  content: "逐层检查，拍照上传。",
  priority: 2,
  deadline: null,
  steps: [],
  repeat: null,
}

let app: TestApp
const clients = new Map<string, Promise<TestClient>>()

beforeAll(async () => {
  app = await testApp({}, afterAll)
})

function as(account: string): Promise<TestClient> {
  const client = clients.get(account) ?? app.as(account)
  clients.set(account, client)
  return client
}

function run<Row extends Record<string, unknown>>(query: ReturnType<typeof sql>): Promise<Row[]> {
  return app.database.transaction(unrestricted, async (db) => (await db.execute(query)).rows as Row[])
}

async function personOf(account: string): Promise<{ id: string; org: string; name: string }> {
  const [row] = await run<{ id: string; org: string; name: string }>(
    sql`select id::text, org_id::text as org, name from person where account = ${account}`,
  )
  if (!row) throw new Error(`Nobody is called ${account}`)
  return row
}

async function orgOf(name: string): Promise<string> {
  const [row] = await run<{ id: string }>(sql`select id::text from organisation where name = ${name}`)
  return row?.id ?? ""
}

async function give(account: string, more: Partial<Wanted>): Promise<string> {
  const { id } = await (await as(account)).send(taskCalls.create, { ...wanted, ...more })
  return id
}

/** What the bell has said to somebody about a task. */
async function bellTitles(account: string, task: string): Promise<string[]> {
  const { id } = await personOf(account)
  const rows = await run<{ title: string }>(
    sql`select title from bell_ring where person_id = ${id} and place = ${`/task?task=${task}`} order by id`,
  )
  return rows.map(({ title }) => title)
}

async function workOf(client: TestClient, id: string): Promise<string> {
  return (await client.send(taskCalls.detail, { id })).mine?.id ?? ""
}

function refusal(act: Promise<unknown>): Promise<string> {
  return act.then(
    () => "answered",
    (error: unknown) => (error instanceof Error ? error.message : ""),
  )
}

test("[DAY-10] all steps ticked are 100 %, and the task is open until it is finished", async () => {
  const teacher = await as("teacher-a1")
  const id = await give("head-a1", { people: (await personOf("teacher-a1")).id, steps: ["甲", "乙", "丙"] })
  const work = await workOf(teacher, id)
  const ticked = async (steps: string) => (await teacher.send(taskCalls.work, { work, steps })).mine?.progress
  expect([await ticked("0,1"), await ticked("0,1,2")]).toEqual([66, 100])
  expect(await teacher.send(taskCalls.detail, { id })).toMatchObject({ state: taskStates.open })
  expect((await (await as("head-a1")).send(taskCalls.detail, { id })).progress).toBe(100)
})

test("[DAY-10][DAY-14] to-dos: overdue, to be answered, then by priority, each by deadline", async () => {
  const teacher = await as("teacher-a2")
  const people = (await personOf("teacher-a2")).id
  await run(sql`delete from task_assignee where person_id = ${people}`)
  const made = async (title: string, priority: 1 | 2 | 3, due: string | null, more: Partial<Wanted> = {}) => {
    const id = await give("head-a2", { title, priority, people, ...more })
    await run(sql`update task set due_at = now() + ${due}::interval where id = ${id}`)
    return id
  }
  await made("请求、低、无期限", 3, null, { asks: 1 })
  await made("请求、普通、下月", 2, "30 days", { asks: 1 })
  const accepted = await made("请求、已同意、后天", 2, "2 days", { asks: 1 })
  await teacher.send(taskCalls.accept, { work: await workOf(teacher, accepted) })
  await made("低、无期限", 3, null)
  await made("普通、无期限", 2, null)
  await made("普通、明天", 2, "1 day")
  await made("紧急、无期限", 1, null)
  await made("紧急、下周", 1, "7 days")
  await made("普通、逾期一天", 2, "-1 day")
  await made("低、逾期一周", 3, "-7 days")
  const asked = { view: "mine", state: taskStates.open, order: "urgent" } as const
  const titles: string[] = []
  // Page by page: the cursor follows the same order.
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await teacher.send(taskCalls.list, { ...asked, limit: 2, ...(cursor && { cursor }) })
    titles.push(...page.items.map(({ title }) => title))
    cursor = page.next
  }
  expect(titles.slice(0, 5).join(" ")).toBe(
    "低、逾期一周 普通、逾期一天 请求、普通、下月 请求、低、无期限 紧急、下周",
  )
  expect(titles.slice(5).join(" ")).toBe("紧急、无期限 普通、明天 请求、已同意、后天 普通、无期限 低、无期限")
})

test("[DAY-14] each ticked step is an event for the giver, without an entry in the bell", async () => {
  const teacher = await as("teacher-a1")
  const giver = await personOf("head-a1")
  const id = await give("head-a1", { people: (await personOf("teacher-a1")).id, steps: ["甲", "乙"] })
  const work = await workOf(teacher, id)
  const listener = new pg.Client({ connectionString: app.url })
  await listener.connect()
  onTestFinished(() => listener.end())
  const received: string[] = []
  listener.on("notification", ({ payload = "" }) => received.push(payload))
  await listener.query(`listen ${eventChannel}`)
  await teacher.send(taskCalls.work, { work, steps: "0" })
  // A statement's answer comes after the notifications that were sent before it.
  await listener.query("select 1")
  expect(received).toContain(`bell @${giver.id}`)
  expect(await bellTitles("head-a1", id)).toEqual([])
  expect((await (await as("head-a1")).send(taskCalls.assignees, { id })).items[0]?.doneSteps).toEqual([0])
})

test("[WORK-1] a bureau's task gives each school its own steps and progress", async () => {
  const bureau = await as("bureau-a")
  const [one, two, teacher] = [await as("head-a1"), await as("head-a2"), await as("teacher-a1")]
  const orgs = [await orgOf("甲一小学"), await orgOf("甲二小学")]
  const made = await bureau.send(taskCalls.create, {
    ...wanted,
    steps: ["检查", "拍照"],
    organisations: orgs.join(","),
  })
  expect(made.assignees).toBe(2)
  const id = made.id
  const giver = await personOf("bureau-a")
  expect(await bellTitles("head-a1", id)).toEqual([taskRings.given(giver.name, wanted.title)])
  expect(await bellTitles("teacher-a1", id)).toEqual([])

  const mine = await one.send(taskCalls.list, { view: "mine" })
  expect(mine.items[0]).toMatchObject({
    id,
    title: wanted.title,
    state: taskStates.open,
    progress: 0,
    givername: giver.name,
    giverorg: "甲区教育局",
    forOrganisation: true,
  })
  // A school's task is its administrator's: a teacher neither has nor sees it, and nobody sees the other school's.
  expect(await refusal(teacher.send(taskCalls.detail, { id }))).toBe(replyMessages.outOfReach)
  const seen = await one.send(taskCalls.detail, { id })
  expect(seen.can).toEqual(["work", "finish", "handBack"])
  expect(seen.counts.total).toBe(1)
  const work = seen.mine?.id ?? ""
  expect((await one.send(taskCalls.assignees, { id })).items.map(({ orgname }) => orgname)).toEqual([
    "甲一小学",
  ])

  await expect(one.send(taskCalls.finish, { work })).rejects.toThrow(taskMessages.stepsOpen)
  await expect(one.send(taskCalls.work, { work, progress: 40 })).rejects.toThrow(taskMessages.bySteps)
  await expect(one.send(taskCalls.work, { work, steps: "0,2" })).rejects.toThrow(taskMessages.noSuchStep)
  expect(await one.send(taskCalls.work, { work, steps: "1" })).toMatchObject({
    mine: { state: "doing", progress: 50, doneSteps: [1] },
  })
  await one.send(taskCalls.work, { work, steps: "1,0" })
  const done = await one.send(taskCalls.finish, { work, note: " 已全部疏通 " })
  expect(done.mine).toMatchObject({ state: "done", progress: 100, note: "已全部疏通" })
  expect(done.can).toEqual([])

  const progress = await bureau.send(taskCalls.detail, { id })
  expect(progress).toMatchObject({
    state: taskStates.open,
    counts: { total: 2, done: 1, returned: 0 },
    progress: 50,
    isManager: true,
  })
  const { items } = await bureau.send(taskCalls.assignees, { id })
  expect(items.map((item) => [item.orgname, item.nickname, item.state, item.workedBy])).toEqual([
    ["甲一小学", null, "done", (await personOf("head-a1")).name],
    ["甲二小学", null, "new", null],
  ])
  expect((await bureau.send(taskCalls.assignees, { id, state: "new" })).items).toHaveLength(1)
  expect((await bureau.send(taskCalls.assignees, { id, name: "甲一" })).items).toHaveLength(1)
  const page = await bureau.send(taskCalls.assignees, { id, limit: 1 })
  expect(
    (await bureau.send(taskCalls.assignees, { id, limit: 1, after: page.next ?? "" })).items[0]?.orgname,
  ).toBe("甲二小学")

  const workOfTwo = await workOf(two, id)
  await two.send(taskCalls.work, { work: workOfTwo, steps: "0,1" })
  await two.send(taskCalls.finish, { work: workOfTwo })
  expect((await bureau.send(taskCalls.detail, { id })).state).toBe(taskStates.finished)
  expect(await bellTitles("bureau-a", id)).toEqual([taskRings.allDone(wanted.title)])
})

test("[WORK-1] handing back needs a reason and notifies the giver, who may give it again", async () => {
  const [head, teacher] = [await as("head-a1"), await as("teacher-a1")]
  const { id: person } = await personOf("teacher-a1")
  const id = await give("head-a1", { people: person })
  const work = await workOf(teacher, id)
  expect((await teacher.request(taskCalls.handBack, { work, note: " " })).json()).toMatchObject({
    msg: expect.stringContaining(taskMessages.reasonMissing),
  })
  await teacher.send(taskCalls.handBack, { work, note: "本周外出培训" })
  expect((await head.send(taskCalls.detail, { id })).state).toBe(taskStates.handedBack)
  expect(await bellTitles("head-a1", id)).toHaveLength(1)
  expect(
    (await head.send(taskCalls.list, { view: "given", state: taskStates.handedBack })).items[0]?.id,
  ).toBe(id)
  await expect(teacher.send(taskCalls.finish, { work })).rejects.toThrow(taskMessages.handedBack)
  await expect(teacher.send(taskCalls.giveAgain, { work })).rejects.toThrow(taskMessages.notGiver)

  await head.send(taskCalls.giveAgain, { work, note: "下周完成即可" })
  await expect(head.send(taskCalls.giveAgain, { work })).rejects.toThrow(taskMessages.notDone)
  const { items } = await teacher.send(taskCalls.comments, { id })
  expect(items[0]).toMatchObject({ text: "下周完成即可", isMine: false })
  await teacher.send(taskCalls.work, { work, progress: 60 })
  await teacher.send(taskCalls.finish, { work })
  await expect(teacher.send(taskCalls.finish, { work })).rejects.toThrow(taskMessages.finished)
  await expect(teacher.send(taskCalls.handBack, { work, note: "晚了" })).rejects.toThrow(
    taskMessages.finished,
  )
  await expect(teacher.send(taskCalls.work, { work, progress: 10 })).rejects.toThrow(taskMessages.finished)
})

test("[WORK-1] of two devices one finishes, the other is refused; a key makes one task", async () => {
  const teacher = await as("teacher-a1")
  const { id: person } = await personOf("teacher-a1")
  const id = await give("head-a1", { people: person })
  const work = await workOf(teacher, id)
  const ends = await Promise.all([
    refusal(teacher.send(taskCalls.finish, { work })),
    refusal(teacher.send(taskCalls.handBack, { work, note: "不清楚" })),
    refusal(teacher.send(taskCalls.finish, { work })),
  ])
  expect(ends.filter((end) => end === "answered")).toHaveLength(1)

  const head = await as("head-a1")
  const key = { [idempotencyHeader]: "give-once-0001" }
  const twice = await Promise.all(
    [0, 1].map(() => head.request(taskCalls.create, { ...wanted, people: person }, key)),
  )
  expect(new Set(twice.map((answer) => answer.json<{ data: { id: string } }>().data.id)).size).toBe(1)
})

test("[WORK-1] receivers who can't get a task are refused by name, and nothing is stored", async () => {
  const [bureau, head, teacher, clerk] = [
    await as("bureau-a"),
    await as("head-a1"),
    await as("teacher-a1"),
    await as("clerk-a"),
  ]
  const foreign = await personOf("teacher-b1")
  const other = await personOf("teacher-a2")
  const own = await personOf("teacher-a1")
  const [gone] = await run<{ id: string; name: string }>(sql`
    update person set disabled_at = now() where id = (select max(id) from person where org_id = ${own.org}::bigint
      and account not in ('head-a1', 'teacher-a1')) returning id::text, name`)
  const empty = await orgOf("甲镇小学")
  await run(sql`update person set admintype = 0 where org_id = ${empty}`)
  const [area] = await run<{ id: string }>(sql`select id::text from area where name = '乙区'`)
  const before = await rowsOf(app.url)
  const past = "2020-01-01 08:00:00"
  const cases: [TestClient, Partial<Wanted>, string][] = [
    [head, {}, taskMessages.nobodyChosen],
    [head, { people: gone?.id ?? "" }, taskMessages.left([gone?.name ?? ""])],
    [head, { people: `${own.id},${foreign.id}` }, replyMessages.outOfReach],
    [head, { people: other.id }, replyMessages.outOfReach],
    [teacher, { organisations: own.org }, replyMessages.outOfReach],
    [clerk, { people: other.id }, taskMessages.ownPeopleOnly],
    [clerk, { organisations: other.org }, replyMessages.outOfReach],
    [head, { organisations: other.org }, replyMessages.outOfReach],
    [bureau, { organisations: foreign.org }, replyMessages.outOfReach],
    [bureau, { areas: area?.id ?? "" }, replyMessages.outOfReach],
    [head, { people: own.id, deadline: past }, taskMessages.duePast],
    [head, { people: own.id, deadline: "2099-01-01 08:00:00" }, taskMessages.dueTooFar],
    [head, { people: own.id, attachments: "77" }, "附件"],
  ]
  for (const [client, more, why] of cases)
    expect([more, await refusal(client.send(taskCalls.create, { ...wanted, ...more }))]).toEqual([
      more,
      expect.stringContaining(why),
    ])
  for (const bad of [
    { title: "  " },
    { title: "长".repeat(taskLimits.title + 1) },
    { content: "长".repeat(taskLimits.content + 1) },
    { steps: Array.from({ length: taskLimits.steps + 1 }, () => "步") },
    { steps: [" "] },
    { people: "1;2" },
    { deadline: "2027-02-30 08:00:00" },
    { repeat: "hourly" },
    { priority: 9 },
  ])
    expect([
      bad,
      (await head.request(taskCalls.create, { ...wanted, people: own.id, ...bad })).statusCode,
    ]).toEqual([bad, 400])
  const huge = await head.request(taskCalls.create, { ...wanted, content: "长".repeat(100_000) })
  expect([huge.statusCode, huge.json<{ msg: string }>().msg]).toEqual([413, replyMessages.tooLarge])
  expect(changes(before, await rowsOf(app.url))).toEqual([])
  // Where nobody administers, it waits for whoever will; the giver is told.
  const waiting = await bureau.send(taskCalls.create, { ...wanted, organisations: empty })
  expect(waiting).toMatchObject({ assignees: 1, unattended: ["甲镇小学"] })
  await run(sql`update person set admintype = 1 where account = 'head-town'`)
  await run(sql`update person set disabled_at = null where id = ${gone?.id}`)
})

test("[WORK-1] departments and areas are resolved to people on the server; markup stays text", async () => {
  const [head, bureau] = [await as("head-a1"), await as("bureau-a")]
  const { org } = await personOf("head-a1")
  const [department] = await run<{ id: string; people: string }>(sql`
    select d.id::text, count(distinct w.person_id) as people from department d
    join department below on below.id = d.id or d.id = any (below.ids)
    join person_department w on w.department_id = below.id join person p on p.id = w.person_id
    where d.org_id = ${org}::bigint and d.parent_id is null and p.disabled_at is null group by d.id order by d.id limit 1`)
  const script = `<img src=x onerror="alert(1)">`
  const inDepartment = await head.send(taskCalls.create, {
    ...wanted,
    title: script,
    departments: department?.id ?? "",
  })
  expect(inDepartment.assignees).toBe(Number(department?.people))
  expect((await head.send(taskCalls.detail, { id: inDepartment.id })).title).toBe(script)

  const [area] = await run<{ id: string }>(sql`select id::text from area where name = '甲区'`)
  const schools = await bureau.send(taskCalls.create, { ...wanted, areas: area?.id ?? "" })
  expect(schools.assignees).toBe(4)
  const [people] = await run<{ count: string }>(sql`
    select count(*) from person p join organisation o on o.id = p.org_id
    where o.name in ('甲一小学', '甲二小学', '甲区配送公司', '甲镇小学') and p.disabled_at is null and not p.is_parent`)
  const everyone = await bureau.send(taskCalls.create, { ...wanted, areas: area?.id ?? "", each: 1 })
  expect(everyone.assignees).toBe(Number(people?.count))
})

test("[WORK-1] filters, orders and pages by key show every task once", async () => {
  const head = await as("head-a2")
  const { id: person } = await personOf("teacher-a2")
  const soon = (hours: number) =>
    new Date(Date.now() + (8 + hours) * 3_600_000).toISOString().slice(0, 19).replace("T", " ")
  const made: string[] = []
  for (const [no, deadline] of [soon(30), soon(2), null, soon(300)].entries())
    made.push(
      await give("head-a2", { people: person, title: `翻页${no}`, deadline, priority: no === 1 ? 1 : 2 }),
    )
  for (const order of ["newest", "due"] as const) {
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page: OutputOf<typeof taskCalls.list> = await head.send(taskCalls.list, {
        view: "given",
        title: "翻页",
        order,
        limit: 2,
        ...(cursor === undefined ? {} : { cursor }),
      })
      expect(page.total).toBe(4)
      seen.push(...page.items.map(({ title }) => title))
      cursor = page.next ?? undefined
    } while (cursor !== undefined)
    expect([order, seen]).toEqual([
      order,
      order === "newest" ? ["翻页3", "翻页2", "翻页1", "翻页0"] : ["翻页1", "翻页0", "翻页3", "翻页2"],
    ])
  }
  const titles = async (more: object) =>
    (await head.send(taskCalls.list, { view: "given", title: "翻页", order: "due", ...more })).items.map(
      (item) => item.title.slice(2),
    )
  expect(await titles({ due: "week" })).toEqual(["1", "0"])
  expect(await titles({ due: "none" })).toEqual(["2"])
  expect(await titles({ priority: 1 })).toEqual(["1"])
  expect(await titles({ start: 1, limit: 2 })).toEqual(["0", "3"])
  await run(sql`update task set due_at = now() - interval '1 hour' where id = ${made[0]}`)
  expect(await titles({ due: "overdue" })).toEqual(["0"])
  expect((await head.send(taskCalls.counts, {})).givenOverdue).toBeGreaterThan(0)

  const file = await head.send(taskCalls.exportList, { view: "given", title: "翻页", due: "overdue" })
  expect(file.rows).toBe(1)
  const { sheets: sheet } = readXlsx(Buffer.from(file.content, "base64"))
  expect(JSON.stringify(sheet)).toContain("翻页0")
  expect(JSON.stringify(sheet)).not.toContain("翻页1")

  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const month = await head.send(taskCalls.calendar, { view: "given", from: day(-3), to: day(40) })
  expect(month.items.map(({ title }) => title)).toEqual(expect.arrayContaining(["翻页0", "翻页1", "翻页3"]))
  expect(month.items.find(({ title }) => title === "翻页0")?.isOverdue).toBe(true)
  await expect(
    head.send(taskCalls.calendar, { view: "given", from: day(0), to: day(taskLimits.calendarDays) }),
  ).rejects.toThrow(taskMessages.periodTooLong)
})

test("[WORK-1] an older version is refused; only giver and administrators change and cancel", async () => {
  const [head, teacher, bureau] = [await as("head-a1"), await as("teacher-a1"), await as("bureau-a")]
  const { id: person } = await personOf("teacher-a1")
  const id = await give("head-a1", { people: person })
  const { version, content } = await head.send(taskCalls.detail, { id })
  const change = { id, version, title: "改过的", content, priority: 1, deadline: null } as const
  await expect(teacher.send(taskCalls.change, change)).rejects.toThrow(taskMessages.notGiver)
  await bureau.send(taskCalls.change, change)
  await expect(head.send(taskCalls.change, { ...change, title: "也改过" })).rejects.toThrow(
    taskMessages.changed,
  )
  expect(await teacher.send(taskCalls.detail, { id })).toMatchObject({ title: "改过的", priority: 1 })

  await expect(teacher.send(taskCalls.cancel, { id })).rejects.toThrow(taskMessages.notGiver)
  await head.send(taskCalls.cancel, { id })
  await expect(head.send(taskCalls.cancel, { id })).rejects.toThrow(taskMessages.cancelled)
  const work = await workOf(teacher, id)
  await expect(teacher.send(taskCalls.finish, { work })).rejects.toThrow(taskMessages.cancelled)
  expect(await bellTitles("teacher-a1", id)).toContain(taskRings.cancelled("改过的"))
  const cancelled = await teacher.send(taskCalls.list, { view: "mine", state: taskStates.cancelled })
  expect(cancelled.items.map((item) => item.id)).toContain(id)
})

test("[WORK-1] unfinished assignees are reminded at most once an hour, several tasks at once", async () => {
  const head = await as("head-a1")
  const { id: person } = await personOf("teacher-a1")
  const [one, two] = [await give("head-a1", { people: person }), await give("head-a1", { people: person })]
  expect(await head.send(taskCalls.remind, { ids: one })).toEqual({ reminded: 1 })
  await expect(head.send(taskCalls.remind, { ids: one })).rejects.toThrow(taskMessages.remindedLately)
  expect(await head.send(taskCalls.remind, { ids: `${one},${two}` })).toEqual({ reminded: 1 })
  expect(await bellTitles("teacher-a1", one)).toHaveLength(2)
  const teacher = await as("teacher-a1")
  await expect(teacher.send(taskCalls.remind, { ids: one })).rejects.toThrow(taskMessages.notGiver)
  await teacher.send(taskCalls.finish, { work: await workOf(teacher, one) })
  await expect(head.send(taskCalls.remind, { ids: one })).rejects.toThrow(taskMessages.nobodyToRemind)
  await expect(
    head.send(taskCalls.remind, { ids: Array.from({ length: 51 }, (_, no) => `${no + 1}`).join(",") }),
  ).rejects.toThrow(taskMessages.tooManyReminded)
})

test("[WORK-1] a comment is seen by the giver and one assignee; only the giver comments for all", async () => {
  const bureau = await as("bureau-a")
  const [one, two] = [await as("head-a1"), await as("head-a2")]
  const id = await give("bureau-a", {
    organisations: `${await orgOf("甲一小学")},${await orgOf("甲二小学")}`,
  })
  const [workOfOne, workOfTwo] = [await workOf(one, id), await workOf(two, id)]
  await bureau.send(taskCalls.comment, { id, text: "请于周五前完成" })
  await one.send(taskCalls.comment, { id, work: workOfOne, text: "三楼门锁坏了" })
  await bureau.send(taskCalls.comment, { id, work: workOfOne, text: "先联系维修" })
  const received = async (client: TestClient, work?: string) =>
    (await client.send(taskCalls.comments, { id, ...(work ? { work } : {}) })).items.map(({ text }) => text)
  expect(await received(one)).toEqual(["先联系维修", "三楼门锁坏了", "请于周五前完成"])
  expect(await received(two)).toEqual(["请于周五前完成"])
  expect(await received(bureau, workOfTwo)).toEqual(["请于周五前完成"])
  await expect(two.send(taskCalls.comments, { id, work: workOfOne })).rejects.toThrow(
    replyMessages.outOfReach,
  )
  await expect(two.send(taskCalls.comment, { id, work: workOfOne, text: "?" })).rejects.toThrow(
    replyMessages.outOfReach,
  )
  await expect(one.send(taskCalls.comment, { id, text: "大家好" })).rejects.toThrow(taskMessages.notYours)
  expect(await bellTitles("bureau-a", id)).toEqual([
    taskRings.comment((await personOf("head-a1")).name, wanted.title),
  ])
})

test("[WORK-1] due soon and overdue notify once each, whichever process runs", async () => {
  const { id: person } = await personOf("teacher-a1")
  const id = await give("head-a1", {
    people: person,
    deadline: new Date(Date.now() + 80 * 3_600_000).toISOString().slice(0, 19).replace("T", " "),
  })
  const jobs = () =>
    Promise.all([
      remindOfDueTasks(app.database),
      remindOfDueTasks(app.database),
      remindOfDueTasks(app.database),
    ])
  await jobs()
  const giver = (await personOf("head-a1")).name
  expect(await bellTitles("teacher-a1", id)).toEqual([taskRings.given(giver, wanted.title)])
  await run(sql`update task set remind_at = now() where id = ${id}`)
  await jobs()
  await jobs()
  expect((await bellTitles("teacher-a1", id)).slice(1)).toEqual([taskRings.soon(wanted.title)])
  await run(sql`update task set due_at = now() - interval '1 minute' where id = ${id}`)
  await jobs()
  await jobs()
  expect((await bellTitles("teacher-a1", id)).slice(2)).toEqual([taskRings.overdue(wanted.title)])
  expect(await bellTitles("head-a1", id)).toEqual([taskRings.overdueOfYours(wanted.title, 1)])
})

test("[WORK-1] a repeating task is given once each time to those still there, until stopped", async () => {
  const [head, teacher] = [await as("head-a1"), await as("teacher-a1")]
  const own = await personOf("teacher-a1")
  const [other] = await run<{ id: string }>(sql`select max(id)::text as id from person
    where org_id = ${own.org}::bigint and account not in ('head-a1', 'teacher-a1')`)
  const id = await give("head-a1", { people: `${own.id},${other?.id}`, repeat: "daily", title: "每日巡查" })
  await run(sql`update person set disabled_at = now() where id = ${other?.id}`)
  await run(sql`update task set created_at = created_at - interval '26 hours', repeat_at = repeat_at - interval '26 hours'
    where id = ${id}`)
  const all = await Promise.all([repeatDueTasks(app.database), repeatDueTasks(app.database)])
  expect(all.reduce((sum, made) => sum + made, 0)).toBe(1)
  await repeatDueTasks(app.database)
  const { items } = await head.send(taskCalls.list, { view: "given", title: "每日巡查" })
  expect(items.map((item) => [item.counts.total, item.repeat])).toEqual([
    [1, "daily"],
    [2, null],
  ])
  const next = items[0]?.id ?? ""
  expect((await teacher.send(taskCalls.detail, { id: next })).mine?.state).toBe("new")
  expect(await bellTitles("teacher-a1", next)).toHaveLength(1)
  const stopped = await head.send(taskCalls.stopRepeat, { id: next })
  expect(stopped.repeat).toBeNull()
  await run(sql`update person set disabled_at = null where id = ${other?.id}`)
})

test("[WORK-1] administrators see tasks of organisations in reach, others only their own", async () => {
  const [teacher, other, head] = [await as("teacher-a1"), await as("clerk-a"), await as("head-a1")]
  const { id: person } = await personOf("head-a1")
  const id = await give("head-a1", { people: person, title: "只给自己" })
  const ids = async (client: TestClient) =>
    (await client.send(taskCalls.list, { view: "all", limit: 200 })).items.map((item) => item.id)
  expect(await ids(head)).toContain(id)
  expect(await ids(await as("bureau-a"))).toContain(id)
  expect(await ids(teacher)).not.toContain(id)
  expect(await ids(other)).not.toContain(id)
  expect(await ids(await as("head-a2"))).not.toContain(id)
  expect(await ids(await as("bureau-b"))).not.toContain(id)
  for (const client of [teacher, other, await as("head-a2"), await as("bureau-b")])
    expect(await refusal(client.send(taskCalls.detail, { id }))).toBe(replyMessages.outOfReach)
})

test("[WORK-1][HOME-1] the list by day finished shows what the home page counts", async () => {
  const [bureau, one, two, teacher] = [
    await as("bureau-a"),
    await as("head-a1"),
    await as("head-a2"),
    await as("teacher-a1"),
  ]
  const [day, title] = ["2032-03-04", "按日完成"]
  const both = await give("bureau-a", {
    organisations: `${await orgOf("甲一小学")},${await orgOf("甲二小学")}`,
    title,
  })
  for (const client of [one, two]) await client.send(taskCalls.finish, { work: await workOf(client, both) })
  const { id: person } = await personOf("teacher-a1")
  const [own, back] = [
    await give("head-a1", { people: person, title }),
    await give("head-a1", { people: person, title }),
  ]
  await teacher.send(taskCalls.finish, { work: await workOf(teacher, own) })
  await teacher.send(taskCalls.handBack, { work: await workOf(teacher, back), note: "不归我" })
  // The first and the last second of the day.
  await run(
    sql`update task_assignee set finished_at = '2032-03-04 00:00:00+08' where task_id in (${both}, ${back})`,
  )
  await run(sql`update task_assignee set finished_at = '2032-03-04 23:59:59+08' where task_id = ${own}`)

  const shown = async (client: TestClient, view: "mine" | "all", finished = day) =>
    (await client.send(taskCalls.list, { view, finished })).items.map(({ id }) => id).toSorted()
  const counted = async (client: TestClient) =>
    (await client.send(dailyStatCalls.ofDay, { day })).find(({ code }) => code === "tasks")?.current
  for (const client of [bureau, one]) {
    expect(await shown(client, "all")).toEqual([both, own].toSorted())
    expect(await counted(client)).toBe(2)
  }
  expect(await shown(two, "all")).toEqual([both])
  // Who administers nobody: their own.
  expect([await shown(teacher, "mine"), await counted(teacher)]).toEqual([[own], 1])
  for (const beside of ["2032-03-03", "2032-03-05"]) expect(await shown(one, "all", beside)).toEqual([])
})

test("[WORK-1] many finish at once without a deadlock, and the giver is notified once", async () => {
  const [head, teacher] = [await as("head-a1"), await as("teacher-a1")]
  const { id: person } = await personOf("teacher-a1")
  const { id: giver } = await personOf("head-a1")
  const [first] = await run<{ id: string }>(sql`
    insert into task (org_id, giver_id, title) select org_id, id, '同时完成' from person, generate_series(1, 25)
    where id = ${giver} returning id::text`)
  await run(sql`insert into task_assignee (org_id, task_id, person_id)
    select org_id, id, ${person} from task where title = '同时完成'`)
  const { items } = await teacher.send(taskCalls.list, { view: "mine", title: "同时完成", limit: 50 })
  const ended = await Promise.all(
    items.map(({ work }) => refusal(teacher.send(taskCalls.finish, { work: work ?? "" }))),
  )
  expect(ended).toEqual(Array.from({ length: 25 }, () => "answered"))
  expect(await bellTitles("head-a1", first?.id ?? "")).toEqual([taskRings.allDone("同时完成")])

  // Two who are the last in the same moment; and again after one had to do it over.
  const everyone = await run<{ id: string }>(sql`select id::text from person
    where org_id = (select org_id from person where id = ${person}) and disabled_at is null and account in ('head-a1', 'teacher-a1')`)
  const id = await give("bureau-a", { people: everyone.map((each) => each.id).join(",") })
  const works = [await workOf(head, id), await workOf(teacher, id)]
  await Promise.all(
    [head, teacher].map((client, no) => client.send(taskCalls.finish, { work: works[no] ?? "" })),
  )
  expect(await bellTitles("bureau-a", id)).toEqual([taskRings.allDone(wanted.title)])
  await (await as("bureau-a")).send(taskCalls.giveAgain, { work: works[1] ?? "" })
  await teacher.send(taskCalls.finish, { work: works[1] ?? "" })
  expect(await bellTitles("bureau-a", id)).toHaveLength(2)
})

test("[WORK-1] given again, handed-back work keeps its progress, finished work does not", async () => {
  const [head, teacher] = [await as("head-a1"), await as("teacher-a1")]
  const { id: person } = await personOf("teacher-a1")
  const id = await give("head-a1", { people: person, steps: ["甲", "乙"] })
  const work = await workOf(teacher, id)
  const again = async () => {
    await head.send(taskCalls.giveAgain, { work })
    return (await teacher.send(taskCalls.detail, { id })).mine
  }
  await teacher.send(taskCalls.handBack, { work, note: "还没开始" })
  expect(await again()).toMatchObject({ state: "new", progress: 0, doneSteps: [] })
  await teacher.send(taskCalls.work, { work, steps: "1" })
  await teacher.send(taskCalls.handBack, { work, note: "缺材料" })
  expect(await again()).toMatchObject({ state: "doing", progress: 50, doneSteps: [1], note: null })
  await teacher.send(taskCalls.work, { work, steps: "0,1" })
  await teacher.send(taskCalls.finish, { work })
  expect(await again()).toMatchObject({ state: "new", progress: 0, doneSteps: [] })
})

test("[WORK-1] ticks of two devices are merged, and an untick is kept", async () => {
  const teacher = await as("teacher-a1")
  const { id: person } = await personOf("teacher-a1")
  const id = await give("head-a1", { people: person, steps: ["甲", "乙", "丙"] })
  const work = await workOf(teacher, id)
  const [phone, desk] = await Promise.all([
    teacher.send(taskCalls.work, { work, before: "", steps: "0" }),
    teacher.send(taskCalls.work, { work, before: "", steps: "2" }),
  ])
  const counts = [phone, desk].map(({ mine }) => mine?.doneSteps.length ?? 0)
  expect(Math.max(...counts)).toBe(2)
  const taken = await teacher.send(taskCalls.work, { work, before: "0", steps: "1" })
  expect(new Set(taken.mine?.doneSteps)).toEqual(new Set([1, 2]))
})

test("[WORK-1] a removed assignee is notified and sees nothing more; the last one stays", async () => {
  const [bureau, one, two] = [await as("bureau-a"), await as("head-a1"), await as("head-a2")]
  const id = await give("bureau-a", {
    organisations: `${await orgOf("甲一小学")},${await orgOf("甲二小学")}`,
  })
  const [workOfOne, workOfTwo] = [await workOf(one, id), await workOf(two, id)]
  await expect(one.send(taskCalls.takeOff, { work: workOfOne })).rejects.toThrow(taskMessages.notGiver)
  await expect((await as("bureau-b")).send(taskCalls.takeOff, { work: workOfOne })).rejects.toThrow(
    replyMessages.outOfReach,
  )
  await one.send(taskCalls.comment, { id, work: workOfOne, text: "在办" })
  expect((await bureau.send(taskCalls.takeOff, { work: workOfOne })).counts.total).toBe(1)
  const refused = await Promise.all([
    refusal(one.send(taskCalls.detail, { id })),
    refusal(one.send(taskCalls.finish, { work: workOfOne })),
    refusal(one.send(taskCalls.comment, { id, work: workOfOne, text: "?" })),
  ])
  expect(refused).toEqual([replyMessages.outOfReach, replyMessages.outOfReach, replyMessages.outOfReach])
  const { id: person } = await personOf("head-a1")
  const rings = await run<{ title: string }>(
    sql`select title from bell_ring where person_id = ${person} order by id desc limit 1`,
  )
  expect(rings[0]?.title).toBe(taskRings.takenOff(wanted.title))
  await expect(bureau.send(taskCalls.takeOff, { work: workOfTwo })).rejects.toThrow(taskMessages.lastOne)

  const [own, other] = [await personOf("head-a1"), await personOf("teacher-a1")]
  const second = await give("head-a1", { people: `${own.id},${other.id}` })
  const teacher = await as("teacher-a1")
  const done = await workOf(teacher, second)
  await teacher.send(taskCalls.finish, { work: done })
  await expect(one.send(taskCalls.takeOff, { work: done })).rejects.toThrow(taskMessages.workDone)
})

test("[WORK-1] a new deadline notifies assignees; those who left are refused", async () => {
  const [head, teacher] = [await as("head-a1"), await as("teacher-a1")]
  const own = await personOf("teacher-a1")
  const [other] = await run<{ id: string; name: string }>(sql`select id::text, name from person
    where org_id = ${own.org}::bigint and account not in ('head-a1', 'teacher-a1') order by id desc limit 1`)
  const id = await give("head-a1", { people: `${own.id},${other?.id}` })
  const [due] = await run<{ at: string }>(
    sql`select to_char(now() at time zone 'Asia/Shanghai' + interval '3 hours', 'YYYY-MM-DD HH24:MI:SS') as at`,
  )
  const deadline = due?.at ?? ""
  const change = { id, version: 0, title: wanted.title, content: "", priority: 2, deadline } as const
  const { version } = await head.send(taskCalls.change, change)
  await head.send(taskCalls.change, { ...change, version, content: "只改说明" })
  expect((await bellTitles("teacher-a1", id)).slice(1)).toEqual([taskRings.due(wanted.title, deadline)])
  const [row] = await run<{ waits: boolean }>(
    sql`select remind_at > now() and remind_at < due_at as waits from task where id = ${id}`,
  )
  expect(row?.waits).toBe(true)

  const [left] = await run<{ id: string }>(
    sql`update task_assignee set state = 'returned' where task_id = ${id} and person_id = ${other?.id} returning id::text`,
  )
  await run(sql`update person set disabled_at = now() where id = ${other?.id}`)
  await expect(head.send(taskCalls.giveAgain, { work: left?.id ?? "" })).rejects.toThrow(
    taskMessages.goneSince(other?.name ?? ""),
  )
  await head.send(taskCalls.takeOff, { work: left?.id ?? "" })
  await run(sql`update person set disabled_at = null where id = ${other?.id}`)
  await teacher.send(taskCalls.finish, { work: await workOf(teacher, id) })
  expect((await head.send(taskCalls.detail, { id })).state).toBe(taskStates.finished)
  await head.send(taskCalls.cancel, { id })
  await expect(head.send(taskCalls.change, { ...change, version: 9 })).rejects.toThrow(taskMessages.cancelled)
})

test("[WORK-1] new tasks and new deadlines have one hourly limit", async () => {
  const boss = await as("boss-ae")
  const { id: person } = await personOf("worker-ae")
  const id = await give("boss-ae", { people: person })
  const giver = await personOf("boss-ae")
  await run(
    sql`insert into quota (key, bucket, n) values (${`task:${giver.id}`}, now(), ${taskLimits.givenPerHour})`,
  )
  const change = {
    id,
    version: 0,
    title: wanted.title,
    content: "只改说明",
    priority: 2,
    deadline: null,
  } as const
  const { version } = await boss.send(taskCalls.change, change)
  const later = new Date(Date.now() + 80 * 3_600_000).toISOString().slice(0, 19).replace("T", " ")
  const moved = { ...change, version, deadline: later }
  const limited = await refusal(boss.send(taskCalls.change, moved))
  expect([limited, await refusal(boss.send(taskCalls.create, { ...wanted, people: person }))]).toEqual([
    replyMessages.busy,
    replyMessages.busy,
  ])
  expect(await bellTitles("worker-ae", id)).toHaveLength(1)
})

test("[WORK-1] repetition ends without assignees, copies no bytes, and is limited per giver", async () => {
  const own = await personOf("teacher-a2")
  const id = await give("head-a2", { people: own.id, repeat: "daily", title: "没有人了" })
  await run(sql`insert into attachment (org_id, uploader_id, name, state, bytes, blob_key, subject, subject_id, created_at)
    select org_id, giver_id, '旧.pdf', 'ready', 7, gen_random_uuid(), 'task', id, now() - interval '3 days' from task where id = ${id}`)
  const nextDay = sql`update task set created_at = created_at - interval '25 hours', repeat_at = repeat_at - interval '25 hours'
    where series_id = ${id}`
  await run(nextDay)
  await repeatDueTasks(app.database)
  const bytes =
    await run(sql`select a.id from attachment a join task t on t.id = a.subject_id and a.subject = 'task'
    where t.series_id = ${id} and a.created_at > now() - interval '1 day'`)
  expect(bytes).toEqual([])
  await run(sql`update person set disabled_at = now() where id = ${own.id}`)
  await run(nextDay)
  await repeatDueTasks(app.database)
  const series = await run<{ repeats: boolean }>(
    sql`select repeat_at is not null as repeats from task where series_id = ${id}`,
  )
  expect(series).toEqual([{ repeats: false }, { repeats: false }])
  await run(sql`update person set disabled_at = null where id = ${own.id}`)

  const giver = await personOf("head-a2")
  await run(sql`insert into task (org_id, giver_id, title, repeat, repeat_at)
    select ${giver.org}, ${giver.id}, '很多', 'daily', now() + interval '1 day' from generate_series(1, ${taskLimits.repeating})`)
  const head = await as("head-a2")
  await expect(head.send(taskCalls.create, { ...wanted, people: own.id, repeat: "weekly" })).rejects.toThrow(
    taskMessages.tooManyRepeating,
  )
  expect(await give("head-a2", { people: own.id })).not.toBe("")
})

test("[WORK-1] every count above the list is the number of rows that it leads to", async () => {
  const head = await as("head-a2")
  const own = await personOf("teacher-a2")
  const id = await give("head-a2", { people: own.id })
  const teacher = await as("teacher-a2")
  await teacher.send(taskCalls.handBack, { work: await workOf(teacher, id), note: "重名" })
  const total = async (filters: InputOf<typeof taskCalls.list>) =>
    (await head.send(taskCalls.list, filters)).total
  const counts = await head.send(taskCalls.counts, {})
  expect(counts).toMatchObject({
    mine: await total({ view: "mine", state: taskStates.open }),
    mineOverdue: await total({ view: "mine", state: taskStates.open, due: "overdue" }),
    given: await total({ view: "given", state: taskStates.open }),
    givenBack: await total({ view: "given", state: taskStates.handedBack }),
  })
  expect(counts.givenBack).toBeGreaterThan(0)
})

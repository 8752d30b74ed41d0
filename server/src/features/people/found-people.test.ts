import { peopleCalls, peopleLimits, type PersonNode } from "@uc/contract/people/calls"
import { replyMessages } from "@uc/contract/core/reply"
import { accountCalls } from "@uc/contract/account/calls"
import { eq, sql } from "drizzle-orm"
import { beforeAll, describe, expect, test } from "vitest"
import { department, post } from "../../db/schema/organisations.ts"
import { person, personDepartment } from "../../db/schema/people.ts"
import { unrestricted } from "../../db/scope.ts"
import { searchKeys } from "../../db/queries/search-keys.ts"
import { testApp, type TestApp, type TestClient } from "../../testing/test-app.ts"

let app: TestApp
let head: TestClient
let orgid: string
const ids = new Map<string, string>()

/** Account, name, and the departments that they are in, the main one first. */
const newcomers: readonly (readonly [account: string, name: string, departments: readonly string[]])[] = [
  ["lu1", "鲁小明", ["教务处"]],
  ["lu2", "鲁小明", ["安全保卫处"]],
  ["lu3", "鲁小明亮", ["教务处"]],
  ["lu4", "欧阳鲁小明", ["教务处", "安全保卫处"]],
  ["shan1", "单田芳", ["教务处"]],
  ["Anna.Lee", "Anna Lee", ["教务处"]],
  ["odd1", "100%_<b>赞</b>", ["教务处"]],
  ["gone1", "鲁小明", ["教务处"]],
]

beforeAll(async () => {
  const cleanUps: (() => Promise<void>)[] = []
  app = await testApp({}, (cleanUp) => {
    cleanUps.push(cleanUp as () => Promise<void>)
  })
  head = await app.as("head-a1")
  ;({ orgid } = await head.send(accountCalls.current, {}))
  await app.database.transaction(unrestricted, async (db) => {
    const departments = await db.select().from(department).where(eq(department.orgId, orgid))
    const [aPost] = await db.select().from(post).where(eq(post.orgId, orgid))
    for (const [account, name, places] of newcomers) {
      const [made] = await db
        .insert(person)
        .values({ orgId: orgid, account, name, usertype: 40, ...searchKeys(name, "person") })
        .returning()
      ids.set(account, made?.id ?? "")
      for (const [at, place] of places.entries())
        await db.insert(personDepartment).values({
          orgId: orgid,
          personId: made?.id ?? "",
          departmentId: departments.find((one) => one.name === place)?.id ?? "",
          postId: at === 0 ? (aPost?.id ?? null) : null,
          isMain: at === 0,
        })
    }
    await db
      .update(person)
      .set({ disabledAt: sql`now()` })
      .where(eq(person.account, "gone1"))
  })
  return async () => {
    for (const cleanUp of cleanUps) await cleanUp()
  }
})

describe("search", () => {
  const found = async (username: string) =>
    (await head.send(peopleCalls.search, { orgid, username }))
      .map(({ usercode }) => usercode)
      .filter((account) => ids.has(account))

  test.each([
    ["the whole name: exact, then beginning, then anywhere", "鲁小明", ["lu1", "lu2", "lu3", "lu4"]],
    ["the given name", "小明", ["lu1", "lu2", "lu3", "lu4"]],
    ["the last character", "亮", ["lu3"]],
    ["full pinyin, exact first", "luxiaoming", ["lu1", "lu2", "lu3", "lu4"]],
    ["the given name's pinyin", "xiaoming", ["lu1", "lu2", "lu3", "lu4"]],
    ["the beginning of the pinyin", "ouy", ["lu4"]],
    ["initials, exact first", "lxm", ["lu1", "lu2", "lu3", "lu4"]],
    ["initials from the middle", "mli", []],
    ["the given name's initials", "xml", ["lu3"]],
    ["a surname as surname", "shantianf", ["shan1"]],
    ["a surname in its other reading", "dantianf", ["shan1"]],
    ["the beginning of the other reading", "da", ["shan1"]],
    ["initials of the other reading", "dtf", ["shan1"]],
    ["an account", "lu4", ["lu4"]],
    ["an account, whatever the case", "ANNA.L", ["Anna.Lee"]],
    ["a name in Latin letters", "anna lee", ["Anna.Lee"]],
    ["spaces inside", "鲁　小 明", ["lu1", "lu2", "lu3", "lu4"]],
    ["pinyin with spaces and apostrophes", "Lu Xiao'ming", ["lu1", "lu2", "lu3", "lu4"]],
    ["full-width letters", "ＬＸＭ", ["lu1", "lu2", "lu3", "lu4"]],
    ["signs that mean something in SQL", "%_", ["odd1"]],
    ["a sign alone", "%", ["odd1"]],
    ["markup as it stands", "<b>赞", ["odd1"]],
    ["nobody", "鲁小明明", []],
  ])("[PERSON-1] by %s: %s", async (_how, username, accounts) => {
    expect(await found(username)).toEqual(accounts)
  })

  test("[PERSON-1] one letter finds those who begin with it, not everybody who holds it", async () => {
    expect(await found("m")).toEqual([])
    expect(await found("an")).toEqual(["Anna.Lee"])
  })

  test("[PERSON-1] department and post distinguish people of one name", async () => {
    const people = await head.send(peopleCalls.search, { orgid, username: "鲁小明" })
    const of = (account: string) => people.find(({ usercode }) => usercode === account)
    expect([of("lu1")?.deptname, of("lu2")?.deptname]).toEqual(["教务处", "安全保卫处"])
    expect(of("lu1")?.postname).not.toBe("")
    const both = of("lu4")
    expect(both?.deptname).toBe("教务处、安全保卫处")
    const idOf = await departmentIds()
    expect(both?.ids).toEqual([idOf("教学管理中心"), idOf("教务处"), idOf("安全保卫处")])
  })

  test("an organisation out of reach is refused, neighbours are not found", async () => {
    const neighbour = await app.as("head-a2")
    const { orgid: own } = await neighbour.send(accountCalls.current, {})
    const refused = await neighbour.request(peopleCalls.search, { orgid, username: "鲁小明" })
    expect([refused.statusCode, refused.json().msg]).toEqual([403, replyMessages.outOfReach])
    expect(await neighbour.send(peopleCalls.search, { orgid: own, username: "鲁小明" })).toEqual([])
  })
})

describe("a list of names", () => {
  const match = (names: string[]) => head.send(peopleCalls.match, { orgid, names })
  const accounts = async (names: string[]) =>
    (await match(names)).map(({ name, people }) => [name, people.map(({ usercode }) => usercode)])

  test("[PERSON-1] names are answered in order: matched, ambiguous, unknown, by account", async () => {
    expect(
      await accounts(["单田芳", "鲁小明", "没有这人", "lu3", "单田芳", "小明", "", "  ", "gone1"]),
    ).toEqual([
      ["单田芳", ["shan1"]],
      ["鲁小明", ["lu1", "lu2"]],
      ["没有这人", []],
      ["lu3", ["lu3"]],
      ["单田芳", ["shan1"]],
      ["小明", []],
      ["", []],
      ["  ", []],
      ["gone1", []],
    ])
  })

  test("[PERSON-1] spaces, full-width letters, case and markup", async () => {
    expect(
      await accounts(["单　田 芳", "\t单田芳\r\n", "ＬＵ３", "anna.lee", "Anna Lee", "100%_<b>赞</b>", "%"]),
    ).toEqual([
      ["单　田 芳", ["shan1"]],
      ["\t单田芳\r\n", ["shan1"]],
      ["ＬＵ３", ["lu3"]],
      ["anna.lee", ["Anna.Lee"]],
      ["Anna Lee", ["Anna.Lee"]],
      ["100%_<b>赞</b>", ["odd1"]],
      ["%", []],
    ])
  })

  test("each comes with departments, posts and the way up, like the found", async () => {
    const [both] = await match(["欧阳鲁小明"])
    const [same] = await head.send(peopleCalls.search, { orgid, username: "欧阳鲁小明" })
    expect(both?.people).toEqual([same])
  })

  test("1,000 names are matched in one call; 1,001 or malformed lists are refused", async () => {
    const thousand = Array.from({ length: peopleLimits.names }, (_, at) => (at % 2 ? "鲁小明" : `无名${at}`))
    const answers = await match(thousand)
    expect(answers.map(({ name }) => name)).toEqual(thousand)
    expect(answers.filter(({ people }) => people.length === 2)).toHaveLength(500)
    for (const names of [[...thousand, "多"], ["长".repeat(51)], "鲁小明", [1], null])
      expect((await head.request(peopleCalls.match, { orgid, names })).statusCode).toBe(400)
  })

  test("people of one name are returned up to a limit", async () => {
    await app.database.transaction(unrestricted, (db) =>
      db.insert(person).values(
        Array.from({ length: peopleLimits.alike + 5 }, (_, at) => ({
          orgId: orgid,
          account: `many${at}`,
          name: "众多名",
          usertype: 40 as const,
        })),
      ),
    )
    const [many] = await match(["众多名"])
    expect(many?.people).toHaveLength(peopleLimits.alike)
  })

  test("[PERSON-1] an answer is limited and ends before the name that would exceed it", async () => {
    await app.database.transaction(unrestricted, (db) =>
      db.insert(person).values(
        Array.from({ length: 3 }, (_, at) => ({
          orgId: orgid,
          account: `three${at}`,
          name: "三人行",
          usertype: 40 as const,
        })),
      ),
    )
    const asked = Array.from({ length: peopleLimits.names }, (_, at) => (at % 100 ? "三人行" : "没有这人"))
    const told: string[] = []
    for (let round = 0; told.length < asked.length; round++) {
      expect(round).toBeLessThan(2)
      const answers = await match(asked.slice(told.length))
      const people = answers.flatMap((answer) => answer.people)
      expect(people.length).toBeLessThanOrEqual(peopleLimits.told)
      // A name is answered with all of its people or not at all, and none is left out that has room.
      for (const answer of answers) expect(answer.people).toHaveLength(answer.name === "三人行" ? 3 : 0)
      if (round === 0) expect(people.length).toBeGreaterThan(peopleLimits.told - 3)
      told.push(...answers.map(({ name }) => name))
    }
    expect(told).toEqual(asked)
  })

  test("names of another organisation are unknown, the organisation out of reach", async () => {
    const neighbour = await app.as("head-a2")
    const { orgid: own } = await neighbour.send(accountCalls.current, {})
    expect(await neighbour.send(peopleCalls.match, { orgid: own, names: ["单田芳", "lu3"] })).toEqual([
      { name: "单田芳", people: [] },
      { name: "lu3", people: [] },
    ])
    expect((await neighbour.request(peopleCalls.match, { orgid, names: ["单田芳"] })).statusCode).toBe(403)
    // A bureau reaches both, and still asks about one.
    const bureau = await app.as("bureau-a")
    expect(await bureau.send(peopleCalls.match, { orgid: own, names: ["单田芳"] })).toEqual([
      { name: "单田芳", people: [] },
    ])
  })
})

describe("those who were chosen before", () => {
  const of = async (accounts: readonly string[]) =>
    (
      await head.send(peopleCalls.ofIds, {
        orgid,
        ids: accounts.map((account) => ids.get(account) ?? account).join(","),
      })
    ).map(({ usercode }) => usercode)

  test("[PICK-0] people are returned in the given order, once, without missing ones", async () => {
    expect(await of(["shan1", "lu4", "gone1", "lu1", "999999999999999999", "shan1"])).toEqual([
      "shan1",
      "lu4",
      "lu1",
    ])
    expect(await of([])).toEqual([])
  })

  test("people of another organisation are left out even if in reach", async () => {
    const bureau = await app.as("bureau-a")
    const other = await app.as("head-a2")
    const stranger = await other.send(accountCalls.current, {})
    const asked = { orgid, ids: [ids.get("lu1"), stranger.id].join(",") }
    expect((await bureau.send(peopleCalls.ofIds, asked)).map(({ usercode }) => usercode)).toEqual(["lu1"])
    expect((await other.request(peopleCalls.ofIds, asked)).statusCode).toBe(403)
    expect(await other.send(peopleCalls.ofIds, { orgid: stranger.orgid, ids: ids.get("lu1") ?? "" })).toEqual(
      [],
    )
  })

  test("1,001 ids are refused", async () => {
    const many = Array.from({ length: 1001 }, (_, at) => String(at + 1)).join(",")
    expect((await head.request(peopleCalls.ofIds, { orgid, ids: many })).statusCode).toBe(400)
  })
})

test("[PERSON-5] a department has the number of people in and below it before it is opened", async () => {
  const whole = await head.send(peopleCalls.departmentTree, { orgid })
  const expected = new Map<string, number>()
  const people = (node: PersonNode): string[] =>
    node.jid === null ? [...(node.userlist ?? []), ...(node.deptlist ?? [])].flatMap(people) : [node.id]
  const walk = (node: PersonNode): void => {
    if (node.jid !== null) return expect(node.usercount).toBeNull()
    expected.set(node.id, new Set(people(node)).size)
    expect([node.label, node.usercount]).toEqual([node.label, expected.get(node.id)])
    for (const below of [...(node.deptlist ?? []), ...(node.userlist ?? [])]) walk(below)
  }
  whole.forEach(walk)
  expect(Math.max(...expected.values())).toBeGreaterThan(5)

  const openAll = async (deptid?: string): Promise<void> => {
    const level = await head.send(peopleCalls.departmentTree, { orgid, deptid, leveldept: 1 })
    for (const { jid, id, usercount } of level) {
      if (jid !== null) continue
      expect(usercount).toBe(expected.get(id))
      await openAll(id)
    }
  }
  await openAll()
})

async function departmentIds(): Promise<(name: string) => string | undefined> {
  const rows = await app.database.transaction(unrestricted, (db) =>
    db.select().from(department).where(eq(department.orgId, orgid)),
  )
  return (name) => rows.find((row) => row.name === name)?.id
}

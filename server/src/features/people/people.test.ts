import { peopleCalls, postLevels, type PersonNode } from "@uc/contract/people/calls"
import { accountCalls } from "@uc/contract/account/calls"
import { beforeAll, expect, test } from "vitest"
import { searchKeys } from "../../db/queries/search-keys.ts"
import { testApp, type TestClient } from "../../testing/test-app.ts"

let head: TestClient
let orgid: string
beforeAll(async () => {
  const cleanUps: (() => Promise<void>)[] = []
  const app = await testApp({}, (cleanUp) => {
    cleanUps.push(cleanUp as () => Promise<void>)
  })
  head = await app.as("head-a1")
  ;({ orgid } = await head.send(accountCalls.current, {}))
  return async () => {
    for (const cleanUp of cleanUps) await cleanUp()
  }
})

function peopleIn(nodes: readonly PersonNode[]): PersonNode[] {
  return nodes.flatMap((node) => [
    ...(node.jid === null ? [] : [node]),
    ...peopleIn(node.userlist ?? []),
    ...peopleIn(node.deptlist ?? []),
  ])
}

test("[PERSON-5] level by level, the tree is the same as all at once", async () => {
  const whole = await head.send(peopleCalls.departmentTree, { orgid })
  const tops = await head.send(peopleCalls.departmentTree, { orgid, leveldept: 1 })
  expect(tops.map(({ id }) => id)).toEqual(whole.map(({ id }) => id))
  expect(tops.every(({ userlist, deptlist }) => userlist === null && deptlist === null)).toBe(true)

  const openAll = async (nodes: readonly PersonNode[]): Promise<PersonNode[]> => {
    const opened = await Promise.all(
      nodes
        .filter(({ jid }) => jid === null)
        .map(({ id: deptid }) => head.send(peopleCalls.departmentTree, { orgid, deptid, leveldept: 1 })),
    )
    const below = await Promise.all(opened.map(openAll))
    return [...nodes.filter(({ jid }) => jid !== null), ...below.flat()]
  }
  const lazily = (await openAll(tops)).map(({ idkey }) => idkey)
  expect(lazily.toSorted()).toEqual(
    peopleIn(whole)
      .map(({ idkey }) => idkey)
      .toSorted(),
  )
})

test("[PERSON-5] more levels than there are give all of them, however many are wished", async () => {
  const [top] = await head.send(peopleCalls.departmentTree, { orgid })
  for (const deptid of [undefined, top?.id]) {
    const whole = await head.send(peopleCalls.departmentTree, { orgid, deptid })
    for (const leveldept of [6, 32_767, 32_768, 999_999_999])
      expect(await head.send(peopleCalls.departmentTree, { orgid, deptid, leveldept })).toEqual(whole)
  }
})

test("[PERSON-4] one person in two departments is two nodes with one id", async () => {
  const people = peopleIn(await head.send(peopleCalls.departmentTree, { orgid }))
  const keys = people.map(({ idkey }) => idkey)
  expect(new Set(keys).size).toBe(keys.length)
  expect(new Set(people.map(({ id }) => id)).size).toBeLessThan(people.length)
})

test("people are found by name, pinyin and initials", async () => {
  const [someone] = peopleIn(await head.send(peopleCalls.departmentTree, { orgid }))
  const name = someone?.nickname ?? ""
  const { pinyin, initials } = searchKeys(name)
  for (const username of [name, name.slice(0, 1), pinyin.split(" ")[0] ?? "", initials.split(" ")[0] ?? ""]) {
    const found = await head.send(peopleCalls.search, { orgid, username })
    expect(found.map(({ id }) => id)).toContain(someone?.id)
  }
  expect(await head.send(peopleCalls.search, { orgid, username: "没有这个人" })).toEqual([])
})

test("[PERSON-4] type T finds school staff only, type E nobody in a school", async () => {
  const everybody = await head.send(peopleCalls.search, { orgid, username: "" })
  expect(await head.send(peopleCalls.search, { orgid, username: "", usertype: "T" })).toEqual(everybody)
  expect(await head.send(peopleCalls.search, { orgid, username: "", usertype: "E" })).toEqual([])
})

test("[PERSON-5] the post tree holds posts (c3) with the people who hold them (c2), each once", async () => {
  const { id } = await head.send(accountCalls.current, {})
  const posts = await head.send(peopleCalls.postTree, { "user.id": id })
  expect(posts.length).toBeGreaterThan(0)
  for (const post of posts) {
    expect(post.level).toBe(postLevels.post)
    const holders = post.children.map((person) => person.id)
    expect(new Set(holders).size).toBe(holders.length)
    expect(post.children.every(({ level }) => level === postLevels.person)).toBe(true)
  }
})

test("[PERSON-5] [DISTRICT-15] with an account, its departments and what is below, nothing else", async () => {
  const whole = await head.send(peopleCalls.departmentTree, { orgid })
  const [found] = await head.send(peopleCalls.search, { orgid, username: "teacher-a1" })
  const usercode = found?.usercode ?? ""
  const own = (nodes: readonly PersonNode[]): PersonNode[] =>
    nodes.flatMap((node) =>
      node.userlist?.some(({ jid }) => jid === found?.id) ? [node] : own(node.deptlist ?? []),
    )
  const expected = own(whole)
  expect(expected.length).toBeGreaterThan(0)
  const byAccount = await head.send(peopleCalls.departmentTree, { orgid, usercode })
  expect(byAccount).toEqual(expected)
  expect(byAccount.map(({ id }) => id)).not.toEqual(whole.map(({ id }) => id))
  const outside = whole.find(({ id }) => !expected.some((node) => node.id === id))
  const refused = [
    { orgid, usercode: "nobody-at-all" },
    { orgid, usercode, deptid: outside?.id ?? "" },
  ]
  for (const asked of refused)
    expect((await head.request(peopleCalls.departmentTree, asked)).statusCode).toBe(403)
})

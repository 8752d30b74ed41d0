import { idkeyOf, postLevels, type PersonNode } from "@uc/contract/people/calls"
import fc from "fast-check"
import { expect, test } from "vitest"
import { forestOf, withChildren, type Forest } from "../../../ui/tree/forest.ts"
import { countInGroups, departmentItems, groupsInForest, nodeKeyOf } from "./person-tree-nodes.ts"
import { peopleIn, peopleMarks, postItems, type Group } from "./person-tree-nodes.ts"

/** Departments 0..n-1, each below an earlier one or on top, and the departments of each person. */
interface World {
  readonly parents: readonly (number | null)[]
  readonly people: readonly (readonly number[])[]
}

const world: fc.Arbitrary<World> = fc.integer({ min: 1, max: 7 }).chain((size) =>
  fc.record({
    parents: fc.tuple(
      ...Array.from({ length: size }, (_, at) =>
        at === 0 ? fc.constant(null) : fc.option(fc.integer({ min: 0, max: at - 1 })),
      ),
    ),
    people: fc.array(fc.uniqueArray(fc.integer({ min: 0, max: size - 1 }), { minLength: 1, maxLength: 3 }), {
      minLength: 1,
      maxLength: 8,
    }),
  }),
)

const deptId = (at: number) => `${100 + at}`
const personId = (at: number) => `${at + 1}`

function above({ parents }: World, department: number): number[] {
  const parent = parents[department] ?? null
  return parent === null ? [department] : [department, ...above({ parents, people: [] }, parent)]
}

function membersOf(given: World, department: number): number[] {
  return given.people.flatMap((departments, person) =>
    departments.some((one) => above(given, one).includes(department)) ? [person] : [],
  )
}

function personNode(person: number, department: number): PersonNode {
  const [id, deptid] = [personId(person), deptId(department)]
  const names = { nickname: `人${id}`, label: `人${id}`, deptname: `部${deptid}` }
  const lists = { userlist: null, deptlist: null, usercount: null }
  return { jid: id, id, deptid, idkey: idkeyOf(id, deptid), ...names, ...lists }
}

function departmentNode(given: World, at: number): PersonNode {
  const id = deptId(at)
  const names = { nickname: null, label: `部${id}`, deptname: `部${id}` }
  const lists = { userlist: null, deptlist: null, usercount: membersOf(given, at).length }
  return { jid: null, id, deptid: id, idkey: idkeyOf(null, id), ...names, ...lists }
}

function levelBelow(given: World, department: number | null): PersonNode[] {
  const people = given.people.flatMap((departments, person) =>
    department !== null && departments.includes(department) ? [personNode(person, department)] : [],
  )
  const below = given.parents.flatMap((parent, at) =>
    parent === department ? [departmentNode(given, at)] : [],
  )
  return [...people, ...below]
}

/** The forest after these departments were opened, in this order, where they were there to be opened. */
function opened(given: World, order: readonly number[]) {
  const top = departmentItems(levelBelow(given, null), new Set())
  let forest: Forest = forestOf(top.items)
  const groups = new Map<string, Group>(top.groups)
  for (const at of order) {
    const key = idkeyOf(null, deptId(at))
    if (forest.indexOf(key) < 0) continue
    const level = departmentItems(levelBelow(given, at), new Set())
    for (const [id, group] of level.groups) groups.set(id, group)
    forest = withChildren(forest, key, level.items)
  }
  return { forest, groups }
}

test("[PERSON-2] [PERSON-4] [PERSON-5] ticks are exact whatever is loaded, also for one person in two departments", () => {
  fc.assert(
    fc.property(world, fc.array(fc.nat(6)), fc.array(fc.nat(7)), (given, order, picked) => {
      const { forest, groups } = opened(given, order)
      const chosen = new Set(picked.filter((at) => at < given.people.length))
      const idsOf = (person: number) =>
        (given.people[person] ?? []).flatMap((one) => above(given, one)).map(deptId)
      const counts = countInGroups([...chosen].map(idsOf))
      const chosenIds = new Map([...chosen].map((at) => [personId(at), null]))
      const marks = peopleMarks(forest, groups, chosenIds, counts)
      for (let index = 0; index < forest.size; index += 1) {
        const { person, group } = nodeKeyOf(forest.itemAt(index).key)
        const members = person === null ? membersOf(given, Number(group) - 100) : [Number(person) - 1]
        const hits = members.filter((member) => chosen.has(member)).length
        const expected = hits === 0 ? "unchecked" : hits === members.length ? "checked" : "partial"
        expect(marks.of(index)).toBe(expected)
      }
    }),
    { numRuns: 300 },
  )
})

test("[PERSON-4] the loaded nodes give the same departments as the server once all are loaded", () => {
  fc.assert(
    fc.property(world, (given) => {
      const { forest } = opened(given, [0, 1, 2, 3, 4, 5, 6])
      const known = groupsInForest(forest)
      given.people.forEach((departments, person) => {
        const expected = new Set(departments.flatMap((one) => above(given, one)).map(deptId))
        expect(known.get(personId(person))).toEqual(expected)
      })
    }),
  )
})

test("[PERSON-1] everybody below a department, each once; who is fixed can't be ticked", () => {
  const given: World = { parents: [null, 0], people: [[0], [0, 1], [1]] }
  const whole = levelBelow(given, null).map((node): PersonNode => ({
    ...node,
    userlist: levelBelow(given, 0).filter(({ jid }) => jid !== null),
    deptlist: [{ ...departmentNode(given, 1), userlist: levelBelow(given, 1), deptlist: [] }],
  }))
  expect([...peopleIn(whole).keys()].toSorted()).toEqual(["1", "2", "3"])

  const { items } = departmentItems(whole, new Set(["2"]))
  const forest = forestOf(items)
  const disabled = Array.from({ length: forest.size }, (_, index) => forest.itemAt(index))
    .filter(({ isDisabled }) => isDisabled)
    .map(({ key }) => key)
  expect(disabled).toEqual(["2-100", "2-101"])
})

test("[PERSON-5] posts are c3, their people c2, and one who holds two posts is ticked under both", () => {
  const holder = (id: string, name: string) => ({ id, name, level: postLevels.person, children: [] })
  const { items, groups, people } = postItems(
    [
      { id: "7", name: "校长", level: postLevels.post, children: [holder("1", "王芳")] },
      { id: "8", name: "教师", level: postLevels.post, children: [holder("1", "王芳"), holder("2", "李明")] },
    ],
    new Set(),
  )
  const forest = forestOf(items)
  const chosen = new Map([["1", null]])
  const known = groupsInForest(forest)
  const marks = peopleMarks(forest, groups, chosen, countInGroups([known.get("1") ?? []]))
  const told = Array.from({ length: forest.size }, (_, at) => [forest.itemAt(at).key, marks.of(at)])
  expect(told).toEqual([
    ["-7", "checked"],
    ["1-7", "checked"],
    ["-8", "partial"],
    ["1-8", "checked"],
    ["2-8", "unchecked"],
  ])
  expect([...people.values()].map(({ name }) => name)).toEqual(["王芳", "李明"])
})

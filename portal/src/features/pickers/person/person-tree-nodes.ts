import {
  idkeyOf,
  postLevels,
  type PersonNode,
  type PostNode,
  type SearchedPerson,
} from "@uc/contract/people/calls"
import type { Id } from "@uc/contract/core/wire"
import type { Forest, TreeItem } from "../../../ui/tree/forest.ts"
import type { Mark, Marks } from "../../../ui/tree/marks.ts"

/** Somebody who is chosen, or can be. */
export interface Person {
  readonly id: Id
  readonly name: string
  readonly deptname: string
  readonly postname: string
  /** The departments they are in and all above these; null: known from one node of a tree only. */
  readonly ids: readonly Id[] | null
}

export function personOf({ id, username, deptname, postname, ids }: SearchedPerson): Person {
  return { id, name: username, deptname, postname, ids }
}

/** What tells two people of one name apart. */
export function placeOf({ deptname, postname }: Pick<Person, "deptname" | "postname">): string {
  return [deptname, postname].filter((part) => part !== "").join(" · ")
}

/**
 * A tree of groups with people: departments or posts. A node's key is its `idkey` (PERSON-4): a person's includes the
 * group, so one person may have several nodes.
 */
interface NodeKey {
  /** Null: the node is the group itself. */
  readonly person: Id | null
  readonly group: Id
}

export function nodeKeyOf(key: string): NodeKey {
  const at = key.indexOf("-")
  return { person: at > 0 ? key.slice(0, at) : null, group: key.slice(at + 1) }
}

export interface Group {
  readonly name: string
  /** How many people are in it and below, each counted once. Null: the service does not tell, and not all of it is loaded. */
  readonly size: number | null
}

export interface PeopleItems {
  readonly items: readonly TreeItem[]
  readonly people: ReadonlyMap<Id, Person>
  readonly groups: ReadonlyMap<Id, Group>
}

interface Gathered {
  readonly people: Map<Id, Person>
  readonly groups: Map<Id, Group>
}

/** Departments and people as the tree shows them; `fixed` are those whose tick can't be changed. */
export function departmentItems(nodes: readonly PersonNode[], fixed: ReadonlySet<Id>): PeopleItems {
  const gathered: Gathered = { people: new Map(), groups: new Map() }
  return { items: nodes.map((node) => departmentItem(node, fixed, gathered)), ...gathered }
}

function departmentItem(node: PersonNode, fixed: ReadonlySet<Id>, gathered: Gathered): TreeItem {
  const { jid, id, idkey, label, deptid, deptname, userlist, deptlist, usercount } = node
  if (jid !== null) {
    gathered.people.set(id, { id, name: label, deptname, postname: "", ids: null })
    return { key: idkey, label, children: [], isLeaf: true, isDisabled: fixed.has(id) }
  }
  const size = usercount ?? countedIn(node)
  gathered.groups.set(deptid, { name: label, size })
  const isLoaded = userlist !== null && deptlist !== null
  const children = [...(userlist ?? []), ...(deptlist ?? [])]
  return {
    key: idkey,
    label,
    children: isLoaded ? children.map((child) => departmentItem(child, fixed, gathered)) : null,
    ...(size !== null && { hint: `${size}人` }),
  }
}

/** DISTRICT-16: of an answer that has everybody; null: something is not loaded. */
function countedIn({ userlist, deptlist }: PersonNode): number | null {
  const people = new Set<Id>()
  function isWhole(users: PersonNode["userlist"], below: PersonNode["deptlist"]): boolean {
    if (users === null || below === null) return false
    for (const { id } of users) people.add(id)
    return below.every((each) => isWhole(each.userlist, each.deptlist))
  }
  return isWhole(userlist, deptlist) ? people.size : null
}

/** DISTRICT-16: sizes that the service does not tell, where everything below has been opened by now. */
export function withSizes(groups: ReadonlyMap<Id, Group>, forest: Forest): ReadonlyMap<Id, Group> {
  const counted = new Map(groups)
  for (let at = 0; at < forest.size; at += 1) {
    const { person, group } = nodeKeyOf(forest.itemAt(at).key)
    const known = groups.get(group)
    if (person === null && known?.size === null) counted.set(group, { ...known, size: sizeAt(forest, at) })
  }
  return counted
}

function sizeAt(forest: Forest, at: number): number | null {
  const people = new Set<Id>()
  for (let below = at; below < forest.endOf(at); below += 1) {
    const { person } = nodeKeyOf(forest.itemAt(below).key)
    if (person !== null) people.add(person)
    else if (!forest.isLoaded(below)) return null
  }
  return people.size
}

/** PERSON-5: posts (c3) with the people who hold them (c2). */
export function postItems(nodes: readonly PostNode[], fixed: ReadonlySet<Id>): PeopleItems {
  const people = new Map<Id, Person>()
  const groups = new Map<Id, Group>()
  const items = nodes.map((post): TreeItem => {
    const holders = post.children.filter(({ level }) => level !== postLevels.post)
    groups.set(post.id, { name: post.name, size: new Set(holders.map(({ id }) => id)).size })
    for (const { id, name } of holders) {
      people.set(id, { id, name, deptname: "", postname: post.name, ids: null })
    }
    return {
      key: idkeyOf(null, post.id),
      label: post.name,
      hint: `${groups.get(post.id)?.size ?? 0}人`,
      children: holders.map(({ id, name }) => ({
        key: idkeyOf(id, post.id),
        label: name,
        children: [],
        isLeaf: true,
        isDisabled: fixed.has(id),
      })),
    }
  })
  return { items, people, groups }
}

/** The groups that the nodes of a person stand in, as far as they are loaded, and all above these. */
export function groupsInForest(forest: Forest): ReadonlyMap<Id, ReadonlySet<Id>> {
  const found = new Map<Id, Set<Id>>()
  for (let index = 0; index < forest.size; index += 1) {
    const { person } = nodeKeyOf(forest.itemAt(index).key)
    if (person === null) continue
    const groups = found.get(person) ?? new Set()
    found.set(person, groups)
    for (let above = forest.parentOf(index); above >= 0; above = forest.parentOf(above)) {
      groups.add(nodeKeyOf(forest.itemAt(above).key).group)
    }
  }
  return found
}

/** With max 1: the nodes of the chosen person. */
export function nodesOfPeople(forest: Forest, people: ReadonlyMap<Id, unknown>): ReadonlySet<string> {
  const keys = new Set<string>()
  for (let index = 0; index < forest.size && people.size > 0; index += 1) {
    const { key } = forest.itemAt(index)
    const { person } = nodeKeyOf(key)
    if (person !== null && people.has(person)) keys.add(key)
  }
  return keys
}

/** How many of the chosen are in each group or below it. */
export function countInGroups(groupsOf: Iterable<Iterable<Id>>): ReadonlyMap<Id, number> {
  const counts = new Map<Id, number>()
  for (const groups of groupsOf) {
    for (const group of new Set(groups)) counts.set(group, (counts.get(group) ?? 0) + 1)
  }
  return counts
}

/**
 * PERSON-2: a group is checked when everybody in it is chosen, partial when some are. By counts alone, so that it is
 * exact for unopened departments and for a person in two of them.
 */
export function peopleMarks(
  forest: Forest,
  groups: ReadonlyMap<Id, Group>,
  chosen: ReadonlyMap<Id, unknown>,
  counts: ReadonlyMap<Id, number>,
): Marks {
  return {
    of(index): Mark {
      const { person, group } = nodeKeyOf(forest.itemAt(index).key)
      if (person !== null) return chosen.has(person) ? "checked" : "unchecked"
      const count = counts.get(group) ?? 0
      if (count === 0) return "unchecked"
      return count >= (groups.get(group)?.size ?? Infinity) ? "checked" : "partial"
    },
  }
}

/** Everybody in these nodes and below, each once. */
export function peopleIn(nodes: readonly PersonNode[]): ReadonlyMap<Id, Person> {
  return departmentItems(nodes, new Set()).people
}

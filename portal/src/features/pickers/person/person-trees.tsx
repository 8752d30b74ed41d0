import { peopleCalls, type PersonNode } from "@uc/contract/people/calls"
import { pickerMessages } from "@uc/contract/pickers/pickers"
import type { Id } from "@uc/contract/core/wire"
import { useEffect, useMemo, useState } from "react"
import { messageOf } from "../../../platform/http/failure.ts"
import { send } from "../../../platform/http/send.ts"
import { useCall } from "../../../platform/http/use-call.ts"
import { forestOf, type Forest, type TreeItem } from "../../../ui/tree/forest.ts"
import { TreeView } from "../../../ui/tree/tree-view.tsx"
import {
  countInGroups,
  departmentItems,
  groupsInForest,
  nodeKeyOf,
  nodesOfPeople,
  peopleIn,
  peopleMarks,
  postItems,
  withSizes,
} from "./person-tree-nodes.ts"
import type { Group, Person } from "./person-tree-nodes.ts"
import { NothingToChoose } from "../nothing-to-choose.tsx"
import { PickerEmpty, PickerError, PickerSkeleton } from "../picker-states.tsx"
import type { LevelSource } from "../tree/lazy-source.ts"
import { useLazyTree } from "../tree/use-lazy-tree.ts"
import { useSignal } from "../use-signal.ts"
import type { PersonChoice } from "./use-person-choice.ts"

interface PersonTreeProps {
  readonly orgid: Id
  readonly jid: Id
  readonly fixed: ReadonlySet<Id>
  readonly choice: PersonChoice
  readonly isShown: boolean
  /** What of the answer could not be shown. */
  readonly onProblems: (problems: readonly string[]) => void
}

/** With max 1 a press on a department opens it. */
function isGroupPressed(choice: PersonChoice, groups: ReadonlyMap<Id, Group>) {
  return ({ key }: TreeItem) => {
    const { person, group } = nodeKeyOf(key)
    // A size that is not told may be any.
    const size = groups.get(group)?.size
    return person !== null || (choice.chosen.max !== 1 && (size === null || (size ?? 0) > 0))
  }
}

/** A press on a department's name opens it; its box ticks everybody. */
function isGroup({ key }: TreeItem): boolean {
  return nodeKeyOf(key).person === null
}

/** Ticks; with max 1 the chosen person. */
function useSelected(forest: Forest | null, { chosen }: PersonChoice): ReadonlySet<string> | null {
  const { entries, max } = chosen
  return useMemo(() => (forest && max === 1 ? nodesOfPeople(forest, entries) : null), [forest, max, entries])
}

function useToldProblems(
  { isShown, onProblems }: PersonTreeProps,
  problems: readonly string[] | undefined,
): void {
  useEffect(() => {
    if (isShown && problems) onProblems(problems)
  }, [isShown, problems, onProblems])
}

function departmentSource(orgid: Id, fixed: ReadonlySet<Id>): LevelSource<PersonNode> {
  return {
    below: (parent, signal) =>
      send(
        peopleCalls.departmentTree,
        { orgid, ...(parent !== null && { deptid: nodeKeyOf(parent).group }), leveldept: 1 },
        { signal },
      ),
    // The chosen are looked up as people, not as nodes.
    ofIds: () => Promise.resolve([]),
    keyOf: ({ idkey }) => idkey,
    labelOf: ({ label }) => label,
    aboveOf: () => [],
    isLeaf: ({ jid }) => jid !== null,
    itemsOf: (nodes) => departmentItems(nodes, fixed).items,
  }
}

const noIds: readonly string[] = []
const neverFixed = () => false

/** PERSON-5: level by level; ticking a department means everybody in it and below. */
export function PersonDepartments(props: PersonTreeProps) {
  const { orgid, fixed, choice } = props
  const source = useMemo(() => departmentSource(orgid, fixed), [orgid, fixed])
  const { tree, error, open, retry } = useLazyTree({ source, ids: noIds, isFixed: neverFixed })
  const [filling, setFilling] = useState<ReadonlySet<string>>(new Set())
  const pickerSignal = useSignal()
  const forest = tree?.forest ?? null
  useToldProblems(props, forest?.problems)
  const known = useMemo(
    () =>
      tree && { ...departmentItems([...tree.nodes.values()], fixed), groupsOf: groupsInForest(tree.forest) },
    [tree, fixed],
  )
  const entries = choice.chosen.entries
  const selected = useSelected(forest, choice)

  if (error !== null) return <PickerError error={error} onRetry={retry} />
  if (!tree || !known) return <PickerSkeleton />
  if (tree.forest.size === 0) return <NothingToChoose noun="部门和人员" />

  const { people } = known
  const groups = withSizes(known.groups, tree.forest)
  const groupsOf = ({ id, ids }: Person): Iterable<Id> => ids ?? known.groupsOf.get(id) ?? []
  const counts = countInGroups([...entries.values()].map(groupsOf))

  async function fill(key: string, deptid: Id) {
    const signal = pickerSignal()
    if (filling.has(key)) return
    setFilling((before) => new Set([...before, key]))
    try {
      const nodes = await send(peopleCalls.departmentTree, { orgid, deptid }, { signal })
      if (!signal.aborted) choice.toggleAll(peopleIn(nodes).values())
    } catch (failure) {
      const sentence = signal.aborted ? null : messageOf(failure, pickerMessages.failed)
      if (sentence !== null) choice.refuse(sentence)
    } finally {
      if (!signal.aborted) setFilling((before) => new Set([...before].filter((one) => one !== key)))
    }
  }

  function toggle(key: string) {
    const { person, group } = nodeKeyOf(key)
    if (person !== null) {
      const one = entries.get(person) ?? people.get(person)
      if (one) choice.toggleAll([one])
      return
    }
    const size = groups.get(group)?.size ?? null
    const count = counts.get(group) ?? 0
    const { max } = choice.chosen
    if (size !== null && count >= size) {
      const inside = [...entries.values()].filter((one) => [...groupsOf(one)].includes(group))
      choice.remove(inside.map(({ id }) => id))
    } else if (size !== null && max !== null && fixed.size === 0 && entries.size + size - count > max) {
      // Known by the counts: nobody has to be loaded to be refused.
      choice.refuse(pickerMessages.person.tooMany(max))
    } else void fill(key, group)
  }

  return (
    <TreeView
      label="部门人员"
      forest={tree.forest}
      marks={selected ? null : peopleMarks(tree.forest, groups, entries, counts)}
      selected={selected ?? undefined}
      canToggle={isGroupPressed(choice, groups)}
      opensByName={isGroup}
      onToggle={toggle}
      onOpen={open}
      pending={new Set([...tree.pending, ...filling])}
      failed={tree.failed}
    />
  )
}

/** PERSON-5: posts (c3) with the people who hold them (c2), in one answer. */
export function PersonPosts(props: PersonTreeProps) {
  const { jid, fixed, choice } = props
  const { data, error, refetch } = useCall(peopleCalls.postTree, { "user.id": jid })
  const posts = useMemo(() => {
    if (!data) return null
    const { items, groups, people } = postItems(data, fixed)
    const forest = forestOf(items)
    return { forest, groups, people, known: groupsInForest(forest) }
  }, [data, fixed])
  useToldProblems(props, posts?.forest.problems)
  const selected = useSelected(posts?.forest ?? null, choice)

  if (error) return <PickerError error={error} onRetry={() => void refetch()} />
  if (!posts) return <PickerSkeleton />
  const { forest, groups, people, known } = posts
  if (forest.size === 0) return <PickerEmpty title="暂无岗位" words="可以按部门查找，或者搜索姓名" />

  const entries = choice.chosen.entries
  const counts = countInGroups([...entries.keys()].map((id) => known.get(id) ?? []))

  function toggle(key: string) {
    const ids = membersOf(forest, key)
    choice.toggleAll(ids.flatMap((id) => entries.get(id) ?? people.get(id) ?? []))
  }

  return (
    <TreeView
      label="岗位人员"
      forest={forest}
      marks={selected ? null : peopleMarks(forest, groups, entries, counts)}
      selected={selected ?? undefined}
      canToggle={isGroupPressed(choice, groups)}
      opensByName={isGroup}
      onToggle={toggle}
    />
  )
}

/** The person of a node, or everybody below it. */
function membersOf(forest: Forest, key: string): Id[] {
  const start = forest.indexOf(key)
  const end = start < 0 ? -1 : forest.endOf(start)
  const ids = new Set<Id>()
  for (let index = start; index < end; index += 1) {
    const { person } = nodeKeyOf(forest.itemAt(index).key)
    if (person !== null) ids.add(person)
  }
  return [...ids]
}

import { peopleCalls } from "@uc/contract/people/calls"
import { pickerMessages } from "@uc/contract/pickers/pickers"
import type { Id } from "@uc/contract/core/wire"
import { useEffect, useReducer, useRef } from "react"
import { messageOf } from "../../../platform/http/failure.ts"
import { send } from "../../../platform/http/send.ts"
import { forestOf, withChildren, type Forest } from "../../../ui/tree/forest.ts"
import { departmentItems, nodeKeyOf, type Group, type PeopleItems, type Person } from "./person-tree-nodes.ts"

interface Shown {
  readonly at: "shown"
  readonly forest: Forest
  readonly groups: ReadonlyMap<Id, Group>
  readonly people: ReadonlyMap<Id, Person>
  /** Departments whose level is on its way. */
  readonly pending: ReadonlySet<string>
  readonly failed: ReadonlyMap<string, string>
}

export type PersonTree =
  | { readonly at: "loading" }
  | { readonly at: "failed"; readonly error: unknown }
  | Shown

type PersonTreeEvent =
  | { readonly type: "asked" }
  | { readonly type: "failed"; readonly error: unknown }
  | { readonly type: "loaded"; readonly level: PeopleItems }
  | { readonly type: "levelAsked"; readonly key: string }
  | { readonly type: "levelLoaded"; readonly key: string; readonly level: PeopleItems }
  | { readonly type: "levelFailed"; readonly key: string; readonly sentence: string | null }

export function reducePersonTree(tree: PersonTree, event: PersonTreeEvent): PersonTree {
  switch (event.type) {
    case "asked":
      return { at: "loading" }
    case "failed":
      return { at: "failed", error: event.error }
    case "loaded": {
      const { items, groups, people } = event.level
      return { at: "shown", forest: forestOf(items), groups, people, pending: new Set(), failed: new Map() }
    }
    case "levelAsked":
      if (tree.at !== "shown") return tree
      return { ...tree, pending: new Set([...tree.pending, event.key]), failed: without(tree, event.key) }
    case "levelLoaded": {
      if (tree.at !== "shown") return tree
      const { items, groups, people } = event.level
      return {
        ...settled(tree, event.key),
        forest: withChildren(tree.forest, event.key, items),
        groups: new Map([...tree.groups, ...groups]),
        people: new Map([...tree.people, ...people]),
      }
    }
    case "levelFailed": {
      if (tree.at !== "shown") return tree
      const failed = without(tree, event.key)
      return {
        ...settled(tree, event.key),
        failed: event.sentence === null ? failed : new Map([...failed, [event.key, event.sentence]]),
      }
    }
  }
}

function without({ failed }: Shown, key: string): ReadonlyMap<string, string> {
  return new Map([...failed].filter(([one]) => one !== key))
}

function settled(tree: Shown, key: string): Shown {
  return { ...tree, pending: new Set([...tree.pending].filter((one) => one !== key)) }
}

async function loadTop(
  orgid: Id,
  fixed: ReadonlySet<Id>,
  signal: AbortSignal,
  tell: (event: PersonTreeEvent) => void,
) {
  tell({ type: "asked" })
  try {
    const nodes = await send(peopleCalls.departmentTree, { orgid, leveldept: 1 }, { signal })
    tell({ type: "loaded", level: departmentItems(nodes, fixed) })
  } catch (error) {
    if (!signal.aborted) tell({ type: "failed", error })
  }
}

/** PERSON-5: the department tree, a level at a time. */
export function usePersonTree(orgid: Id, fixed: ReadonlySet<Id>) {
  const [tree, tell] = useReducer(reducePersonTree, { at: "loading" })
  const leaving = useRef<AbortController>(null)

  useEffect(() => {
    const controller = new AbortController()
    leaving.current = controller
    void loadTop(orgid, fixed, controller.signal, tell)
    return () => controller.abort()
  }, [orgid, fixed])

  function retry() {
    if (leaving.current) void loadTop(orgid, fixed, leaving.current.signal, tell)
  }

  async function open(key: string) {
    const signal = leaving.current?.signal
    if (!signal || (tree.at === "shown" && tree.pending.has(key))) return
    tell({ type: "levelAsked", key })
    const deptid = nodeKeyOf(key).group
    try {
      const nodes = await send(peopleCalls.departmentTree, { orgid, deptid, leveldept: 1 }, { signal })
      if (!signal.aborted) tell({ type: "levelLoaded", key, level: departmentItems(nodes, fixed) })
    } catch (error) {
      if (signal.aborted) return
      tell({ type: "levelFailed", key, sentence: messageOf(error, pickerMessages.failed) })
    }
  }

  return { tree, open: (key: string) => void open(key), retry }
}

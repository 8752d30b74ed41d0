import { departmentCalls, type DepartmentNode } from "@uc/contract/departments/calls"
import type { PersonType } from "@uc/contract/people/calls"
import type { Id } from "@uc/contract/core/wire"
import { useCallback, useEffect, useReducer } from "react"
import { send } from "../../../platform/http/send.ts"
import { useSignal } from "../use-signal.ts"

export type DepartmentTree =
  | { readonly at: "loading" }
  | { readonly at: "failed"; readonly error: unknown }
  | { readonly at: "shown"; readonly nodes: readonly DepartmentNode[] }

interface TreeInput {
  readonly orgid: Id
  readonly type: PersonType | undefined
}

/**
 * DEPT-1: the whole tree, loaded at each opening: an old one would lack new defaults. `reload` keeps the shown tree when
 * it fails, and throws.
 */
export function useDepartmentTree({ orgid, type }: TreeInput) {
  const [tree, show] = useReducer((_: DepartmentTree, next: DepartmentTree) => next, { at: "loading" })
  const signal = useSignal()

  const reload = useCallback(async () => {
    const until = signal()
    const answer = await send(departmentCalls.tree, { orgid, ...(type && { type }) }, { signal: until })
    const nodes = ordered(answer)
    if (!until.aborted) show({ at: "shown", nodes })
    return nodes
  }, [orgid, type, signal])

  const load = useCallback(async () => {
    const until = signal()
    show({ at: "loading" })
    try {
      await reload()
    } catch (error) {
      if (!until.aborted) show({ at: "failed", error })
    }
  }, [reload, signal])

  useEffect(() => void load(), [load])

  return { tree, retry: () => void load(), reload }
}

/** By sortNo, whatever the answer's order; equal numbers stay in order. */
function ordered(nodes: readonly DepartmentNode[]): DepartmentNode[] {
  const own = nodes.map((node) => ({ ...node, children: ordered(node.children) }))
  // A copy is sorted; `toSorted` is younger than some browsers that we serve.
  // oxlint-disable-next-line unicorn/no-array-sort
  return own.sort((one, other) => one.sortNo - other.sortNo)
}

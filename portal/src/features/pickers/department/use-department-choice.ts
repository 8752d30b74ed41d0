import type { DepartmentNode } from "@uc/contract/departments/calls"
import { pickerMessages, type PickerOptions, type PickerResult } from "@uc/contract/pickers/pickers"
import type { Id } from "@uc/contract/core/wire"
import { useEffect, useReducer, useState } from "react"
import { nothingChosen } from "../chosen.ts"
import { usePickerProblem } from "../picker-problem.ts"
import { useChosen } from "../use-chosen.ts"

/** DEPT-2: why this many can't be confirmed; null: they can. One is wanted unless the caller says that none will do. */
export function departmentProblem(count: number, min: number, max: number | null): string | null {
  if (count === 0 && min > 0) return pickerMessages.department.none
  if (count < min) return pickerMessages.department.tooFew(min)
  return max !== null && count > max ? aboveMax(max) : null
}

function aboveMax(max: number): string {
  return max === 1 ? pickerMessages.department.onlyOne : pickerMessages.department.tooMany(max)
}

interface Gone {
  /** Defaults that were never there. */
  readonly defaults: number
  readonly names: readonly string[]
}

type Nodes = ReadonlyMap<Id, DepartmentNode>

interface Asked {
  readonly options: PickerOptions<"department">
  /** Null until the tree is there. */
  readonly nodes: Nodes | null
  readonly onDone: (result: PickerResult<"department">) => void
  /** The departments as they are now. */
  readonly ask: () => Promise<Nodes>
}

/** Names by id; empty for one that no tree has shown yet. */
export function useDepartmentChoice({ options, nodes, onDone, ask }: Asked) {
  const { min = 1, max = null } = options
  const [chosen, tell, now] = useChosen<string>(() => {
    const wanted = [...(options.required ?? []), ...(options.defaults ?? [])]
    return { ...nothingChosen(max, options.required), entries: new Map(wanted.map((id) => [id, ""])) }
  })
  const [gone, note] = useReducer(
    (before: Gone, { defaults, names }: Gone): Gone => ({
      defaults: before.defaults + defaults,
      names: [...before.names, ...names],
    }),
    { defaults: 0, names: [] },
  )
  const [isConfirming, setConfirming] = useState(false)
  const { problem, refuse, settle } = usePickerProblem()

  // The tree came, or changed: what is no longer in it can't stay chosen, what was renamed has its new name.
  useEffect(() => {
    if (!nodes) return
    const missing = [...now().entries].filter(([id]) => !nodes.has(id))
    tell({ type: "learnt", entries: [...nodes].map(([id, { name }]) => [id, name]) })
    if (missing.length === 0) return
    const names = missing.map(([, name]) => name).filter((name) => name !== "")
    tell({ type: "vanished", keys: missing.map(([id]) => id) })
    note({ defaults: missing.length - names.length, names })
  }, [nodes, now, tell])

  function toggle(id: Id, name: string) {
    if (chosen.entries.has(id)) return remove(id)
    const { refused } = tell({ type: "added", entries: [[id, name]] })
    if (refused > 0 && max !== null) refuse(aboveMax(max))
    else settle()
  }

  function remove(id: Id) {
    tell({ type: "removed", keys: [id] })
    settle()
  }

  async function confirm() {
    if (!nodes || isConfirming) return
    const wrong = departmentProblem(chosen.entries.size, min, max)
    if (wrong !== null) return refuse(wrong)
    setConfirming(true)
    // When it can't be asked, the choice stands: who takes it will see.
    const current = await ask().catch(() => nodes)
    setConfirming(false)
    const all = [...chosen.entries]
    if (all.some(([id]) => !current.has(id))) return
    onDone(all.map(([id, name]) => ({ id, name: current.get(id)?.name ?? name })))
  }

  return {
    chosen,
    gone,
    problem,
    refuse,
    toggle,
    remove,
    clear: () => {
      tell({ type: "cleared" })
      settle()
    },
    isConfirming,
    confirm: () => void confirm(),
  }
}

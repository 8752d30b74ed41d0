import type { DepartmentNode } from "@uc/contract/departments/calls"
import { pickerMessages, type PickerOptions, type PickerResult } from "@uc/contract/pickers/pickers"
import type { Id } from "@uc/contract/core/wire"
import { useEffect, useReducer, useState } from "react"
import { nothingChosen } from "../chosen.ts"
import type { Gone } from "../gone.ts"
import { usePickerProblem } from "../picker-problem.ts"
import { amountProblem, keysAtStart } from "../selection.ts"
import { useChosen } from "../use-chosen.ts"

/** DEPT-2: at least one, unless the caller says otherwise. */
const words = {
  ...pickerMessages.department,
  tooMany: (max: number) =>
    max === 1 ? pickerMessages.department.onlyOne : pickerMessages.department.tooMany(max),
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

/** Names by id; empty for unknown ones. */
export function useDepartmentChoice({ options, nodes, onDone, ask }: Asked) {
  const { min = 1, max = null } = options
  const [chosen, tell, now] = useChosen<string>(() => {
    const entries = new Map(keysAtStart(options).map((id) => [id, ""]))
    return { ...nothingChosen(max, options.required), entries }
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

  // After a load of the tree: removed departments are not chosen any more, renamed ones get their new name.
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
    if (refused > 0 && max !== null) refuse(words.tooMany(max))
    else settle()
  }

  function remove(id: Id) {
    tell({ type: "removed", keys: [id] })
    settle()
  }

  async function confirm() {
    if (!nodes || isConfirming) return
    const wrong = amountProblem(chosen.entries.size, min, max, words)
    if (wrong !== null) return refuse(wrong)
    setConfirming(true)
    // If the check fails, the choice stands.
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

import "virtual:theme.css"
import "../../portal/src/ui/theme/base.css"
import { useLayoutEffect, useMemo, useRef, useState } from "react"
import { createRoot, type Root } from "react-dom/client"
import { forestOf, type TreeItem } from "../../portal/src/ui/tree/forest.ts"
import { linkedMarks } from "../../portal/src/ui/tree/marks.ts"
import { TreeView, type TreeHandle } from "../../portal/src/ui/tree/tree-view.tsx"
import type { BenchNode, TreeMark, TreeUnderTest } from "./tree-under-test.ts"

interface Handle {
  filter: (text: string) => void
  expandAll: () => void
}

interface OwnerProps {
  readonly data: BenchNode[]
  readonly opened: readonly string[]
  readonly handle: Partial<Handle>
}

function Owner({ data, opened, handle }: OwnerProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [text, setText] = useState("")
  const tree = useRef<TreeHandle>(null)
  const forest = useMemo(() => forestOf(data), [data])
  const marks = useMemo(() => linkedMarks(forest, chosen), [forest, chosen])
  const filter = useMemo(
    () => (text === "" ? undefined : ({ label }: TreeItem) => label.includes(text)),
    [text],
  )
  useLayoutEffect(() => {
    Object.assign(handle, { filter: setText, expandAll: () => tree.current?.expandAll() } satisfies Handle)
    const first = forest.itemAt(forest.indexOf(opened.at(-1) ?? "")).children?.[0]
    if (first) tree.current?.reveal(first.key)
  }, [forest, opened, handle])
  function toggle(key: string) {
    const next = new Set(chosen)
    if (marks.of(forest.indexOf(key)) === "checked") next.delete(key)
    else next.add(key)
    setChosen(next)
  }
  return (
    <TreeView
      ref={tree}
      label="地点"
      forest={forest}
      marks={marks}
      filter={filter}
      highlight={text}
      onToggle={toggle}
    />
  )
}

const marks: Readonly<Record<string, TreeMark>> = { true: "checked", mixed: "partial", false: "unchecked" }

export function ours(): TreeUnderTest {
  const handle: Partial<Handle> = {}
  let root: Root | null = null
  const rows = () => [...document.querySelectorAll<HTMLElement>('[role="treeitem"]')]
  const rowOf = (label: string) => rows().find((row) => row.getAttribute("aria-label") === label)
  return {
    mount(box, data, opened) {
      root = createRoot(box)
      root.render(<Owner data={data} opened={opened} handle={handle} />)
    },
    unmount: () => root?.unmount(),
    labels: () => rows().map((row) => row.getAttribute("aria-label") ?? ""),
    toggle: (label) => rowOf(label)?.click(),
    markOf: (label) => marks[rowOf(label)?.getAttribute("aria-checked") ?? "false"] ?? "unchecked",
    expandAll: () => handle.expandAll?.(),
    contentHeightPx: () => document.querySelector('[role="tree"]')?.scrollHeight ?? 0,
    filter: (text) => handle.filter?.(text),
  }
}

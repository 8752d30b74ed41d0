import { Tree } from "antd"
import { useMemo, useState, type Key } from "react"
import { createRoot, type Root } from "react-dom/client"
import { parentKeys } from "../../tree-page/nodes.ts"
import {
  boxHeightPx,
  rowHeightPx,
  type BenchNode,
  type TreeMark,
  type TreeUnderTest,
} from "../../tree-page/tree-under-test.ts"

interface Handle {
  filter: (text: string) => void
  expandAll: () => void
}

/** Its tree has no filter of its own: the owner hands in what is left, as its documentation's search does. */
function kept(nodes: readonly BenchNode[], text: string): BenchNode[] {
  const found: BenchNode[] = []
  for (const node of nodes) {
    const children = kept(node.children, text)
    if (children.length > 0 || node.label.includes(text)) found.push({ ...node, children })
  }
  return found
}

const fieldNames = { title: "label", key: "key", children: "children" }

interface OwnerProps {
  readonly data: BenchNode[]
  readonly opened: readonly string[]
  readonly handle: Partial<Handle>
}

function Owner({ data, opened, handle }: OwnerProps) {
  const [expanded, setExpanded] = useState<readonly Key[]>(opened)
  const [text, setText] = useState("")
  const shown = useMemo(() => (text === "" ? data : kept(data, text)), [data, text])
  const open = useMemo(() => (text === "" ? expanded : parentKeys(shown)), [expanded, shown, text])
  Object.assign(handle, {
    filter: setText,
    expandAll: () => setExpanded(parentKeys(data)),
  } satisfies Handle)
  return (
    <Tree<BenchNode>
      checkable
      selectable={false}
      motion={false}
      height={boxHeightPx}
      itemHeight={rowHeightPx}
      fieldNames={fieldNames}
      treeData={shown}
      expandedKeys={[...open]}
      onExpand={setExpanded}
    />
  )
}

export function antd(): TreeUnderTest {
  const handle: Partial<Handle> = {}
  let root: Root | null = null
  const rows = () => [
    ...document.querySelectorAll<HTMLElement>(".ant-tree-list-holder-inner .ant-tree-treenode"),
  ]
  const labelOf = (row: HTMLElement) => row.querySelector(".ant-tree-title")?.textContent ?? ""
  const boxOf = (label: string) =>
    rows()
      .find((row) => labelOf(row) === label)
      ?.querySelector<HTMLElement>(".ant-tree-checkbox")
  return {
    mount(box, data, opened) {
      root = createRoot(box)
      root.render(<Owner data={data} opened={opened} handle={handle} />)
    },
    unmount: () => root?.unmount(),
    labels: () => rows().map(labelOf),
    toggle: (label) => boxOf(label)?.click(),
    markOf(label): TreeMark {
      const look = boxOf(label)?.classList
      if (look?.contains("ant-tree-checkbox-checked")) return "checked"
      return look?.contains("ant-tree-checkbox-indeterminate") ? "partial" : "unchecked"
    },
    expandAll: () => handle.expandAll?.(),
    contentHeightPx: () => document.querySelector(".ant-tree-list-holder")?.scrollHeight ?? 0,
    filter: (text) => handle.filter?.(text),
  }
}

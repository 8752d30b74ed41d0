import "element-plus/dist/index.css"
import { ElTreeV2 } from "element-plus"
import { createApp, h, ref, type App } from "vue"
import { parentKeys } from "./nodes.ts"
import {
  boxHeightPx,
  rowHeightPx,
  type BenchNode,
  type TreeMark,
  type TreeUnderTest,
} from "./tree-under-test.ts"

const fieldNames = { value: "key", label: "label", children: "children" }

export function elementPlus(): TreeUnderTest {
  const tree = ref<InstanceType<typeof ElTreeV2> | null>(null)
  let nodes: BenchNode[] = []
  let app: App | null = null
  const rows = () => [...document.querySelectorAll<HTMLElement>(".el-tree-node")]
  const labelOf = (row: HTMLElement) => row.querySelector(".el-tree-node__content")?.textContent?.trim() ?? ""
  const boxOf = (label: string) =>
    rows()
      .find((row) => labelOf(row) === label)
      ?.querySelector<HTMLElement>(".el-checkbox")
  return {
    mount(box, data, opened) {
      nodes = data
      app = createApp({
        // The data is handed in as it is: nothing of it becomes reactive.
        render: () =>
          h(ElTreeV2, {
            ref: tree,
            data: nodes,
            props: fieldNames,
            height: boxHeightPx,
            itemSize: rowHeightPx,
            showCheckbox: true,
            defaultExpandedKeys: [...opened],
            filterMethod: (text: string, node: { label?: string }) => node.label?.includes(text) ?? false,
          }),
      })
      app.mount(box)
    },
    unmount: () => app?.unmount(),
    labels: () => rows().map(labelOf),
    toggle: (label) => boxOf(label)?.click(),
    markOf(label): TreeMark {
      const look = boxOf(label)?.querySelector(".el-checkbox__input")?.classList
      if (look?.contains("is-checked")) return "checked"
      return look?.contains("is-indeterminate") ? "partial" : "unchecked"
    },
    expandAll: () => tree.value?.setExpandedKeys(parentKeys(nodes)),
    contentHeightPx: () => document.querySelector(".el-tree-virtual-list")?.scrollHeight ?? 0,
    filter: (text) => tree.value?.filter(text),
  }
}

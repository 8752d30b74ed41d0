import { nodesOf } from "./nodes.ts"
import type { TreeUnderTest } from "./tree-under-test.ts"

declare global {
  interface Window {
    benchTree?: {
      readonly mount: () => Promise<number>
      readonly checkRoot: () => Promise<number>
      readonly uncheckRoot: () => Promise<number>
      readonly checkLeaf: () => Promise<number>
      readonly filter: (text: string) => Promise<number>
      readonly expandAll: () => Promise<number>
    }
  }
}

const libraries: Readonly<Record<string, () => Promise<TreeUnderTest>>> = {
  ours: async () => (await import("./ours.tsx")).ours(),
  antd: async () => (await import("virtual:antd-tree")).antd(),
  "tree-v2": async () => (await import("./element-plus.ts")).elementPlus(),
}

const asked = new URLSearchParams(location.search)
const library = libraries[asked.get("library") ?? ""]
const box = document.getElementById("root")
if (!library || !box) throw new Error("No such library")
const data = nodesOf(Number(asked.get("size")))
const root = data[0]
const rootLabel = root?.label ?? ""
const branch = root?.children[0]?.children[0]
const leafLabel = branch?.children[0]?.label ?? ""
const opened = [root, root?.children[0], branch].map((node) => node?.key ?? "")
const tree = await library()

/** From the action to the end of the frame that shows its result. */
function painted(act: () => void, isShown: () => boolean): Promise<number> {
  return new Promise((resolve) => {
    const drawn = new MessageChannel()
    const startMs = performance.now()
    drawn.port1.addEventListener("message", () => {
      drawn.port1.close()
      resolve(performance.now() - startMs)
    })
    drawn.port1.start()
    // A message that is sent while a frame is being made is heard when it has been painted.
    function look() {
      if (isShown()) drawn.port2.postMessage(null)
      else requestAnimationFrame(look)
    }
    act()
    requestAnimationFrame(look)
  })
}

// A page that runs has drawn with its framework before: what it does for the very first time is no part of a tree.
const early = await library()
const few = nodesOf(50)
await painted(
  () => early.mount(box, few, [few[0]?.key ?? ""]),
  () => early.labels().length > 0,
)
early.unmount()

window.benchTree = {
  mount: () =>
    painted(
      () => tree.mount(box, data, opened),
      () => tree.labels().includes(leafLabel),
    ),
  checkRoot: () =>
    painted(
      () => tree.toggle(rootLabel),
      () => tree.markOf(rootLabel) === "checked" && tree.markOf(leafLabel) === "checked",
    ),
  uncheckRoot: () =>
    painted(
      () => tree.toggle(rootLabel),
      () => tree.markOf(rootLabel) === "unchecked" && tree.markOf(leafLabel) === "unchecked",
    ),
  checkLeaf: () =>
    painted(
      () => tree.toggle(leafLabel),
      () => tree.markOf(leafLabel) === "checked" && tree.markOf(rootLabel) === "partial",
    ),
  filter: (text) => {
    const before = tree.labels().join("\n")
    return painted(
      () => tree.filter(text),
      () => tree.labels().join("\n") !== before,
    )
  },
  expandAll: () => {
    const beforePx = tree.contentHeightPx()
    return painted(
      () => tree.expandAll(),
      () => tree.contentHeightPx() > beforePx * 4,
    )
  },
}

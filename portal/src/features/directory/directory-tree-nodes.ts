import { directoryKey, type DirectoryNode } from "@uc/contract/directory/calls"
import { forestOf, withChildren, type Forest, type TreeItem } from "../../ui/tree/forest.ts"

/** The tree as far as it is loaded, with every node that was met. */
export interface DirectoryForest {
  readonly forest: Forest
  readonly nodes: ReadonlyMap<string, DirectoryNode>
}

export interface Level {
  readonly parent: string | null
  readonly nodes: readonly DirectoryNode[]
}

function itemOf(node: DirectoryNode): TreeItem {
  return {
    key: directoryKey(node),
    label: node.name,
    children: node.isLeaf ? [] : null,
    isLeaf: node.isLeaf,
    ...(node.isDisabled && { hint: "已停用" }),
  }
}

export function plantedForest(levels: readonly Level[]): DirectoryForest {
  const top = levels.find(({ parent }) => parent === null)?.nodes ?? []
  const planted = { forest: forestOf(top.map(itemOf)), nodes: met(new Map(), top) }
  return grown(planted, levels)
}

/** Levels as they come; one that is there already stays, with all that was loaded below it. */
export function grown({ forest, nodes }: DirectoryForest, levels: readonly Level[]): DirectoryForest {
  let [trees, known] = [forest, nodes]
  for (const { parent, nodes: children } of levels) {
    const at = parent === null ? -1 : trees.indexOf(parent)
    if (parent === null || at === -1 || trees.isLoaded(at)) continue
    trees = withChildren(trees, parent, children.map(itemOf))
    known = met(known, children)
  }
  return { forest: trees, nodes: known }
}

function met(
  nodes: ReadonlyMap<string, DirectoryNode>,
  more: readonly DirectoryNode[],
): ReadonlyMap<string, DirectoryNode> {
  return new Map([...nodes, ...more.map((node) => [directoryKey(node), node] as const)])
}

/** Whose children are there: what a tree that is loaded anew must load too, or it would shut itself. */
export function loadedParents({ forest }: DirectoryForest): string[] {
  const keys: string[] = []
  for (let at = 0; at < forest.size; at++) {
    const item = forest.itemAt(at)
    if (forest.isLoaded(at) && item.isLeaf !== true) keys.push(item.key)
  }
  return keys
}

import { directoryKey, type DirectoryNode } from "@uc/contract/directory/calls"
import { forestOf, withChildren, type Forest, type TreeItem } from "../../ui/tree/forest.ts"

/** The tree as far as it is loaded, with every known node. */
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

/** Levels as they are loaded; known nodes stay, with everything below them. */
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

/** Nodes whose children are loaded: a reload must load these too, or the tree would close. */
export function loadedParents({ forest }: DirectoryForest): string[] {
  const keys: string[] = []
  for (let at = 0; at < forest.size; at++) {
    const item = forest.itemAt(at)
    if (forest.isLoaded(at) && item.isLeaf !== true) keys.push(item.key)
  }
  return keys
}

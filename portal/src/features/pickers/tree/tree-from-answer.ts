import { forestOf, type Forest, type TreeItem } from "../../../ui/tree/forest.ts"

/** How a node of a tree that is loaded whole is read. */
export interface TreeShape<N> {
  readonly keyOf: (node: N) => string
  readonly labelOf: (node: N) => string
  /** Pinyin and initials. */
  readonly keysOf: (node: N) => string
  readonly childrenOf: (node: N) => readonly N[]
  /** What tells it from another of its name, if anything has to. */
  readonly hintOf?: (node: N) => string | null
  /** Where it is, if that is more than the names above it. */
  readonly pathOf?: (node: N) => string
}

export interface PlantedTree<N> {
  readonly forest: Forest
  readonly nodes: ReadonlyMap<string, N>
}

interface Planting {
  /** GRID-2: deeper levels are cut off; null: none are. */
  readonly deepest: number | null
  /** Its tick can't be changed. */
  readonly isFixed: (key: string) => boolean
}

export function plantedTree<N>(
  nodes: readonly N[],
  shape: TreeShape<N>,
  { deepest, isFixed }: Planting,
): PlantedTree<N> {
  const byKey = new Map<string, N>()
  const itemsOf = (siblings: readonly N[], depth: number): TreeItem[] =>
    siblings.map((node) => {
      const key = shape.keyOf(node)
      // Of two with one key the forest shows the first.
      if (!byKey.has(key)) byKey.set(key, node)
      const hint = shape.hintOf?.(node) ?? null
      const below = depth === deepest ? [] : shape.childrenOf(node)
      return {
        key,
        label: shape.labelOf(node),
        keys: shape.keysOf(node),
        children: itemsOf(below, depth + 1),
        isLeaf: below.length === 0,
        ...(hint !== null && { hint }),
        ...(isFixed(key) && { isDisabled: true }),
      }
    })
  const forest = forestOf(itemsOf(nodes, 0))
  return { forest, nodes: byKey }
}

/** The names of what it stands below, the topmost first: tells two of one name apart. */
export function formatPath(forest: Forest, key: string): string {
  const names: string[] = []
  const at = forest.indexOf(key)
  if (at === -1) return ""
  for (let above = forest.parentOf(at); above !== -1; above = forest.parentOf(above))
    names.unshift(forest.itemAt(above).label)
  return names.join(" / ")
}

/** PICK-9: by text, pinyin or initials; null: everything is shown. */
export function treeFilter(
  query: string,
  keysOf: (key: string) => string,
): ((item: TreeItem) => boolean) | null {
  const plain = query.normalize("NFKC").trim().toLowerCase()
  if (plain === "") return null
  // An apostrophe alone stays: without it nothing would be left, which is a part of everything.
  const latin = plain.replaceAll(/[\s'’]/g, "") || plain
  return ({ key, label }) => label.toLowerCase().includes(plain) || keysOf(key).includes(latin)
}

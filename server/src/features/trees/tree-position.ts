import type { Id } from "@uc/contract/core/wire"
import { createHash } from "node:crypto"
import { grouped } from "../../db/queries/grouped.ts"
import type { StoredNode } from "./tree-table.ts"

/** A tree's nodes by how they stand to each other. */
export class TreePositions {
  readonly #byId: ReadonlyMap<Id, StoredNode>
  readonly #byParent: ReadonlyMap<Id | null, readonly StoredNode[]>

  constructor(nodes: readonly StoredNode[]) {
    this.#byId = new Map(nodes.map((node) => [node.id, node]))
    // What stands below something that is not the viewer's to see is a topmost one here.
    this.#byParent = grouped(nodes, ({ parentId }) =>
      parentId !== null && this.#byId.has(parentId) ? parentId : null,
    )
  }

  find(id: Id): StoredNode | null {
    return this.#byId.get(id) ?? null
  }

  childrenOf(parentId: Id | null): readonly StoredNode[] {
    return this.#byParent.get(parentId) ?? []
  }

  /** From the topmost down to itself. */
  trailOf(id: Id): StoredNode[] {
    const trail: StoredNode[] = []
    for (let at = this.find(id); at && !trail.includes(at); at = at.parentId ? this.find(at.parentId) : null)
      trail.unshift(at)
    return trail
  }

  isBelow(id: Id, above: Id): boolean {
    return this.trailOf(id).some((node) => node.id === above)
  }

  /** How many levels it has, its own being the first. */
  heightOf(id: Id): number {
    return 1 + Math.max(0, ...this.childrenOf(id).map((child) => this.heightOf(child.id)))
  }

  /** `教学区 / 一号楼` */
  namesTo(id: Id): string {
    return this.trailOf(id)
      .map(({ name }) => name)
      .join(" / ")
  }

  /** A parent's children with the node before another, or as the last; null: there is no such other. */
  withPlaced(id: Id, parentId: Id | null, before: Id | null): Id[] | null {
    const others = this.childrenOf(parentId).flatMap((node) => (node.id === id ? [] : [node.id]))
    if (before === null) return [...others, id]
    const at = others.indexOf(before)
    return at === -1 ? null : others.toSpliced(at, 0, id)
  }
}

/** Short enough to travel, long enough that two contents don't share one. */
function digest(content: unknown): string {
  return createHash("sha256").update(JSON.stringify(content)).digest("base64url").slice(0, 22)
}

export function nodeVersion({ kind, name, code, note, isDisabled }: StoredNode): string {
  return digest([kind, name, code, note, isDisabled])
}

/** Of who stands below whom, and in which order. */
export function structureVersion(nodes: readonly StoredNode[]): string {
  return digest(nodes.map(({ id, parentId }) => [id, parentId]))
}

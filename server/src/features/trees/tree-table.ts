import type { TreeShape, TreeUse } from "@uc/contract/trees/tree-calls"
import type { Id } from "@uc/contract/core/wire"
import type { RequestContext } from "../../http/calls/request-context.ts"

export interface StoredNode {
  readonly id: Id
  readonly parentId: Id | null
  readonly kind: string
  readonly name: string
  readonly code: string
  readonly note: string
  readonly isDisabled: boolean
}

export interface NewNode extends Omit<StoredNode, "id" | "isDisabled"> {
  readonly sortNo: number
}

/** One tree of one owner, behind the request's transaction: what is stored and how, no rules. */
export interface OpenTree {
  /** Two changes with one key happen one after the other. */
  readonly lockKey: string
  /** For the audit log; null: it is the platform's. */
  readonly ownerName: string | null
  readonly mayAddTop: boolean
  /** The topmost of what the viewer administers: only those above change it. */
  isFixed(node: StoredNode): boolean
  /** All, a parent's children in their order. */
  nodes(): Promise<readonly StoredNode[]>
  /** Null: its code is taken. */
  add(node: NewNode): Promise<Id | null>
  change(id: Id, texts: { readonly name: string; readonly note: string }): Promise<void>
  /** All children of this parent in this order; `moved` may come from elsewhere. */
  place(moved: StoredNode, parentId: Id | null, order: readonly Id[]): Promise<void>
  setDisabled(id: Id, isDisabled: boolean): Promise<void>
  remove(node: StoredNode): Promise<void>
  /** What refers to it, its children not. */
  usesOf(node: StoredNode): Promise<readonly TreeUse[]>
  /** Why it can't get another parent; null: it can. */
  reparentObstacle?(node: StoredNode): Promise<string | null>
}

/** A kind of tree: whose it is, and that the caller may change it. */
export interface TreeTable {
  /** The noun of its calls: `gridAdmin`. */
  readonly noun: string
  readonly shape: TreeShape
  open(context: RequestContext, orgid: Id | undefined): Promise<OpenTree>
}

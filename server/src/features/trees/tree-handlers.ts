import type { ParsedInputOf } from "@uc/contract/core/call"
import { parameterMessages } from "@uc/contract/core/parameter-messages"
import { shownNameKey } from "@uc/contract/core/shown-name"
import type { Id } from "@uc/contract/core/wire"
import { inUseMessage, treeMessages, type TreeCalls, type TreeShape } from "@uc/contract/trees/tree-calls"
import { sql } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { Refusal } from "../../errors/refusal.ts"
import type { Handlers } from "../../http/calls/implement-calls.ts"
import type { RequestContext } from "../../http/calls/request-context.ts"
import { writeAuditEntry } from "../../session/write-audit-entry.ts"
import { nodeVersion, structureVersion, TreePositions } from "./tree-position.ts"
import type { OpenTree, StoredNode, TreeTable } from "./tree-table.ts"

const conflict = { status: 409 } as const

/** Until the transaction ends nobody else changes this tree: what is compared and counted stays so. Imports take it too. */
export async function lockTree(db: Db, key: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`tree:${key}`}, 9))`)
}

interface Locked {
  readonly tree: OpenTree
  readonly nodes: readonly StoredNode[]
  readonly positions: TreePositions
}

/** DISTRICT-9: the handlers of a tree's calls. What may stand where is decided here, the same for every tree. */
export function treeHandlers(table: TreeTable): Handlers<TreeCalls> {
  const { noun, shape } = table

  async function locked(context: RequestContext, orgid: Id | undefined): Promise<Locked> {
    const tree = await table.open(context, orgid)
    await lockTree(context.db, tree.lockKey)
    const nodes = await tree.nodes()
    return { tree, nodes, positions: new TreePositions(nodes) }
  }

  return {
    list: async ({ orgid }, context) => {
      const tree = await table.open(context, orgid)
      const nodes = await tree.nodes()
      return {
        items: nodes.map((node) => ({ ...node, isFixed: tree.isFixed(node), version: nodeVersion(node) })),
        version: structureVersion(nodes),
        mayAddTop: tree.mayAddTop,
        ownerName: tree.ownerName,
      }
    },

    save: async ({ orgid, id, version, ...given }, context) => {
      const { tree, nodes, positions } = await locked(context, orgid)
      const before = id === undefined ? null : mustChange(tree, positions, id)
      mustHaveEffect(shape, before, { ...given, version })
      const note = shape.note === null ? "" : (given.note ?? before?.note ?? "")
      const texts = { name: given.name, note }
      if (before && version !== nodeVersion(before))
        throw new Refusal(treeMessages.changedMeanwhile, conflict)
      const parentId = before ? before.parentId : (given.parentId ?? null)
      if (!before) mustHaveRoom(tree, nodes, positions, parentId)
      mustBeOnlyName(positions, parentId, texts.name, id)
      if (before) await tree.change(before.id, texts)
      const saved = before?.id ?? (await added(parentId, given, texts))
      const after = new TreePositions(await tree.nodes())
      await writeAuditEntry(context, `${noun}.save`, {
        id: saved,
        before: before && factsOf(tree, positions, before.id),
        after: factsOf(tree, after, saved),
      })
      return { id: saved }

      async function added(
        parent: Id | null,
        { kind, code }: typeof given,
        { name, note: written }: typeof texts,
      ): Promise<Id> {
        const above = parent === null ? null : positions.find(parent)
        const node = {
          parentId: parent,
          kind: kindFor(shape, above, kind),
          name,
          code: codeFor(shape, code),
          note: written,
          sortNo: (positions.childrenOf(parent).length + 1) * sortStep,
        }
        const made = await tree.add(node)
        if (made !== null) return made
        throw new Refusal(treeMessages.codeTaken(shape.code?.label ?? ""), { field: "code" })
      }
    },

    move: async ({ orgid, id, parentId, before, version }, context) => {
      const { tree, nodes, positions } = await locked(context, orgid)
      const node = mustChange(tree, positions, id)
      if (version !== structureVersion(nodes)) throw new Refusal(treeMessages.movedMeanwhile, conflict)
      // The topmost that is seen may have a parent that is not.
      const isElsewhere = parentId !== node.parentId
      if (isElsewhere) {
        mustFitBelow(tree, positions, node, parentId)
        const obstacle = (await tree.reparentObstacle?.(node)) ?? null
        if (obstacle !== null) throw new Refusal(obstacle, conflict)
      }
      const order = positions.withPlaced(id, parentId, before)
      if (!order) throw new Refusal(treeMessages.movedMeanwhile, conflict)
      await tree.place(node, parentId, order)
      const after = new TreePositions(await tree.nodes())
      await writeAuditEntry(context, `${noun}.move`, {
        id,
        before: placeOf(tree, positions, id),
        after: placeOf(tree, after, id),
      })
      return {}
    },

    setState: async ({ orgid, id, isDisabled, version }, context) => {
      const { tree, positions } = await locked(context, orgid)
      const node = mustChange(tree, positions, id)
      if (version !== nodeVersion(node)) throw new Refusal(treeMessages.changedMeanwhile, conflict)
      await tree.setDisabled(id, isDisabled)
      const after = new TreePositions(await tree.nodes())
      await writeAuditEntry(context, `${noun}.setState`, {
        id,
        before: factsOf(tree, positions, id),
        after: factsOf(tree, after, id),
      })
      return {}
    },

    remove: async ({ orgid, id }, context) => {
      const { tree, positions } = await locked(context, orgid)
      const node = mustChange(tree, positions, id)
      const below = positions.childrenOf(id)
      const uses = [
        ...(below.length === 0
          ? []
          : [
              { what: "下级", names: below.slice(0, toldNames).map(({ name }) => name), count: below.length },
            ]),
        ...(await tree.usesOf(node)),
      ]
      if (uses.length > 0) throw new Refusal(inUseMessage(uses), conflict)
      await tree.remove(node)
      await writeAuditEntry(context, `${noun}.remove`, {
        id,
        before: factsOf(tree, positions, id),
        after: null,
      })
      return {}
    },
  }

  function mustHaveRoom(
    tree: OpenTree,
    nodes: readonly StoredNode[],
    positions: TreePositions,
    parentId: Id | null,
  ): void {
    if (nodes.length >= shape.nodes) throw new Refusal(treeMessages.tooMany(shape.nodes))
    if (parentId === null) {
      if (!tree.mayAddTop) throw new Refusal(treeMessages.topRefused, { field: "parentId" })
      return
    }
    mustBeInUse(positions, parentId)
    if (positions.trailOf(parentId).length >= shape.levels)
      throw new Refusal(treeMessages.tooDeep(shape.levels))
  }

  function mustFitBelow(
    tree: OpenTree,
    positions: TreePositions,
    node: StoredNode,
    parentId: Id | null,
  ): void {
    if (parentId === null && !tree.mayAddTop) throw new Refusal(treeMessages.topRefused)
    if (parentId !== null) {
      mustBeInUse(positions, parentId)
      if (positions.isBelow(parentId, node.id)) throw new Refusal(treeMessages.belowItself)
    }
    const above = parentId === null ? null : positions.find(parentId)
    if (!kindsBelow(shape, above).includes(node.kind))
      throw new Refusal(treeMessages.wrongParent(shape.kinds[node.kind]?.label ?? shape.one))
    const depth = parentId === null ? 0 : positions.trailOf(parentId).length
    if (depth + positions.heightOf(node.id) > shape.levels)
      throw new Refusal(treeMessages.tooDeep(shape.levels))
    mustBeOnlyName(positions, parentId, node.name, node.id)
  }
}

export const sortStep = 10
/** Of what is in the way, the first few by name. */
export const toldNames = 3

function mustChange(tree: OpenTree, positions: TreePositions, id: Id): StoredNode {
  const node = positions.find(id)
  if (!node) throw new Refusal(treeMessages.gone, conflict)
  if (tree.isFixed(node)) throw new Refusal(treeMessages.fixed, { status: 403 })
  return node
}

type Given = Pick<ParsedInputOf<TreeCalls["save"]>, "parentId" | "kind" | "code" | "note" | "version">

/** DISTRICT-15: what a change does not change, what a tree does not have: it is refused and not dropped. */
function mustHaveEffect(shape: TreeShape, before: StoredNode | null, given: Given): void {
  const { parentId, kind, code = "", note = "", version } = given
  if (shape.code === null && code !== "") throw new Refusal(treeMessages.noCode, { field: "code" })
  if (shape.note === null && note !== "") throw new Refusal(treeMessages.noNote, { field: "note" })
  if (!before) {
    if (version !== undefined) throw new Refusal(parameterMessages.versionOfNew, { field: "version" })
    return
  }
  if (parentId !== undefined && parentId !== before.parentId)
    throw new Refusal(treeMessages.parentByMove, { field: "parentId" })
  if (kind !== undefined && kind !== before.kind) throw new Refusal(treeMessages.kindStays, { field: "kind" })
  if (shape.code && code !== "" && code !== before.code)
    throw new Refusal(treeMessages.codeStays(shape.code.label), { field: "code" })
}

/** Nothing new is put below what is out of use: nobody could choose it. */
function mustBeInUse(positions: TreePositions, parentId: Id): void {
  const trail = positions.trailOf(parentId)
  if (trail.length === 0) throw new Refusal(treeMessages.parentGone, conflict)
  if (trail.some(({ isDisabled }) => isDisabled)) throw new Refusal(treeMessages.parentDisabled, conflict)
}

function mustBeOnlyName(
  positions: TreePositions,
  parentId: Id | null,
  name: string,
  except: Id | undefined,
): void {
  const above = parentId !== null && positions.find(parentId) ? parentId : null
  const isTaken = positions
    .childrenOf(above)
    .some((other) => other.id !== except && shownNameKey(other.name) === shownNameKey(name))
  if (isTaken) throw new Refusal(treeMessages.nameTaken, { field: "name" })
}

function kindsBelow({ kinds, top }: TreeShape, above: StoredNode | null): readonly string[] {
  return above === null ? top : (kinds[above.kind]?.below ?? [])
}

/** The only one that may stand there needs not be said. */
function kindFor(shape: TreeShape, above: StoredNode | null, given: string | undefined): string {
  const fitting = kindsBelow(shape, above)
  const kind = given ?? (fitting.length === 1 ? fitting[0] : undefined)
  if (kind !== undefined && fitting.includes(kind)) return kind
  throw new Refusal(treeMessages.wrongParent(shape.kinds[kind ?? ""]?.label ?? shape.one), { field: "kind" })
}

function codeFor({ code: wanted }: TreeShape, given: string | undefined): string {
  if (wanted === null) return ""
  const { label, hint, pattern } = wanted
  if (!given) throw new Refusal(treeMessages.codeMissing(label), { field: "code" })
  if (!pattern.test(given)) throw new Refusal(treeMessages.badCode(label, hint), { field: "code" })
  return given
}

function ownerFacts({ ownerName }: OpenTree): Record<string, unknown> {
  return ownerName === null ? {} : { orgname: ownerName }
}

function factsOf(tree: OpenTree, positions: TreePositions, id: Id): Record<string, unknown> {
  const node = positions.find(id)
  return {
    ...ownerFacts(tree),
    place: positions.namesTo(id),
    ...(node?.code ? { code: node.code } : {}),
    ...(node?.note ? { note: node.note } : {}),
    state: node?.isDisabled ? "停用" : "启用",
  }
}

function placeOf(tree: OpenTree, positions: TreePositions, id: Id): Record<string, unknown> {
  const beside = positions.childrenOf(positions.trailOf(id).at(-2)?.id ?? null)
  const position = beside.findIndex((node) => node.id === id)
  return { ...ownerFacts(tree), place: positions.namesTo(id), position: `第${position + 1}位` }
}

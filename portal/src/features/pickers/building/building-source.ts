import { buildingCalls, buildingLimits, type BuildingNode } from "@uc/contract/buildings/calls"
import { send } from "../../../platform/http/send.ts"
import type { LazySource } from "../tree/lazy-source.ts"
import { withPlainFallback } from "../tree/plain-source.ts"

/** BUILD-4: level by level from `buildingTree`, by name or id from `buildingTreeByParams`. */
export function buildingSource(orgid: string | undefined): LazySource<BuildingNode> {
  const source: LazySource<BuildingNode> = {
    below: (parentId, signal) =>
      send(buildingCalls.tree, { orgid, ...(parentId !== null && { parentId }) }, { signal }),
    named: (buildingname, signal) => send(buildingCalls.treeByParams, { orgid, buildingname }, { signal }),
    foundAtMost: buildingLimits.found,
    ofIds: (ids, signal) => send(buildingCalls.treeByParams, { orgid, ids: ids.join(",") }, { signal }),
    keyOf: ({ id }) => id,
    labelOf: ({ buildingname }) => buildingname,
    aboveOf: ({ ids }) => ids,
    isLeaf: ({ isLeaf }) => isLeaf,
    childCountOf: ({ childCount }) => childCount,
  }
  return withPlainFallback(source, {
    service: buildingCalls.treeByParams.service,
    // The specification's call has neither name nor ids. Who knows ours tells the count of children as well, or finds nothing.
    isSelection: (nodes) => nodes.every(({ childCount }) => childCount !== undefined),
  })
}

// Grids, buildings, modules and areas answer the same calls by the same rules, each with its own store.
export { sortStep, toldNames, treeHandlers } from "./tree-handlers.ts"
export { organisationTree } from "./organisation-tree.ts"
export { ownedByOrganisation } from "./owned-by-organisation.ts"
export type { StoredNode } from "./tree-table.ts"
// An import and a change by hand of one tree happen one after the other.
export { lockTree } from "./tree-handlers.ts"

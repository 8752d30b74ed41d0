import { gridAdminCalls, gridTree } from "@uc/contract/grids/admin-calls"
import { sql } from "drizzle-orm"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import { organisationTree, ownedByOrganisation, treeHandlers } from "../trees/public.ts"

/** DISTRICT-9. Nothing of ours refers to a grid but the grids below it. */
export const gridAdminRoutes = implementCalls(gridAdminCalls, () =>
  treeHandlers({
    noun: "gridAdmin",
    shape: gridTree,
    async open(context, orgid) {
      const { org, ownerName } = await ownedByOrganisation(context, orgid)
      return {
        lockKey: `grid:${org}`,
        ownerName,
        mayAddTop: true,
        isFixed: () => false,
        usesOf: () => Promise.resolve([]),
        ...organisationTree(context.db, org, {
          table: "grid",
          kind: sql`'grid'`,
          note: sql`coalesce(space_name, '')`,
          insert: ({ note }) => ({ space_name: note || null }),
          update: ({ note }) => ({ space_name: note || null }),
        }),
      }
    },
  }),
)

import { z } from "zod"
import { call } from "../core/call.ts"
import { timeoutsMs } from "../core/http.ts"
import { FilterKeys, Id, ZeroOne } from "../core/wire.ts"

export const GridNode = z.object({
  id: Id,
  name: z.string(),
  keys: FilterKeys,
  get childList(): z.ZodArray<typeof GridNode> {
    return z.array(GridNode)
  },
})
export type GridNode = z.infer<typeof GridNode>

export const gridCalls = {
  tree: call({
    service: "newusercenter",
    method: "POST",
    path: "/v1/grid/getAllTree",
    permission: null,
    encoding: "form",
    writes: false,
    timeoutMs: timeoutsMs.gridTree,
    specified: true,
    input: z.object({
      orgid: Id.optional(),
      /** 1: a node's name also says which space it covers. */
      ifCallBackSpaceName: ZeroOne.optional(),
    }),
    output: z.array(GridNode),
  }),
}

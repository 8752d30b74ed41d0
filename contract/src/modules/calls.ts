import { z } from "zod"
import { call } from "../core/call.ts"
import { FilterKeys, Id, text, ZeroOne } from "../core/wire.ts"

export const Module = z.object({
  id: Id,
  name: z.string(),
  keys: FilterKeys,
  get children(): z.ZodArray<typeof Module> {
    return z.array(Module)
  },
})
export type Module = z.infer<typeof Module>

export const moduleCalls = {
  tree: call({
    service: "newusercenter",
    method: "POST",
    path: "/v1/module/getModuleTree",
    permission: null,
    fixed: { parentid: "-1" },
    encoding: "form",
    writes: false,
    specified: true,
    input: z.object({
      /** Only the modules of one application. */
      identifier: text(64).optional(),
      /** 1: also modules that the user has no menu for. */
      ifAll: ZeroOne.optional(),
    }),
    output: z.array(Module),
  }),
}

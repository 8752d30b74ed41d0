import { z } from "zod"
import { call } from "./call.ts"
import { Day, Id } from "./wire.ts"

/** One number of a day beside the same number of the day before. */
export const ComparedNumber = z.object({
  code: z.string(),
  name: z.string(),
  current: z.number(),
  previous: z.number(),
})
export type ComparedNumber = z.infer<typeof ComparedNumber>

export const comparisonCalls = {
  ofDay: call({
    service: "ewls",
    method: "GET",
    path: "/alarm/v1/get_data_comparison",
    /** Without `day`, today. */
    input: z.object({ day: Day.optional(), areaid: Id.optional(), orgid: Id.optional() }),
    output: z.array(ComparedNumber),
  }),
}

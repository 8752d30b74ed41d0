import { z } from "zod"
import { Admintype } from "../account/calls.ts"
import { Id } from "../core/wire.ts"

/** What the list of people says of one. */
export const listedFacts = {
  id: Id,
  orgid: Id,
  orgname: z.string(),
  usercode: z.string(),
  nickname: z.string(),
  /** Both masked. */
  phone: z.string().nullable(),
  email: z.string().nullable().default(null),
  /** Names of the departments and posts, the main one's first, joined by `、`. */
  deptname: z.string(),
  postname: z.string(),
  admintype: Admintype,
  isDisabled: z.boolean(),
} as const

/** What became of several: how many were changed, and why others were not. */
export const ChangedPeople = z.object({
  changed: z.int(),
  refused: z.array(z.object({ id: Id, nickname: z.string(), message: z.string() })),
})

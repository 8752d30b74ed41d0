import { wordList } from "../core/word-list.ts"
import { z } from "zod"
import { BriefUser } from "../account/calls.ts"
import { Id } from "../core/wire.ts"

/** DISTRICT-14: what `redeem` tells a domain's server about a person besides `BriefUser`; its entry says which. */
export const domainUserFields = {
  account: "账号",
  name: "姓名",
  departments: "部门",
  phone: "手机号",
} as const
export type DomainUserField = keyof typeof domainUserFields

export const everyUserField = Object.keys(domainUserFields) as [DomainUserField, ...DomainUserField[]]
export const DomainUserField = z.enum(everyUserField)

/** Of a new domain: a phone number only where an administrator adds it. */
export const defaultUserFields: readonly DomainUserField[] = everyUserField.filter(
  (field) => field !== "phone",
)

const userFields = wordList(everyUserField, "用户信息不正确")
export const UserFieldList = userFields.Shape
export const userFieldsOf = userFields.read

/** DISTRICT-14: the specification's fields always, the others where the domain's entry allows them. */
export const RedeemedUser = BriefUser.extend({
  account: z.string().optional(),
  name: z.string().optional(),
  /** The main one first. */
  departments: z.array(z.object({ id: Id, name: z.string() })).optional(),
  /** Null: none on record. */
  phone: z.string().nullable().optional(),
})
export type RedeemedUser = z.infer<typeof RedeemedUser>

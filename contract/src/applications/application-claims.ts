import { z } from "zod"

/** SSO-3: what an application may know of a person, with what it is called on the screen. */
export const applicationClaimLabels = {
  account: "账号",
  name: "姓名",
  organisation: "所在单位",
  departments: "部门",
  posts: "职务",
  roles: "角色",
  phone: "手机号",
  email: "邮箱",
} as const
export type ApplicationClaim = keyof typeof applicationClaimLabels

export const applicationClaims = Object.keys(applicationClaimLabels) as [
  ApplicationClaim,
  ...ApplicationClaim[],
]
export const ApplicationClaim = z.enum(applicationClaims)

/** Separated by commas. */
export const ClaimList = z
  .string()
  .max(100)
  .refine((list) => claimsIn(list).every((claim) => applicationClaims.includes(claim)), "授权内容不正确")

export function claimsIn(list: string): ApplicationClaim[] {
  return list === "" ? [] : (list.split(",") as ApplicationClaim[])
}

/** Of a new application: phone number and mail address only where somebody chooses them. */
export const defaultApplicationClaims: readonly ApplicationClaim[] = applicationClaims.filter(
  (claim) => claim !== "phone" && claim !== "email",
)

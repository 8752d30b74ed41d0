import {
  administers,
  admintypes,
  usertypes,
  type Admintype,
  type CurrentUser,
  type Usertype,
} from "../account/calls.ts"
import { adminLabels } from "./admin-calls.ts"
import type { Id } from "../core/wire.ts"

/** HOME-6: within what they administer, and never somebody who administers more than they do. */
export function mayChangePerson(
  user: Pick<CurrentUser, "admintype" | "orgid">,
  person: { readonly orgid: Id; readonly admintype: Admintype },
): boolean {
  return administers(user, person.orgid) && person.admintype <= user.admintype
}

/** The admintypes that they may give somebody there: none above their own, and none that the organisation does not have. */
export function grantable(user: Pick<CurrentUser, "admintype">, usertype: Usertype): Admintype[] {
  const fitting = [
    admintypes.none,
    admintypes.organisation,
    ...(usertype === usertypes.bureau ? [admintypes.area] : []),
    ...(usertype === usertypes.platform ? [admintypes.platform] : []),
  ]
  return user.admintype === admintypes.none ? [] : fitting.filter((type) => type <= user.admintype)
}

/**
 * OPERATE-9: the reason why `grantable` leaves this rank out. What is wrong with the organisation comes first, because then nobody
 * could grant the rank there.
 */
export function whyNotGrantable(
  user: Pick<CurrentUser, "admintype">,
  usertype: Usertype,
  wanted: Admintype,
): string {
  if (wanted === admintypes.area && usertype !== usertypes.bureau)
    return "区域管理员只能是教育局的人员，该人员不在教育局"
  if (wanted === admintypes.platform && usertype !== usertypes.platform)
    return "平台管理员只能是平台单位的人员，该人员不在平台单位"
  if (user.admintype === admintypes.none) return "您不是管理员，不能授予管理权限"
  return `您是${adminLabels[user.admintype]}，不能授予高于自己的“${adminLabels[wanted]}”，请联系上级管理员`
}

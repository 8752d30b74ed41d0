import {
  administers,
  admintypes,
  usertypes,
  type Admintype,
  type CurrentUser,
  type Usertype,
} from "../account/calls.ts"
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

import { menuCalls, type Menu } from "@uc/contract/menus/calls"
import type { CurrentUser } from "@uc/contract/account/calls"
import type { Db } from "../../db/open.ts"
import { nested } from "../../db/queries/nested.ts"
import { organisationOf } from "../organisations/public.ts"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import { foundOrForbidden, mustReach } from "../../session/reach.ts"
import { cacheUntilEvent } from "../../realtime/cache-until-event.ts"
import { menusOf, routeItemsOf, seenByStaffToo } from "./menus.store.ts"

export const menuRoutes = implementCalls(menuCalls, (services) => {
  const routeItems = cacheUntilEvent(
    services,
    "menus",
    async ({ db, user }: { db: Db; user: CurrentUser }) => ({
      modulelist: await routeItemsOf(db, user),
    }),
  )
  return {
    // Menus differ by these and nothing else, so those who share them share the answer (MENU-1).
    ofUser: (_input, { db, scope, user: { user, roles } }) => {
      const given = roles.length === 0 ? "" : (user.permissions ?? []).join()
      return routeItems(scope, `${user.usertype} ${user.admintype} ${user.orgid} ${given}`, { db, user })
    },

    // DISTRICT-15: with a department, of the user's menus those that its staff sees too.
    forPicker: async ({ departmentid }, { db, scope, user: { user } }) => {
      const own = await menusOf(db, user)
      const org =
        departmentid === undefined
          ? null
          : mustReach(scope, foundOrForbidden(await organisationOf(db, "department", departmentid)))
      return {
        modulelist: nested(
          org === null ? own : await seenByStaffToo(db, own, org),
          (row, modulelist): Menu => ({
            value: row.id,
            text: row.text,
            keys: `${row.pinyin} ${row.initials}`,
            modulelist,
          }),
        ),
      }
    },
  }
})

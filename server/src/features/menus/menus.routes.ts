import { menuCalls, type Menu } from "@uc/contract/menus/calls"
import type { CurrentUser } from "@uc/contract/account/calls"
import type { Db } from "../../db/open.ts"
import { nested } from "../../db/queries/nested.ts"
import { organisationOf } from "../organisations/public.ts"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import { foundOrForbidden, mustReach } from "../../session/reach.ts"
import { cacheUntilEvent } from "../../realtime/cache-until-event.ts"
import { menusOf, routeItemsOf } from "./menus.store.ts"

export const menuRoutes = implementCalls(menuCalls, (services) => {
  const routeItems = cacheUntilEvent(
    services,
    "menus",
    async ({ db, user }: { db: Db; user: CurrentUser }) => ({
      modulelist: await routeItemsOf(db, user),
    }),
  )
  return {
    // Menus differ by these three and nothing else, so those who share them share the answer (MENU-1).
    ofUser: (_input, { db, scope, user: { user } }) =>
      routeItems(scope, `${user.usertype} ${user.admintype} ${user.orgid}`, { db, user }),

    forPicker: async ({ departmentid }, { db, scope, user: { user } }) => {
      // Menus don't depend on the department, but naming a foreign one is refused like everywhere.
      if (departmentid !== undefined)
        mustReach(scope, foundOrForbidden(await organisationOf(db, "department", departmentid)))
      return {
        modulelist: nested(await menusOf(db, user), (row, modulelist): Menu => ({
          value: row.id,
          text: row.text,
          keys: `${row.pinyin} ${row.initials}`,
          modulelist,
        })),
      }
    },
  }
})

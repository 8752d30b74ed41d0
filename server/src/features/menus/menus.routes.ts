import { menuCalls, type Menu } from "@uc/contract/menus/calls"
import type { CurrentUser } from "@uc/contract/account/calls"
import type { Db } from "../../db/open.ts"
import { nested } from "../../db/queries/nested.ts"
import { organisationOf } from "../organisations/organisation-of.ts"
import { answer } from "../../http/calls/register-calls.ts"
import { mustBeThere, mustReach } from "../../session/reach.ts"
import { untilNews } from "../../realtime/cache-until-event.ts"
import { menusOf, routeItemsOf } from "./menus.store.ts"

export const menuRoutes = answer(menuCalls, (house) => {
  const routeItems = untilNews(house, "menus", async ({ db, user }: { db: Db; user: CurrentUser }) => ({
    modulelist: await routeItemsOf(db, user),
  }))
  return {
    // Menus differ by these three and nothing else, so those who share them share the answer (MENU-1).
    ofUser: (_input, { db, scope, user: { user } }) =>
      routeItems(scope, `${user.usertype} ${user.admintype} ${user.orgid}`, { db, user }),

    forPicker: async ({ departmentid }, { db, scope, user: { user } }) => {
      // Menus don't depend on the department, but naming a foreign one is refused like everywhere.
      if (departmentid !== undefined)
        mustReach(scope, mustBeThere(await organisationOf(db, "department", departmentid)))
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

import { menuCalls, type Menu, type MenuRouteItem } from "@uc/contract/menus"
import type { CurrentUser } from "@uc/contract/session"
import type { Db } from "../../db/open.ts"
import { nested } from "../../db/nested.ts"
import { organisationOf } from "../../db/organisation-of.ts"
import { answer } from "../../http/answer.ts"
import { mustBeThere, mustReach } from "../../http/reach.ts"
import { remembered } from "../../http/remembered.ts"
import { menusOf } from "./menus.store.ts"

export const menuRoutes = answer(menuCalls, ({ nowMs }) => {
  const routeItems = remembered(nowMs, async ({ db, user }: { db: Db; user: CurrentUser }) => ({
    modulelist: nested(await menusOf(db, user), (row, children): MenuRouteItem => {
      const isRouter = row.moduleType === "router"
      return {
        id: row.id,
        text: row.text,
        module_type: row.moduleType,
        path: isRouter ? row.path : (row.address ?? row.path),
        icon: row.icon,
        children,
      }
    }),
  }))
  return {
    // Menus differ by these three and nothing else, so those who share them share the answer (MENU-1).
    ofUser: (_input, { db, user: { user } }) =>
      routeItems(`${user.usertype} ${user.admintype} ${user.orgid}`, { db, user }),

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

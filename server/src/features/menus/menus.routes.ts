import { menuCalls, type Menu, type MenuRouteItem } from "@uc/contract/menus"
import type { CurrentUser } from "@uc/contract/session"
import type { Db } from "../../db/open.ts"
import { nested } from "../../db/nested.ts"
import { answer } from "../../http/answer.ts"
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

    forPicker: async (_input, { db, user: { user } }) => ({
      modulelist: nested(
        await menusOf(db, user),
        (row, modulelist): Menu => ({ value: row.id, text: row.text, modulelist }),
      ),
    }),
  }
})

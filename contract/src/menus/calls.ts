import { z } from "zod"
import { call } from "../core/call.ts"
import { FilterKeys, Id } from "../core/wire.ts"

/**
 * A menu item as a route (MENU-2, MENU-3). `module_type` is `router` for a page of the portal; everything else is hosted
 * in a frame. The shape is lenient on purpose: one broken item must not remove the whole menu (MENU-5).
 */
export const MenuRouteItem = z.object({
  id: z.string().default(""),
  text: z.string().default(""),
  module_type: z.string().nullable().default(null),
  path: z.string().nullable().default(null),
  icon: z.string().nullable().default(null),
  get children(): z.ZodDefault<z.ZodArray<typeof MenuRouteItem>> {
    return z.array(MenuRouteItem).default([])
  },
})
export type MenuRouteItem = z.infer<typeof MenuRouteItem>

/** A menu as the picker's tree shows it. */
export const Menu = z.object({
  value: Id,
  text: z.string(),
  keys: FilterKeys,
  get modulelist(): z.ZodArray<typeof Menu> {
    return z.array(Menu)
  },
})
export type Menu = z.infer<typeof Menu>

const path = "/web/get_menu_list_of_user.action"

export const menuCalls = {
  ofUser: call({
    service: "usercenter",
    method: "POST",
    path,
    permission: null,
    encoding: "form",
    writes: false,
    specified: true,
    input: z.object({}),
    output: z.object({ modulelist: z.array(MenuRouteItem) }),
  }),
  /** With `departmentid`: of the user's menus those that the staff of this department sees too. */
  forPicker: call({
    service: "usercenter",
    method: "POST",
    path,
    permission: null,
    fixed: { topType: "1" },
    encoding: "form",
    writes: false,
    specified: true,
    input: z.object({ departmentid: Id.optional() }),
    output: z.object({ modulelist: z.array(Menu) }),
  }),
}

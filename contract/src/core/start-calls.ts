import type { Service } from "./call.ts"

/**
 * Requested at every start before the calls themselves are loaded; the calls take their paths from here. Without zod, so
 * that the very first script can import it.
 */
export const startCalls = {
  currentUser: { service: "usercenter", path: "/get_userinfo.action" },
  layout: { service: "newusercenter", path: "/v1/userCustom/getList" },
  pins: { service: "newusercenter", path: "/v1/homePins/get" },
  comparison: { service: "ewls", path: "/alarm/v1/get_data_comparison" },
} as const satisfies Readonly<Record<string, { readonly service: Service; readonly path: string }>>

import type { SiteConfig } from "./site.ts"

/** Apart from the shapes, so that the login page gets at them without the weight of zod. */

/** Where the portal lives on its site (ROUTE-1). */
export const portalBase = "/static/usercenter/"

/** SHELL-6: the small JSON beside `index.html`, read at start, so that one build serves any site. */
export const siteConfigFile = "config.json"

export const defaultSiteConfig: SiteConfig = {
  staticAddress: null,
  services: { usercenter: "/usercenter", newusercenter: "/newusercenter", ewls: "/ewls", vms: "/vms" },
  brand: { name: "用户中心", organisation: "智慧教育综合管理平台" },
  areaid: null,
  isDemo: false,
  hasSms: true,
}

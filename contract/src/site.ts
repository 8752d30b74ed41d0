import { z } from "zod"
import { services } from "./call.ts"

/** Where the portal lives on its site (ROUTE-1). */
export const portalBase = "/static/usercenter/"

/** SHELL-6: the small JSON beside `index.html`, read at start, so that one build serves any site. */
export const siteConfigFile = "config.json"

export const SiteConfig = z.object({
  /** The site's canonical address, e.g. `https://portal.example.cn/static/usercenter/`; null: no redirect (SHELL-5). */
  staticAddress: z.url({ protocol: /^https?$/ }).nullable(),
  /** The base address of each service: a path on this site, or another site's address. */
  services: z.record(z.enum(services), z.string().min(1)),
  brand: z.object({ name: z.string().min(1), organisation: z.string() }),
  /** Demo mode: the demo data's accounts may be shown. */
  isDemo: z.boolean(),
})
export type SiteConfig = z.infer<typeof SiteConfig>

export const defaultSiteConfig: SiteConfig = {
  staticAddress: null,
  services: { usercenter: "/usercenter", newusercenter: "/newusercenter", ewls: "/ewls", vms: "/vms" },
  brand: { name: "用户中心", organisation: "智慧教育综合管理平台" },
  isDemo: false,
}

import { z } from "zod"
import { services } from "./call.ts"

/** SHELL-6: what stands beside `index.html`. */
export const SiteConfig = z.object({
  /** The site's canonical address, e.g. `https://portal.example.cn/static/usercenter/`; null: no redirect (SHELL-5). */
  staticAddress: z.url({ protocol: /^https?$/ }).nullable(),
  /** The base address of each service: a path on this site, or another site's address. */
  services: z.record(z.enum(services), z.string().min(1)),
  brand: z.object({ name: z.string().min(1), organisation: z.string() }),
  /** The area whose news and links the regional login shows; null: of all areas. */
  areaid: z
    .string()
    .regex(/^\d{1,19}$/)
    .nullable()
    .default(null),
  /** Demo mode: the demo data's accounts may be shown. */
  isDemo: z.boolean(),
  /** Messages can be sent to phones. Where the file says nothing of it, they can. */
  hasSms: z.boolean().default(true),
})
export type SiteConfig = z.infer<typeof SiteConfig>

import type { SiteConfig } from "@uc/contract/core/site"
import { useStore } from "zustand"
import { siteConfigStore } from "./site-config.ts"

export function useSiteConfig(): SiteConfig {
  return useStore(siteConfigStore)
}

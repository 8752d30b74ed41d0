import { providerBase } from "@uc/contract/applications/calls"
import type { SiteConfig } from "@uc/contract/core/site"

/** The provider's name in every token. `origin`: of the request, where the site has no fixed address. */
export function issuerOf({ staticAddress }: Pick<SiteConfig, "staticAddress">, origin: string): string {
  return `${new URL(staticAddress ?? origin).origin}${providerBase}`
}

import { activationParameter } from "@uc/contract/login/activation-calls"
import { portalBase } from "@uc/contract/core/site-defaults"

/** Where the portal is opened. `origin`: of the request, where the site has no fixed address. */
export function portalAddress(site: { readonly staticAddress: string | null }, origin: string): string {
  return new URL(portalBase, site.staticAddress ?? origin).href
}

/** DISTRICT-1: with the secret after the `#`, where no server and no proxy logs it. */
export function activationAddress(page: string, secret: string): string {
  return `${page}#/activate?${activationParameter}=${secret}`
}

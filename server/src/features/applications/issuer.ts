import { providerBase } from "@uc/contract/applications/calls"
import { casBase } from "@uc/contract/applications/cas"
import { scimBase } from "@uc/contract/applications/scim"
import type { SiteConfig } from "@uc/contract/core/site"

type Addressed = Pick<SiteConfig, "staticAddress">

/** The provider's name in every token. `origin`: of the request, where the site has no fixed address. */
export function issuerOf(site: Addressed, origin: string): string {
  return `${siteAt(site, origin)}${providerBase}`
}

/** SSO-2: where a CAS client finds the server. */
export function casAddressOf(site: Addressed, origin: string): string {
  return `${siteAt(site, origin)}${casBase}`
}

/** SSO-5: where an application's server finds the directory. */
export function scimAddressOf(site: Addressed, origin: string): string {
  return `${siteAt(site, origin)}${scimBase}`
}

function siteAt({ staticAddress }: Addressed, origin: string): string {
  return new URL(staticAddress ?? origin).origin
}

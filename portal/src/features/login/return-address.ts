import { permittedAddress } from "@uc/contract/domains/permitted-address"
import { refreshInForce, reportSeenOrigin } from "../domains/public.ts"

/** LOGIN-6, DOM-7: where somebody wants to be led after signing in; null: neither this site nor an authorised domain. */
export async function permittedReturn(wanted: string): Promise<string | null> {
  const { domains } = await refreshInForce()
  const verdict = permittedAddress(wanted, document.baseURI, domains ? [...domains.keys()] : [])
  if (verdict.isPermitted) return verdict.href
  if (verdict.origin !== null) reportSeenOrigin(verdict.origin, true)
  return null
}

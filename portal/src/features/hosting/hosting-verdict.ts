import { permittedAddress } from "@uc/contract/domains/permitted-address"

/** What becomes of an address out of a query or a menu. */
export type HostingVerdict =
  | { readonly at: "permitted"; readonly href: string; readonly origin: string }
  | { readonly at: "refused"; readonly origin: string }
  /** No http address at all. */
  | { readonly at: "bad" }
  /** Only the list can decide, and it is not known (yet). */
  | { readonly at: "asking" | "unknown" | "signed-out"; readonly origin: string }

export interface Known {
  readonly base: string
  readonly hasUser: boolean
  /** The origins in force; null: not known. */
  readonly origins: readonly string[] | null
  readonly hasFailed: boolean
}

/**
 * What browsers read otherwise than people: missing slashes, backslashes, invisible characters. An address must begin
 * with its scheme, or with the slash of the own site.
 */
function isDisguised(address: string): boolean {
  return /[\p{Cc}\p{Cf}\\]/u.test(address) || !/^(https?:\/\/[^/]|\/)/i.test(address.trim())
}

/** HOME-7, MENU-3: the site's own or an authorised domain. What is shown is the parsed address, never the text. */
export function hostingVerdict(
  address: string,
  { base, hasUser, origins, hasFailed }: Known,
): HostingVerdict {
  if (isDisguised(address)) return { at: "bad" }
  const verdict = permittedAddress(address, base, origins ?? [])
  if (verdict.isPermitted) return { at: "permitted", href: verdict.href, origin: verdict.origin }
  const { origin } = verdict
  if (origin === null) return { at: "bad" }
  if (!hasUser) return { at: "signed-out", origin }
  if (origins === null) return { at: hasFailed ? "unknown" : "asking", origin }
  return { at: "refused", origin }
}

import { createHash } from "node:crypto"
import { scimMessages } from "@uc/contract/applications/scim"
import { ScimError } from "./scim-error.ts"

export interface Meta {
  readonly resourceType: string
  readonly location: string
  readonly created?: string
  readonly lastModified?: string
  readonly version?: string
}

export type Resource = Record<string, unknown> & { readonly id: string; readonly meta: Meta }

/**
 * By what is shown and not by a counter: a renamed department changes its people too. Weak, because attributes may be left out of an
 * answer.
 */
export function versionOf(content: Readonly<Record<string, unknown>>): string {
  return `W/"${createHash("sha256").update(JSON.stringify(content)).digest("base64url").slice(0, 22)}"`
}

/** RFC 7232: `*`, or a list of tags; compared weakly, as the protocol's own examples do. */
export function namesVersion(header: string, version: string): boolean {
  const bare = (tag: string) => tag.trim().replace(/^W\//i, "")
  return header.trim() === "*" || header.split(",").some((tag) => bare(tag) === bare(version))
}

/** RFC 7644, 3.14. */
export function mustMatch(ifMatch: string | undefined, { meta }: Resource): void {
  if (ifMatch !== undefined && !namesVersion(ifMatch, meta.version ?? ""))
    throw new ScimError(412, scimMessages.changedMeanwhile)
}

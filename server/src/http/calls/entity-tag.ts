import { createHash } from "node:crypto"

/** A hash of the answer alone: a new timestamp in the request does not change it. */
export function tagOf(body: string): string {
  return `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`
}

/** A proxy that compresses marks a tag as weak; the answer is the same. */
export function isKnownTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch.split(",").some((known) => known.trim().replace(/^W\//, "") === tag)
}

import { createHash, randomBytes } from "node:crypto"

/** 256 bits in base64url. */
const tokenPattern = /^[\w-]{43}$/

/** Any other text in the cookie is refused before it can fill the cache. */
export function isToken(text: string): boolean {
  return tokenPattern.test(text)
}

export function newToken(): string {
  return randomBytes(32).toString("base64url")
}

/** Only the hash is stored: a copy of the database lets nobody in. */
export function hashOfToken(token: string): Buffer {
  return createHash("sha256").update(token).digest()
}

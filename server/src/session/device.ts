import { createHash, randomBytes } from "node:crypto"
import type { FastifyReply, FastifyRequest } from "fastify"
import { cookieOf, setCookie, type CookieOptions } from "./cookies.ts"

/**
 * A browser, recognised by a random cookie that holds no personal data. A slider, a picture code and a sign-in that waits
 * for its second factor belong to the browser that requested them; and the browser of an account's owner is recognised
 * (LOGIN-5).
 */
export interface Device {
  /** All that is ever stored of it. */
  readonly hash: Buffer
}

const tokenPattern = /^[\w-]{43}$/
const lifeS = 400 * 24 * 60 * 60

function deviceCookie(isSecure: boolean): { name: string; options: CookieOptions } {
  return {
    // The __Host- prefix is refused by browsers without TLS.
    name: isSecure ? "__Host-uc_did" : "uc_did",
    options: { path: "/", httpOnly: true, sameSite: "lax", secure: isSecure, maxAge: lifeS },
  }
}

function deviceOf(token: string): Device {
  return { hash: createHash("sha256").update(token).digest() }
}

/** The browser of a request. One without a cookie gets one where `maySetCookie` says so: only open calls do. */
export function deviceBehind(request: FastifyRequest, reply: FastifyReply, maySetCookie: boolean): Device {
  const isSecure = request.protocol === "https"
  const { name, options } = deviceCookie(isSecure)
  const known = cookieOf(request, name)
  if (known !== undefined && tokenPattern.test(known)) return deviceOf(known)
  const token = randomBytes(32).toString("base64url")
  if (maySetCookie) setCookie(reply, name, token, options)
  return deviceOf(token)
}

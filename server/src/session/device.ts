import { createHash, randomBytes } from "node:crypto"
import type { FastifyReply, FastifyRequest } from "fastify"
import { cookieOf, setCookie, type CookieOptions } from "./cookies.ts"

/**
 * A browser, known by a random cookie that says nothing about anybody. A slider, a picture code and a sign-in that waits
 * for its second factor belong to the browser that asked for them; and an owner's browser is known again (LOGIN-5).
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

/** The asker's browser. One that has no cookie yet gets one, if it may: only open calls hand it out. */
export function deviceBehind(request: FastifyRequest, reply: FastifyReply, mayMeet: boolean): Device {
  const isSecure = request.protocol === "https"
  const { name, options } = deviceCookie(isSecure)
  const known = cookieOf(request, name)
  if (known !== undefined && tokenPattern.test(known)) return deviceOf(known)
  const token = randomBytes(32).toString("base64url")
  if (mayMeet) setCookie(reply, name, token, options)
  return deviceOf(token)
}

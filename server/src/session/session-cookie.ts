import type { FastifyReply, FastifyRequest } from "fastify"
import { clearCookie, setCookie, type CookieOptions } from "./cookies.ts"

export function sessionCookie(isSecure: boolean): { name: string; options: CookieOptions } {
  return {
    // The __Host- prefix is refused by browsers without TLS.
    name: isSecure ? "__Host-uc_sid" : "uc_sid",
    options: { path: "/", httpOnly: true, sameSite: "lax", secure: isSecure },
  }
}

const plainName = sessionCookie(false).name
const secureName = sessionCookie(true).name

export function sessionCookieName(request: FastifyRequest): string {
  return request.protocol === "https" ? secureName : plainName
}

export function setSessionCookie(reply: FastifyReply, token: string | null, isSecure: boolean): void {
  const { name, options } = sessionCookie(isSecure)
  if (token === null) clearCookie(reply, name, options)
  else setCookie(reply, name, token, options)
}

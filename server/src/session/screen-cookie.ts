import type { FastifyReply, FastifyRequest } from "fastify"
import { cookieOf, setCookie, type CookieOptions } from "./cookies.ts"

/** The longest that browsers allow; renewed once a day while the screen is on. */
const lifeS = 400 * 24 * 60 * 60

function screenCookie(isSecure: boolean): { name: string; options: CookieOptions } {
  return {
    // The __Host- prefix is refused by browsers without TLS.
    name: isSecure ? "__Host-uc_screen" : "uc_screen",
    // Nothing leads from another site to what a screen may do.
    options: { path: "/", httpOnly: true, sameSite: "strict", secure: isSecure, maxAge: lifeS },
  }
}

const plainName = screenCookie(false).name
const secureName = screenCookie(true).name

export function screenTokenOf(request: FastifyRequest): string | undefined {
  return cookieOf(request, request.protocol === "https" ? secureName : plainName)
}

export function setScreenCookie(reply: FastifyReply, token: string, isSecure: boolean): void {
  const { name, options } = screenCookie(isSecure)
  setCookie(reply, name, token, options)
}

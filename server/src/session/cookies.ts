import { fastifyCookie } from "@fastify/cookie"
import type { FastifyReply, FastifyRequest } from "fastify"

export type CookieOptions = Parameters<typeof fastifyCookie.serialize>[2]

/*
 * The plugin's functions without the plugin: its hooks run for every request, and thousands of timers send some.
 */

export function cookieOf({ headers: { cookie } }: FastifyRequest, name: string): string | undefined {
  return cookie?.includes(name) ? fastifyCookie.parse(cookie)[name] : undefined
}

export function setCookie(reply: FastifyReply, name: string, value: string, options: CookieOptions): void {
  reply.header("set-cookie", fastifyCookie.serialize(name, value, options))
}

export function clearCookie(reply: FastifyReply, name: string, options: CookieOptions): void {
  setCookie(reply, name, "", { ...options, expires: new Date(0), maxAge: 0 })
}

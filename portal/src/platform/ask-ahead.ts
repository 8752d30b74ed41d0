import { timestampParameter } from "@uc/contract/http"
import { nowMs } from "./clock.ts"
import { siteConfig } from "./site-config.ts"

/** What every question is sent with. */
export const plainRequest = {
  headers: { accept: "application/json" },
  credentials: "include",
  redirect: "manual",
  cache: "no-store",
} as const satisfies RequestInit

/** The timestamp stands apart: it is no part of what makes two requests equal. */
export function stamped(base: string, address: string): string {
  const separator = address.includes("?") ? "&" : "?"
  return `${base.replace(/\/$/, "")}${address}${separator}${timestampParameter}=${nowMs()}`
}

interface Ahead {
  readonly address: string
  readonly askedMs: number
  readonly answer: Promise<Response>
}

/** What is older is no answer to who asks now. */
const freshMs = 5000
let ahead: Ahead | null = null

/**
 * Sends a question before the code that reads its answer has come: over a slow line the one arrives while the other is
 * still being read. `send` takes the answer for its own, once.
 */
export async function askAhead(service: "usercenter", path: string): Promise<void> {
  const { services } = await siteConfig()
  const answer = fetch(stamped(services[service], path), plainRequest)
  // Whoever takes it hears of a failure; nobody may.
  answer.catch(() => undefined)
  ahead = { address: service + path, askedMs: nowMs(), answer }
}

export function takeAhead(address: string): Promise<Response> | null {
  const taken = ahead
  if (taken?.address !== address) return null
  ahead = null
  return nowMs() - taken.askedMs < freshMs ? taken.answer : null
}

import type { Service } from "@uc/contract/core/call"
import { timestampParameter } from "@uc/contract/core/http"
import { nowMs } from "../browser/clock.ts"
import { siteConfig } from "../browser/site-config.ts"

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
  readonly askedMs: number
  readonly answer: Promise<Response>
}

/** What is older is no answer to who asks now; a slow line may well take this long to bring who asks. */
const freshMs = 20_000
const ahead = new Map<string, Ahead>()

/**
 * Sends a question before the code that reads its answer has come: over a slow line the one arrives while the other is
 * still being read. `send` takes the answer for its own, once.
 */
export async function requestAhead(
  { service, path }: { readonly service: Service; readonly path: string },
  search = "",
): Promise<void> {
  const address = path + search
  const { services } = await siteConfig()
  const answer = fetch(stamped(services[service], address), plainRequest)
  // Whoever takes it hears of a failure; nobody may.
  answer.catch(() => undefined)
  ahead.set(service + address, { askedMs: nowMs(), answer })
}

export function takeRequestedAhead(service: Service, address: string): Promise<Response> | null {
  const key = service + address
  const taken = ahead.get(key)
  ahead.delete(key)
  return taken && nowMs() - taken.askedMs < freshMs ? taken.answer : null
}

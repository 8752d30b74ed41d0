import type { Service } from "@uc/contract/core/call"
import { acceptWithStatuses, timestampParameter } from "@uc/contract/core/http"
import { nowMs } from "../browser/clock.ts"
import { siteConfig } from "../browser/site-config.ts"

/** The headers of every request. */
export const plainRequest = {
  headers: { accept: acceptWithStatuses },
  credentials: "include",
  redirect: "manual",
  cache: "no-store",
} as const satisfies RequestInit

/** The timestamp is separate: it does not make two requests different. */
export function stamped(base: string, address: string): string {
  const separator = address.includes("?") ? "&" : "?"
  return `${base.replace(/\/$/, "")}${address}${separator}${timestampParameter}=${nowMs()}`
}

interface Ahead {
  readonly askedMs: number
  readonly answer: Promise<Response>
}

/** Older answers are not used; a slow connection may well take this long to load the code that reads them. */
const freshMs = 20_000
const ahead = new Map<string, Ahead>()

/**
 * Sends a request before the code that reads its answer is loaded: on a slow connection both travel at the same time.
 * `send` uses the answer once.
 */
export async function requestAhead(
  { service, path }: { readonly service: Service; readonly path: string },
  search = "",
): Promise<void> {
  const address = path + search
  const { services } = await siteConfig()
  const answer = fetch(stamped(services[service], address), plainRequest)
  // A failure is reported to who uses it, if anybody does.
  answer.catch(() => undefined)
  ahead.set(service + address, { askedMs: nowMs(), answer })
}

export function takeRequestedAhead(service: Service, address: string): Promise<Response> | null {
  const key = service + address
  const taken = ahead.get(key)
  ahead.delete(key)
  return taken && nowMs() - taken.askedMs < freshMs ? taken.answer : null
}

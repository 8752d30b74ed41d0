import { domainCalls } from "@uc/contract/domains/calls"
import { nowMs } from "../../platform/browser/clock.ts"
import { send } from "../../platform/http/send.ts"
import { storedUser } from "../../platform/session/session.ts"

const againAfterMs = 60_000
const told = new Map<string, number>()

/** A hint for the list's administrators: this origin was hosted, or refused. Sent in the background; it may fail. */
export function reportSeenOrigin(origin: string, wasRefused: boolean): void {
  const user = storedUser()
  if (user === null || origin === window.location.origin) return
  const key = `${user.id} ${origin} ${wasRefused}`
  const lastMs = told.get(key)
  if (lastMs !== undefined && nowMs() - lastMs < againAfterMs) return
  told.set(key, nowMs())
  send(domainCalls.seen, { origin, wasRefused }).catch(() => undefined)
}

import { timingSafeEqual } from "node:crypto"
import { loginLimits } from "@uc/contract/login/calls"
import type { Id } from "@uc/contract/core/wire"
import type { Keyed } from "../keyed.ts"

/** What a ticket is good for: this account, in this browser, as long as it still has this password. */
export interface ResetOf {
  readonly personId: Id
  /** The hash of the browser's own cookie. */
  readonly holder: Buffer
  /** The password's record: a ticket is used once, because it changes with it. */
  readonly record: string
}

/** DAY-15: after a right code. Nothing is stored: the key of the site signs it. */
export function issueResetTicket(keyed: Keyed, of: ResetOf, nowMs: number): string {
  const untilMs = nowMs + loginLimits.ticketS * 1000
  return `${of.personId}.${untilMs}.${macOf(keyed, of, String(untilMs)).toString("base64url")}`
}

/** Whose it says to be; null: it is none, or over. `isResetTicket` says whether it is true. */
export function personOfResetTicket(ticket: string, nowMs: number): Id | null {
  const [, personId, until] = /^([0-9]{1,18})\.([0-9]{1,15})\.[\w-]{43}$/.exec(ticket) ?? []
  return personId !== undefined && Number(until) > nowMs ? personId : null
}

export function isResetTicket(keyed: Keyed, ticket: string, of: ResetOf): boolean {
  const [, until = "", mac = ""] = ticket.split(".")
  const given = Buffer.from(mac, "base64url")
  const right = macOf(keyed, of, until)
  return given.length === right.length && timingSafeEqual(given, right)
}

function macOf(keyed: Keyed, { personId, holder, record }: ResetOf, until: string): Buffer {
  return keyed.mac("password-reset", personId, holder.toString("hex"), record, until)
}

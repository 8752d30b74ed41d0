import { errorReason } from "../../errors/logged-error.ts"
import { InnerAddressRefusal, PlainAddressRefusal } from "../../http/outbound/outbound.ts"

/** After the first failed try, the second, and so on; the last one is repeated. */
export const pausesS = [5, 15, 60, 300, 900, 1800, 3600] as const

/** How many seconds an application is left alone after so many failed tries. */
export function pauseAfter(tries: number): number {
  return pausesS[Math.min(tries, pausesS.length) - 1] ?? 0
}

/**
 * `Retry-After` of an answer that may have one (RFC 9110, 10.2.3): in seconds or as a date, at most `mostS`. Null: none, or nothing
 * that can be read.
 */
export function retryAfterS({ status, headers }: Response, nowMs: number, mostS: number): number | null {
  const given = headers.get("retry-after")?.trim() ?? ""
  if ((status !== 429 && status !== 503) || given === "") return null
  const seconds = /^\d{1,9}$/.test(given) ? Number(given) : Math.ceil((Date.parse(given) - nowMs) / 1000)
  return Number.isNaN(seconds) ? null : Math.min(Math.max(seconds, 0), mostS)
}

/** No redirect is followed. */
export function answerOfStatus(status: number): string {
  return status >= 300 && status < 400 ? "redirect" : String(status)
}

/** Why an application could not be told: of an error of the library (which names the answer), of the connection or of the guard. */
export function answerOf(error: unknown): string {
  if (error instanceof InnerAddressRefusal) return "inner"
  if (error instanceof PlainAddressRefusal) return "plain"
  const { response, name, code } = error as {
    readonly response?: Response
    readonly name?: string
    readonly code?: string
  }
  if (response) return answerOfStatus(response.status)
  if (name === "TimeoutError") return "timeout"
  if (code === undefined)
    throw new Error(`An application could not be told: ${errorReason(error)}`, { cause: error })
  return /CERT|SIGNED|VERIFY/.test(code) ? "certificate" : "unreachable"
}

import { useEffect } from "react"
import { refreshInForce, useInForce, reportSeenOrigin } from "../domains/public.ts"
import { useUser } from "../../platform/session/session.ts"
import { hostingVerdict, type HostingVerdict } from "./hosting-verdict.ts"

/** How long an answer counts when a page is opened. */
const freshMs = 1000
const pollMs = 60_000

function ask(notOlderMs: number): void {
  // The page shows the failure.
  refreshInForce(notOlderMs).catch(() => undefined)
}

/** DOM-7: open pages follow the list: every minute, and when somebody returns to them. */
export function useInForceWatch(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return
    const again = () => {
      if (document.visibilityState === "visible") ask(freshMs)
    }
    const timer = setInterval(again, pollMs)
    window.addEventListener("focus", again)
    document.addEventListener("visibilitychange", again)
    return () => {
      clearInterval(timer)
      window.removeEventListener("focus", again)
      document.removeEventListener("visibilitychange", again)
    }
  }, [isOn])
}

export function useHostingVerdict(address: string): {
  readonly verdict: HostingVerdict
  /** The site's name on the list. */
  readonly domainName: string | null
  readonly retry: () => void
} {
  const user = useUser()
  const { userId, domains, failure } = useInForce()
  const isOurs = user !== null && userId === user.id
  const verdict = hostingVerdict(address, {
    base: document.baseURI,
    hasUser: user !== null,
    origins: isOurs && domains ? [...domains.keys()] : null,
    hasFailed: isOurs && failure !== null,
  })
  const isElsewhere = "origin" in verdict && verdict.origin !== window.location.origin
  const id = user?.id
  const key = isElsewhere && id !== undefined ? `${id} ${verdict.origin}` : null
  useEffect(() => {
    if (key !== null) ask(freshMs)
  }, [key])
  useInForceWatch(key !== null)

  const told = verdict.at === "permitted" || verdict.at === "refused" ? verdict : null
  const origin = told?.origin ?? null
  const wasRefused = told?.at === "refused"
  useEffect(() => {
    if (origin !== null) reportSeenOrigin(origin, wasRefused)
  }, [origin, wasRefused])
  const domainName = (told && domains?.get(told.origin)?.name) ?? null
  return { verdict, domainName, retry: () => ask(0) }
}

import { BridgeRefusal } from "@uc/bridge/host"
import { refusalMessages } from "@uc/bridge/refusals"

export const dialogLimits = {
  /** A window closed this soon was not wanted. */
  quickMs: 3000,
  /** So many in a row: the page opens windows again and again. */
  dismissals: 2,
  pauseMs: 10_000,
} as const

interface AskingRecord {
  readonly isAsking: boolean
  readonly dismissals: number
  readonly refusedUntilMs: number
}
const unknown: AskingRecord = { isAsking: false, dismissals: 0, refusedUntilMs: 0 }

interface HostedDialog<T> {
  readonly origin: string
  /** Ends with the page that asks; a dialog closed by it is not counted as dismissed. */
  readonly signal: AbortSignal
  readonly ask: () => Promise<T>
}

/** Each site has one dialog at a time, and after two dismissals it must wait. */
export function createHostedPageDialogs(nowMs: () => number) {
  const sites = new Map<string, AskingRecord>()
  const recordOf = (origin: string) => sites.get(origin) ?? unknown

  /** The answer; null and false are a dismissal. */
  return async function asked<T>({ origin, signal, ask }: HostedDialog<T>): Promise<T> {
    const before = recordOf(origin)
    const openedMs = nowMs()
    if (before.isAsking) throw new BridgeRefusal(refusalMessages.askedAlready)
    if (openedMs < before.refusedUntilMs) throw new BridgeRefusal(refusalMessages.dismissed)
    sites.set(origin, { ...before, isAsking: true })
    let after: AskingRecord = { ...before, isAsking: false }
    try {
      const answer = await ask()
      if (!signal.aborted) after = afterAnswer(before, answer, openedMs, nowMs())
      return answer
    } finally {
      sites.set(origin, after)
    }
  }
}

function afterAnswer(
  before: AskingRecord,
  answer: unknown,
  openedMs: number,
  closedMs: number,
): AskingRecord {
  const isDismissed = (answer === null || answer === false) && closedMs - openedMs < dialogLimits.quickMs
  if (!isDismissed) return unknown
  const dismissals = before.dismissals + 1
  const isEnough = dismissals >= dialogLimits.dismissals
  return { isAsking: false, dismissals, refusedUntilMs: isEnough ? closedMs + dialogLimits.pauseMs : 0 }
}

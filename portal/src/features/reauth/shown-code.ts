/** A code on this screen that a phone is to scan: for a sign-in or for re-authentication (AUTH-4, LOGIN-3). */
export interface FetchedCode {
  /** A `data:` address. */
  readonly image: string
  /** What the phone must choose; null where it only confirms. */
  readonly number: string | null
  readonly seconds: number
}

export type PhonesAnswer = "waiting" | "scanned" | "confirmed" | "refused" | "over"

export type ShownCode =
  | { readonly at: "loading" | "failed" }
  | {
      readonly at: "shown"
      readonly code: FetchedCode
      readonly untilMs: number
      readonly secondsLeft: number
      readonly isScanned: boolean
      /** The last poll failed. The code is still valid. */
      readonly isUnreached: boolean
    }
  | { readonly at: "expired" | "refused" | "confirmed"; readonly code: FetchedCode }

export type ShownCodeEvent =
  | { readonly type: "asked" | "fetchFailed" | "unreached" }
  | { readonly type: "fetched"; readonly code: FetchedCode; readonly nowMs: number }
  | { readonly type: "ticked"; readonly nowMs: number }
  | { readonly type: "answered"; readonly answer: PhonesAnswer }

function secondsUntil(untilMs: number, nowMs: number): number {
  return Math.max(0, Math.ceil((untilMs - nowMs) / 1000))
}

export function reduceShownCode(shown: ShownCode, event: ShownCodeEvent): ShownCode {
  if (event.type === "asked") return { at: "loading" }
  if (event.type === "fetchFailed") return { at: "failed" }
  if (event.type === "fetched") {
    const { code, nowMs } = event
    const untilMs = nowMs + code.seconds * 1000
    return {
      at: "shown",
      code,
      untilMs,
      secondsLeft: secondsUntil(untilMs, nowMs),
      isScanned: false,
      isUnreached: false,
    }
  }
  // A code that has ended stays ended.
  if (shown.at !== "shown") return shown
  switch (event.type) {
    case "unreached":
      return { ...shown, isUnreached: true }
    case "ticked": {
      const secondsLeft = secondsUntil(shown.untilMs, event.nowMs)
      return secondsLeft === 0 ? { at: "expired", code: shown.code } : { ...shown, secondsLeft }
    }
    case "answered":
      switch (event.answer) {
        case "waiting":
        case "scanned":
          return { ...shown, isScanned: event.answer === "scanned", isUnreached: false }
        case "over":
          return { at: "expired", code: shown.code }
        case "confirmed":
        case "refused":
          return { at: event.answer, code: shown.code }
      }
  }
}

interface Looks {
  readonly image: string | null
  readonly secondsLeft: number
  readonly totalSeconds: number
  readonly state: "loading" | "waiting" | "scanned" | "expired" | "failed"
}

/** What the drawing of a code needs to know. */
export function looksOf(shown: ShownCode): Looks {
  switch (shown.at) {
    case "loading":
    case "failed":
      return { image: null, secondsLeft: 0, totalSeconds: 0, state: shown.at }
    case "shown":
      return {
        image: shown.code.image,
        secondsLeft: shown.secondsLeft,
        totalSeconds: shown.code.seconds,
        state: shown.isScanned ? "scanned" : "waiting",
      }
    case "expired":
    case "refused":
    case "confirmed":
      return {
        image: shown.code.image,
        secondsLeft: 0,
        totalSeconds: shown.code.seconds,
        state: shown.at === "confirmed" ? "scanned" : "expired",
      }
  }
}

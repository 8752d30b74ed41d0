import { qrcodeCalls } from "@uc/contract/qrcodes/calls"
import { useEffect, useReducer } from "react"
import { nowMs } from "../../platform/browser/clock.ts"
import { Failure, isCancelled, messageOf } from "../../platform/http/failure.ts"
import { send } from "../../platform/http/send.ts"
import { reducePhone, turnOf, type PhoneEvent, type PhoneView } from "./qrcode-phone-state.ts"

function eventOf(error: unknown, number?: string): PhoneEvent {
  if (error instanceof Failure && (error.kind === "signed-out" || error.kind === "sign-in-again"))
    return { type: "signedOut" }
  const sentence = messageOf(error) ?? ""
  const turned = turnOf(sentence)
  if (turned === null) return { type: "failed", sentence }
  return turned === "wrongNumber"
    ? { type: "numberWrong", number: number ?? "" }
    : { type: "turned", why: turned }
}

/** AUTH-9: what a phone does with a ticket: loads what is asked, then confirms or refuses. */
export function useQrcodePhone(ticket: string): {
  readonly view: PhoneView
  readonly confirm: (number?: string) => Promise<void>
  readonly refuse: () => Promise<void>
  /** Loads what is asked, again too. */
  readonly look: () => void
  readonly timePassed: () => void
} {
  const [view, dispatch] = useReducer(reducePhone, { at: "unopened" })

  const isAsking = view.at === "asking"
  useEffect(() => {
    if (!isAsking) return
    const controller = new AbortController()
    const { signal } = controller
    send(qrcodeCalls.scan, { t: ticket }, { signal }).then(
      (asked) => signal.aborted || dispatch({ type: "scanned", asked, nowMs: nowMs() }),
      (error: unknown) => signal.aborted || dispatch(eventOf(error)),
    )
    return () => controller.abort()
  }, [isAsking, ticket])

  async function answer(how: "confirmed" | "refused", number?: string) {
    dispatch({ type: "decided" })
    try {
      if (how === "refused") await send(qrcodeCalls.refuse, { t: ticket })
      else await send(qrcodeCalls.confirm, { t: ticket, ...(number !== undefined && { number }) })
      dispatch({ type: "answered", how })
    } catch (error) {
      if (!isCancelled(error)) dispatch(eventOf(error, number))
    }
  }

  return {
    view,
    confirm: (number) => answer("confirmed", number),
    refuse: () => answer("refused"),
    look: () => dispatch({ type: "tried" }),
    timePassed: () => dispatch({ type: "timePassed" }),
  }
}

import { qrcodeMessages, type AskedByQrcode } from "@uc/contract/qrcodes/calls"

/** Why a phone can't answer (any more). A wrong number does not end it. */
export type Turned = Exclude<keyof typeof qrcodeMessages, "wrongNumber">

export type PhoneView =
  | { readonly at: "unopened" | "asking" | "signed-out" }
  | { readonly at: "failed"; readonly sentence: string }
  | {
      readonly at: "asked"
      readonly asked: AskedByQrcode
      readonly untilMs: number
      readonly isBusy: boolean
      /** Numbers that were chosen and are not the screen's. */
      readonly wrong: readonly string[]
      readonly problem: string | null
    }
  | { readonly at: "confirmed" | "refused"; readonly kind: AskedByQrcode["kind"] }
  | { readonly at: "turned"; readonly why: Turned }

export type PhoneEvent =
  | { readonly type: "tried" | "signedOut" | "decided" | "timePassed" }
  | { readonly type: "scanned"; readonly asked: AskedByQrcode; readonly nowMs: number }
  | { readonly type: "answered"; readonly how: "confirmed" | "refused" }
  | { readonly type: "turned"; readonly why: Turned }
  | { readonly type: "numberWrong"; readonly number: string }
  | { readonly type: "failed"; readonly sentence: string }

/**
 * AUTH-9: the phone's page, from the scan to its end. A link may have been sent to somebody; so nothing is reported to
 * the screen or confirmed before they have pressed a button here.
 */
export function reducePhone(view: PhoneView, event: PhoneEvent): PhoneView {
  switch (event.type) {
    case "tried":
      return { at: "asking" }
    case "signedOut":
      return { at: "signed-out" }
    case "scanned": {
      const { asked, nowMs } = event
      const untilMs = nowMs + asked.seconds * 1000
      return { at: "asked", asked, untilMs, isBusy: false, wrong: [], problem: null }
    }
    case "turned":
      return { at: "turned", why: event.why }
    case "failed":
      // What was asked stays on screen: after a lost answer it can be repeated.
      return view.at === "asked"
        ? { ...view, isBusy: false, problem: event.sentence }
        : { at: "failed", sentence: event.sentence }
    case "decided":
      return view.at === "asked" ? { ...view, isBusy: true, problem: null } : view
    case "numberWrong":
      if (view.at !== "asked") return view
      return {
        ...view,
        isBusy: false,
        wrong: [...view.wrong, event.number],
        problem: qrcodeMessages.wrongNumber,
      }
    case "answered":
      return view.at === "asked" ? { at: event.how, kind: view.asked.kind } : view
    case "timePassed":
      // The server decides about an answer that is under way.
      return view.at === "asked" && !view.isBusy ? { at: "turned", why: "over" } : view
  }
}

/** Which sentence a refusal is; null: another one. */
export function turnOf(sentence: string): keyof typeof qrcodeMessages | null {
  const found = Object.entries(qrcodeMessages).find(([, words]) => words === sentence)
  return found ? (found[0] as keyof typeof qrcodeMessages) : null
}

/** A state in which the ticket is void. */
export function isOver({ at }: PhoneView): boolean {
  return at === "confirmed" || at === "refused" || at === "turned"
}

import { qrcodeMessages, type AskedByQrcode } from "@uc/contract/qrcodes/calls"

/** Why a phone can't answer (any more). A wrong number is no end: there are others. */
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
 * AUTH-9: the phone's page, from the scan to its end. An address can be slipped to somebody; so nothing is told to the
 * screen, and nothing can be confirmed, before they have pressed something here.
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
      // What was asked stays on the screen: a lost answer can be given again.
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
      // An answer that is under way is the server's to judge.
      return view.at === "asked" && !view.isBusy ? { at: "turned", why: "over" } : view
  }
}

/** Which of the sentences a refusal is; null: it is none of them. */
export function turnOf(sentence: string): keyof typeof qrcodeMessages | null {
  const found = Object.entries(qrcodeMessages).find(([, words]) => words === sentence)
  return found ? (found[0] as keyof typeof qrcodeMessages) : null
}

/** A view behind which the ticket is worth nothing any more. */
export function isOver({ at }: PhoneView): boolean {
  return at === "confirmed" || at === "refused" || at === "turned"
}

/** A code that was sent to a phone. Moments are absolute, so that they hold in a background tab; there is no clock here. */
export interface CodeSending {
  readonly at: "unsent" | "sending" | "sent" | "failed"
  /** No further one may be sent before. */
  readonly resendAtMs: number
  /** The last code is valid until then; null: unknown. */
  readonly expiresAtMs: number | null
  /** Masked. */
  readonly phone: string | null
  /** Why the last one was not sent. */
  readonly why: string | null
}

export type CodeEvent =
  | { readonly type: "sendingBegan" }
  | { readonly type: "sent"; readonly phone: string; readonly resendAtMs: number }
  | { readonly type: "sendFailed"; readonly why: string | null }
  | { readonly type: "expiryTold"; readonly expiresAtMs: number }
  /** A code for another phone may be sent immediately. */
  | { readonly type: "phoneChanged" }

export const unsent: CodeSending = {
  at: "unsent",
  resendAtMs: 0,
  expiresAtMs: null,
  phone: null,
  why: null,
}

export function reduceCode(code: CodeSending, event: CodeEvent): CodeSending {
  switch (event.type) {
    case "sendingBegan":
      return { ...code, at: "sending", why: null }
    case "sent":
      return { at: "sent", phone: event.phone, resendAtMs: event.resendAtMs, expiresAtMs: null, why: null }
    case "sendFailed":
      // AUTH-5: the button is enabled again, and the server's sentence stands beside it.
      return { ...code, at: "failed", why: event.why }
    case "expiryTold":
      return code.at === "sent" ? { ...code, expiresAtMs: event.expiresAtMs } : code
    case "phoneChanged":
      return code.at === "sending" ? code : unsent
  }
}

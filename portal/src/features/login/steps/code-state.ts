/**
 * A check code on its way to a phone. Moments are absolute, so that they hold while nobody looks; there is no clock here.
 */
export interface CodeSending {
  readonly at: "unsent" | "sending" | "sent" | "failed"
  /** No other one may be sent before. */
  readonly resendAtMs: number
  /** The code that was sent last is good until then; null: not told. */
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
  /** To another phone the next one may go at once. */
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
      // AUTH-5: the button is there again at once, and the server's word stands beside it.
      return { ...code, at: "failed", why: event.why }
    case "expiryTold":
      return code.at === "sent" ? { ...code, expiresAtMs: event.expiresAtMs } : code
    case "phoneChanged":
      return code.at === "sending" ? code : unsent
  }
}

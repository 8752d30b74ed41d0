import { expect, test } from "vitest"
import { reduceCode, unsent, type CodeEvent, type CodeSending } from "./code-state.ts"

const after = (...events: readonly CodeEvent[]): CodeSending => events.reduce(reduceCode, unsent)
const began: CodeEvent = { type: "sendingBegan" }
const sent: CodeEvent = { type: "sent", phone: "138****5678", resendAtMs: 300_000 }

test("[LOGIN-3] a code that was sent counts down, and its expiry comes from the server", () => {
  expect(after(began, sent)).toMatchObject({ at: "sent", phone: "138****5678", resendAtMs: 300_000 })
  expect(after(began, sent).expiresAtMs).toBeNull()
  expect(after(began, sent, { type: "expiryTold", expiresAtMs: 250_000 }).expiresAtMs).toBe(250_000)
})

test("a failed send tells why and may be repeated; the word goes with the next try", () => {
  const failed = after(began, { type: "sendFailed", why: "短信服务未开通" })
  expect(failed).toMatchObject({ at: "failed", resendAtMs: 0, why: "短信服务未开通" })
  expect(reduceCode(failed, began)).toMatchObject({ at: "sending", why: null })
})

test("a resend that failed leaves the code before it as good as it was", () => {
  const code = after(began, sent, { type: "expiryTold", expiresAtMs: 9 }, began, {
    type: "sendFailed",
    why: "x",
  })
  expect(code).toMatchObject({ at: "failed", phone: "138****5678", expiresAtMs: 9 })
})

test("a new code makes the expiry of the one before it worthless", () => {
  expect(after(began, sent, { type: "expiryTold", expiresAtMs: 9 }, began, sent).expiresAtMs).toBeNull()
})

test("the countdown belongs to the phone that the code went to", () => {
  expect(after(began, sent, { type: "phoneChanged" })).toEqual(unsent)
  expect(after(began, { type: "phoneChanged" }).at).toBe("sending")
})

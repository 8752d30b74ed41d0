// @vitest-environment node
import { reauthModes } from "@uc/contract/reauth/calls"
import { describe, expect, test } from "vitest"
import {
  firstReauthState,
  reduceReauth,
  type ReauthEvent,
  type ReauthState,
  type SentCode,
} from "./reauth-state.ts"

const slider = { chenckMoveId: "t", chenckMoveCode: 120 }
const code: SentCode = { resendAtMs: 300_000, phone: "138****5678", slider }
const confirmed = (typed: string): ReauthEvent => ({ type: "confirmed", typed })
const sms: ReauthEvent = { type: "chose", mode: reauthModes.sms }
const qrcode: ReauthEvent = { type: "chose", mode: reauthModes.qrcode }
const slid: ReauthEvent = { type: "slid" }
/** The server asks for a slider, or refuses the one that was given. */
const needed: ReauthEvent = { type: "captchaRefused", why: null }
const refused: ReauthEvent = { type: "captchaRefused", why: "验证未通过，请重新拖动滑块" }
const askedAt = (nowMs: number): ReauthEvent => ({ type: "askedForCode", nowMs })

function after(...events: readonly ReauthEvent[]): ReauthState {
  return events.reduce(reduceReauth, firstReauthState(null))
}

describe("by password", () => {
  test("[AUTH-2] an empty one is refused at the field and needs no slider", () => {
    expect(after(confirmed(""))).toMatchObject({ problem: "请输入密码", step: { at: "typing" } })
  })

  test("[AUTH-6] typed, slid, verified", () => {
    expect(after(confirmed("geheim"), needed).step).toMatchObject({
      at: "sliding",
      toward: "verify",
      notice: null,
    })
    expect(after(confirmed("geheim"), needed, slid).step).toEqual({ at: "verifying" })
    expect(after(confirmed("geheim"), needed, slid, { type: "verified" }).step).toEqual({
      at: "settled",
      isProven: true,
    })
  })

  test("[AUTH-6] errtype 1: a new slider with a failure text, time and again", () => {
    const once = after(confirmed("geheim"), needed, slid, refused)
    expect(once.step).toMatchObject({
      at: "sliding",
      toward: "verify",
      turn: 2,
      notice: "验证未通过，请重新拖动滑块",
    })
    expect([slid, refused].reduce(reduceReauth, once).step).toMatchObject({ turn: 3 })
  })

  test("[DAY-1] the server is asked first: without a slider it verifies, or tells a lock", () => {
    expect(after(confirmed("geheim")).step).toEqual({ at: "verifying" })
    expect(after(confirmed("geheim"), { type: "verified" }).step).toMatchObject({ isProven: true })
    const locked = after(confirmed("geheim"), { type: "verifyFailed", why: "请15分钟后再试" })
    expect(locked).toMatchObject({ step: { at: "typing" }, problem: "请15分钟后再试", turns: 0 })
  })

  test("[AUTH-6] a failure stands beside the field, and goes with the next letter", () => {
    const failed = after(confirmed("falsch"), needed, slid, {
      type: "verifyFailed",
      why: "验证失败，请重试！",
    })
    expect(failed).toMatchObject({ step: { at: "typing" }, problem: "验证失败，请重试！" })
    expect(reduceReauth(failed, { type: "typed" }).problem).toBeNull()
  })
})

describe("by SMS", () => {
  test("[AUTH-2] an empty code, and one that is none", () => {
    expect(after(sms, confirmed("")).problem).toBe("请输入验证码")
    expect(after(sms, confirmed("12a")).problem).toBe("请输入6位验证码")
  })

  test("[AUTH-5] sending: a slider for it first, then 验证码已发送 and the moment of the next", () => {
    expect(after(sms, askedAt(0), needed).step).toMatchObject({ at: "sliding", toward: "send" })
    const sent = after(sms, askedAt(0), needed, slid, { type: "sent", code })
    expect(sent).toMatchObject({ step: { at: "typing" }, told: "验证码已发送", sent: code })
  })

  test("[AUTH-5] no second one before the time, one after it", () => {
    const sent = after(sms, askedAt(0), slid, { type: "sent", code })
    expect(reduceReauth(sent, askedAt(299_999))).toBe(sent)
    expect(reduceReauth(sent, askedAt(300_000)).step.at).toBe("sending")
  })

  test("[AUTH-5] a failed send: the server's words, and the button says so from then on", () => {
    const failed = after(sms, askedAt(0), slid, { type: "sendFailed", why: "短信发送过于频繁" })
    expect(failed).toMatchObject({ problem: "短信发送过于频繁", hasFailedToSend: true, sent: null })
    expect(reduceReauth(failed, askedAt(1)).step.at).toBe("sending")
  })

  test("[AUTH-6] a slider refused while sending leads to another one for sending", () => {
    expect(after(sms, askedAt(0), needed, slid, refused).step).toMatchObject({
      toward: "send",
      turn: 2,
    })
  })

  test("[AUTH-6] a code is checked with its own slider; after a refusal a new one is needed", () => {
    const sent = after(sms, askedAt(0), slid, { type: "sent", code })
    const verifying = reduceReauth(sent, confirmed("123456"))
    expect(verifying.step).toEqual({ at: "verifying" })
    const unfit = reduceReauth(verifying, refused)
    expect(unfit).toMatchObject({ step: { at: "sliding", toward: "verify" }, sent: { slider: null } })
    const again = [{ type: "steppedBack" } as const, confirmed("123456"), needed].reduce(reduceReauth, unfit)
    expect(again.step).toMatchObject({ at: "sliding", toward: "verify" })
  })

  test("[AUTH-6] a code without a slider of its own asks for one", () => {
    expect(after(sms, confirmed("123456"), needed).step).toMatchObject({ at: "sliding", toward: "verify" })
  })
})

describe("by phone", () => {
  test("[AUTH-4] nothing is typed; the phone's word settles it", () => {
    expect(after(qrcode, confirmed("x")).step).toEqual({ at: "typing" })
    expect(after(qrcode, { type: "verified" }).step).toEqual({ at: "settled", isProven: true })
  })
})

test("[AUTH-1] another mode leaves slider and problem behind; not while something is under way", () => {
  expect(after(confirmed("a"), needed, sms)).toMatchObject({ mode: 2, step: { at: "typing" } })
  expect(after(confirmed(""), sms).problem).toBeNull()
  expect(after(confirmed("a"), needed, slid, sms).mode).toBe(1)
})

test("[AUTH-7] exactly once: whatever comes after the end changes nothing", () => {
  const all: readonly ReauthEvent[] = [
    { type: "cancelled" },
    { type: "verified" },
    confirmed("a"),
    sms,
    slid,
    { type: "verifyFailed", why: "x" },
    needed,
  ]
  const given = [
    after({ type: "cancelled" }),
    after(confirmed("a"), needed, slid, { type: "cancelled" }),
    after(confirmed("a"), needed, slid, { type: "verified" }),
  ]
  expect(given.map(({ step }) => step)).toEqual([
    { at: "settled", isProven: false },
    { at: "settled", isProven: false },
    { at: "settled", isProven: true },
  ])
  for (const state of given) for (const event of all) expect(reduceReauth(state, event)).toBe(state)
})

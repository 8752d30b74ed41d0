import { qrcodeMessages, type AskedByQrcode } from "@uc/contract/qrcodes/calls"
import { expect, test } from "vitest"
import { isOver, reducePhone, turnOf, type PhoneEvent, type PhoneView } from "./qrcode-phone-state.ts"

const asked: AskedByQrcode = {
  kind: "login",
  what: "扫码登录",
  nickname: null,
  orgname: null,
  browser: "Chrome · Windows",
  ip: "10.0.*.*",
  asked: "2026-11-15 14:05:00",
  seconds: 90,
  numbers: ["12", "47", "80"],
}
const scanned: PhoneEvent = { type: "scanned", asked, nowMs: 1000 }

function after(...events: readonly PhoneEvent[]): PhoneView {
  return events.reduce<PhoneView>(reducePhone, { at: "asking" })
}

test("[AUTH-9] scan, decide, done", () => {
  expect(after(scanned)).toMatchObject({ at: "asked", untilMs: 91_000, isBusy: false })
  expect(after(scanned, { type: "decided" })).toMatchObject({ isBusy: true })
  expect(after(scanned, { type: "decided" }, { type: "answered", how: "confirmed" })).toEqual({
    at: "confirmed",
    kind: "login",
  })
})

test("[AUTH-9] a wrong number is marked and can't be chosen again; the others can", () => {
  const view = after(scanned, { type: "decided" }, { type: "numberWrong", number: "47" })
  expect(view).toMatchObject({
    at: "asked",
    isBusy: false,
    wrong: ["47"],
    problem: qrcodeMessages.wrongNumber,
  })
  expect(reducePhone(view, { type: "decided" })).toMatchObject({ problem: null, wrong: ["47"] })
})

test("[AUTH-9] an answer that got lost can be given again, a scan that failed can be repeated", () => {
  expect(after(scanned, { type: "decided" }, { type: "failed", sentence: "加载超时" })).toMatchObject({
    at: "asked",
    isBusy: false,
    problem: "加载超时",
  })
  expect(after({ type: "failed", sentence: "加载超时" })).toEqual({ at: "failed", sentence: "加载超时" })
  expect(after({ type: "failed", sentence: "加载超时" }, { type: "tried" })).toEqual({ at: "asking" })
})

test("[AUTH-9] the time limit ends the choice, but not an answer under way", () => {
  const passed: PhoneEvent = { type: "timePassed" }
  expect(after(scanned, passed)).toEqual({ at: "turned", why: "over" })
  expect(after(scanned, { type: "decided" }, passed)).toMatchObject({ at: "asked" })
  expect(after(scanned, { type: "answered", how: "refused" }, passed)).toMatchObject({ at: "refused" })
})

test("[AUTH-9] what comes after the end changes nothing", () => {
  const over = after({ type: "turned", why: "otherUser" })
  for (const late of [
    { type: "decided" },
    { type: "answered", how: "confirmed" },
    { type: "numberWrong", number: "12" },
  ] as const)
    expect(reducePhone(over, late)).toBe(over)
  expect(isOver(over)).toBe(true)
  expect(isOver(after(scanned))).toBe(false)
})

test("[AUTH-9] a refusal is known by its sentence", () => {
  expect(turnOf(qrcodeMessages.otherUser)).toBe("otherUser")
  expect(turnOf(qrcodeMessages.wrongNumber)).toBe("wrongNumber")
  expect(turnOf("别的")).toBeNull()
})

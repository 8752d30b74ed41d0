import { SmsCode } from "@uc/contract/login/calls"
import { reauthMessages, reauthModes, type ReauthMode } from "@uc/contract/reauth/calls"
import type { SliderFields } from "../captcha/public.ts"

/** A code that is on its way to the phone, or there. */
export interface SentCode {
  /** A moment and not a number of seconds, so that it survives closing, reopening and reloading (AUTH-5). */
  readonly resendAtMs: number
  /** Masked. */
  readonly phone: string
  /** The slider that it was sent with: the server accepts it for the check too, once. */
  readonly slider: SliderFields | null
}

type Step =
  | { readonly at: "typing" | "sending" | "verifying" }
  /** `toward`: what the slider is for. `turn`: a new number makes a new slider. */
  | {
      readonly at: "sliding"
      readonly toward: "send" | "verify"
      readonly turn: number
      readonly notice: string | null
    }
  | { readonly at: "settled"; readonly isProven: boolean }

export interface ReauthState {
  readonly mode: ReauthMode
  readonly step: Step
  /** Stands beside the field. */
  readonly problem: string | null
  readonly told: string | null
  readonly sent: SentCode | null
  /** The button says so from then on (AUTH-5). */
  readonly hasFailedToSend: boolean
  readonly turns: number
}

export type ReauthEvent =
  | { readonly type: "chose"; readonly mode: ReauthMode }
  | { readonly type: "typed" }
  | { readonly type: "confirmed"; readonly typed: string }
  | { readonly type: "askedForCode"; readonly nowMs: number }
  | { readonly type: "slid" }
  | { readonly type: "steppedBack" }
  | { readonly type: "sent"; readonly code: SentCode }
  | { readonly type: "sendFailed"; readonly why: string }
  /** `why` null: none was given yet. */
  | { readonly type: "captchaRefused"; readonly why: string | null }
  | { readonly type: "verified" }
  | { readonly type: "verifyFailed"; readonly why: string }
  | { readonly type: "cancelled" }

export function firstReauthState(sent: SentCode | null): ReauthState {
  return {
    mode: reauthModes.password,
    step: { at: "typing" },
    problem: null,
    told: null,
    sent,
    hasFailedToSend: false,
    turns: 0,
  }
}

/** AUTH-2; null: it may be sent. */
function wrongWith(mode: ReauthMode, typed: string): string | null {
  if (mode === reauthModes.password) return typed === "" ? reauthMessages.passwordMissing : null
  if (typed === "") return reauthMessages.codeMissing
  return SmsCode.safeParse(typed).error?.issues[0]?.message ?? null
}

function sliding(state: ReauthState, toward: "send" | "verify", notice: string | null): ReauthState {
  const turn = state.turns + 1
  return {
    ...state,
    step: { at: "sliding", toward, turn, notice },
    problem: null,
    told: null,
    turns: turn,
  }
}

function settled(state: ReauthState, isProven: boolean): ReauthState {
  return { ...state, step: { at: "settled", isProven } }
}

function typing(state: ReauthState, said: { problem?: string; told?: string } = {}): ReauthState {
  return { ...state, step: { at: "typing" }, problem: said.problem ?? null, told: said.told ?? null }
}

export function reduceReauth(state: ReauthState, event: ReauthEvent): ReauthState {
  const { mode, step, sent } = state
  // AUTH-7: exactly once. Whatever comes after the end is ignored.
  if (step.at === "settled") return state
  switch (event.type) {
    case "cancelled":
      return settled(state, false)
    case "verified":
      return settled(state, true)
    case "chose":
      if (step.at === "sending" || step.at === "verifying" || event.mode === mode) return state
      return { ...typing(state), mode: event.mode }
    case "typed":
      return state.problem === null ? state : { ...state, problem: null }
    case "confirmed": {
      if (step.at !== "typing" || mode === reauthModes.qrcode) return state
      const problem = wrongWith(mode, event.typed)
      if (problem !== null) return { ...state, problem, told: null }
      // AUTH-6: the code is checked with the slider that it was sent with. DAY-1: otherwise the server says whether one is
      // needed, and a lock is told before it.
      return { ...state, step: { at: "verifying" }, problem: null, told: null }
    }
    case "askedForCode":
      if (step.at !== "typing" || mode !== reauthModes.sms) return state
      if (sent && event.nowMs < sent.resendAtMs) return state
      return { ...state, step: { at: "sending" }, problem: null, told: null }
    case "slid":
      if (step.at !== "sliding") return state
      return { ...state, step: { at: step.toward === "send" ? "sending" : "verifying" } }
    case "steppedBack":
      return step.at === "sliding" ? typing(state) : state
    case "sent":
      if (step.at !== "sending") return state
      return {
        ...typing(state, { told: reauthMessages.codeSent }),
        sent: event.code,
        hasFailedToSend: false,
      }
    case "sendFailed":
      if (step.at !== "sending") return state
      return { ...typing(state, { problem: event.why }), hasFailedToSend: true }
    case "captchaRefused":
      if (step.at === "sending") return sliding(state, "send", event.why)
      if (step.at !== "verifying") return state
      return {
        ...sliding(state, "verify", event.why),
        sent: sent && { ...sent, slider: null },
      }
    case "verifyFailed":
      return step.at === "verifying" ? typing(state, { problem: event.why }) : state
  }
}

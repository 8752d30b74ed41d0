import { captchaMessages } from "@uc/contract/captcha/calls"
import {
  reauthCalls,
  reauthMessages,
  reauthModes,
  verifyTypeOf,
  type ReauthMode,
} from "@uc/contract/reauth/calls"
import { errtypes } from "@uc/contract/core/reply"
import { useEffect, useEffectEvent, useReducer, useRef } from "react"
import { nowMs } from "../../platform/browser/clock.ts"
import { Failure, messageOf } from "../../platform/http/failure.ts"
import type { SliderFields } from "../captcha/public.ts"
import { send } from "../../platform/http/send.ts"
import { passwordMd5 } from "../../platform/session/sign-in.ts"
import { firstReauthState, reduceReauth, type ReauthEvent, type ReauthState } from "./reauth-state.ts"
import { keepCode, keptCode } from "./sent-code.ts"

export interface Reauth {
  readonly state: ReauthState
  readonly choose: (mode: ReauthMode) => void
  readonly type: () => void
  readonly confirm: (typed: string) => void
  readonly askForCode: () => void
  readonly slide: (slider: SliderFields) => void
  readonly stepBack: () => void
  /** The phone has confirmed. */
  readonly succeed: () => void
  readonly cancel: () => void
}

const isKind = (error: unknown, kind: Failure["kind"]) => error instanceof Failure && error.kind === kind
const isCaptcha = (error: unknown) => error instanceof Failure && error.errtype === errtypes.captcha

/** The reducer with its calls. `onSettled` is called once. */
export function useReauth(mid: string, onSettled: (isProven: boolean) => void): Reauth {
  const [state, dispatch] = useReducer(reduceReauth, null, () => firstReauthState(keptCode(mid, nowMs())))
  const { step } = state
  const confirmed = useRef("")

  const tell = useEffectEvent(onSettled)
  useEffect(() => {
    if (step.at === "settled") tell(step.isProven)
  }, [step])

  async function sendCode(slider: SliderFields | null): Promise<void> {
    try {
      const { phone, seconds } = await send(reauthCalls.sendSms, { mid, ...slider })
      const code = { resendAtMs: nowMs() + seconds * 1000, phone, slider }
      keepCode(mid, code)
      dispatch({ type: "sent", code })
    } catch (error) {
      if (isKind(error, "signed-out")) dispatch({ type: "cancelled" })
      else if (isCaptcha(error)) dispatch({ type: "captchaRefused", why: slider && captchaMessages.failed })
      else dispatch({ type: "sendFailed", why: messageOf(error) ?? reauthMessages.failed })
    }
  }

  async function verify(slider: SliderFields | null): Promise<void> {
    const type = verifyTypeOf[state.mode]
    if (type === null) return
    // LOGIN-2: the password itself never travels.
    const vcode = state.mode === reauthModes.password ? passwordMd5(confirmed.current) : confirmed.current
    try {
      await send(reauthCalls.verify, { mid, type, vcode, ...slider })
      // It was good for one check; the next code may be sent after its time.
      if (state.sent) keepCode(mid, { ...state.sent, slider: null })
      dispatch({ type: "verified" })
    } catch (error) {
      if (isKind(error, "signed-out")) dispatch({ type: "cancelled" })
      else if (isCaptcha(error)) dispatch({ type: "captchaRefused", why: slider && captchaMessages.failed })
      else
        dispatch({
          type: "verifyFailed",
          why: messageOf(error, reauthMessages.failed) ?? reauthMessages.failed,
        })
    }
  }

  /** The reducer's result decides which call is made. */
  function act(event: ReauthEvent, slider: SliderFields | null): void {
    const next = reduceReauth(state, event)
    dispatch(event)
    if (next === state) return
    if (next.step.at === "sending") void sendCode(slider)
    if (next.step.at === "verifying") void verify(slider)
  }

  return {
    state,
    choose: (mode) => dispatch({ type: "chose", mode }),
    type: () => dispatch({ type: "typed" }),
    confirm(typed) {
      confirmed.current = typed
      act({ type: "confirmed", typed }, state.mode === reauthModes.sms ? (state.sent?.slider ?? null) : null)
    },
    askForCode: () => act({ type: "askedForCode", nowMs: nowMs() }, null),
    slide: (slider) => act({ type: "slid" }, slider),
    stepBack: () => dispatch({ type: "steppedBack" }),
    succeed: () => dispatch({ type: "verified" }),
    cancel: () => dispatch({ type: "cancelled" }),
  }
}

import { maskedPhone, reauthMessages } from "@uc/contract/reauth/calls"
import { unrestricted } from "../../db/scope.ts"
import { Refusal } from "../../errors/refusal.ts"
import type { OpenRequestContext } from "../../http/calls/request-context.ts"
import type { Services } from "../../http/services.ts"
import { sliderHash, type SliderGiven } from "../../security/human-check/sliders.ts"
import { peopleByPhone } from "../../security/sign-in/person-signing-in.ts"
import { codeWait, sendCode, type Sending } from "../../security/sms/sms-codes.ts"
import { requireSlider } from "../../session/require-slider.ts"
import { smsTooOften } from "../../session/sms-too-often.ts"

interface PhoneCode {
  readonly phone: string
  readonly slider: SliderGiven
  readonly binding: string
  readonly what: Sending["what"]
}

/** A code for whoever has this phone. Nobody is signed in: a wait is told before the slider is asked for (DAY-1). */
export async function sendPhoneCode(
  services: Services,
  { device: { hash: holder }, caller: { ip: address } }: OpenRequestContext,
  { phone, slider, binding, what }: PhoneCode,
): Promise<{ phone: string; seconds: number }> {
  if (services.sms === null) throw new Refusal(reauthMessages.smsOff)
  const found = await services.database.transaction(unrestricted, (db) => peopleByPhone(db, phone, holder))
  // Of several one stands for all: which of them is meant is asked after the code.
  const person = found && "shared" in found ? (found.shared[0] ?? null) : found
  const to = { person, phone, address, isProven: false }
  const waitS = await codeWait(services, to)
  if (waitS !== null) throw smsTooOften(waitS)
  await requireSlider(services.database, slider, { purpose: "sms", holder, address })
  const captchaHash = slider.chenckMoveId ? sliderHash(slider.chenckMoveId) : null
  const sent = await sendCode(services, { ...to, binding, captchaHash, what })
  if (!sent.ok) throw smsTooOften(sent.retryAfterS)
  return { phone: maskedPhone(phone), seconds: sent.seconds }
}

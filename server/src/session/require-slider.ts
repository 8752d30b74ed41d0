import { captchaMessages } from "@uc/contract/captcha/calls"
import { errtypes } from "@uc/contract/core/reply"
import type { Database } from "../db/open.ts"
import { Refusal } from "../errors/refusal.ts"
import { consumeSlider, type SliderGiven, type SliderPurpose } from "../security/human-check/sliders.ts"

interface Asked {
  readonly purpose: SliderPurpose
  readonly holder: Buffer
  readonly address: string
}

/** Refuses a call that comes without a solved slider. `needsNone` is asked where none was sent. */
export async function requireSlider(
  database: Database,
  slider: SliderGiven,
  asked: Asked,
  needsNone: () => Promise<boolean> = () => Promise.resolve(false),
): Promise<void> {
  const spent = await consumeSlider(database, slider, asked)
  if (spent === "spent") return
  if (spent === "missing" && (await needsNone())) return
  const why = slider.chenckMoveId === undefined ? captchaMessages.needed : captchaMessages.failed
  throw new Refusal(why, { errtype: errtypes.captcha })
}

import type { LoginFaceRules } from "@uc/contract/login/login-variants"
import { spendPictureCode } from "./picture-codes.ts"
import { spendSlider, type SliderGiven } from "./sliders.ts"
import type { House, OpenAsk } from "../../http/calls/register-calls.ts"

interface Shown extends SliderGiven {
  readonly codeid?: string | undefined
  readonly vcode?: string | undefined
}

/** Spends the slider or the picture code that came with a sign-in, once the rules ask for it and not before. */
export function checkHuman({ database, keyed }: House, { device: { hash: holder } }: OpenAsk, shown: Shown) {
  return async (kind: LoginFaceRules["humanCheck"]): Promise<"spent" | "missing" | "failed"> => {
    if (kind === "slider") return spendSlider(database, shown, { purpose: "login", holder })
    const { codeid, vcode } = shown
    if (!codeid || !vcode) return "missing"
    return (await spendPictureCode(database, keyed, { codeid, vcode, holder })) ? "spent" : "failed"
  }
}

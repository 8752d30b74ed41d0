import type { LoginVariantRules } from "@uc/contract/login/login-variants"
import { consumePictureCode } from "./picture-codes.ts"
import { consumeSlider, type SliderGiven } from "./sliders.ts"
import type { Database } from "../../db/open.ts"
import type { Keyed } from "../keyed.ts"

interface Shown extends SliderGiven {
  readonly codeid?: string | undefined
  readonly vcode?: string | undefined
}

/** Spends the slider or the picture code of a sign-in, only where the rules require one. */
export function checkHuman(
  { database, keyed }: { readonly database: Database; readonly keyed: Keyed },
  {
    device: { hash: holder },
    caller: { ip: address },
  }: { readonly device: { readonly hash: Buffer }; readonly caller: { readonly ip: string } },
  shown: Shown,
) {
  return async (kind: LoginVariantRules["humanCheck"]): Promise<"spent" | "missing" | "failed"> => {
    if (kind === "slider") return consumeSlider(database, shown, { purpose: "login", holder, address })
    const { codeid, vcode } = shown
    if (!codeid || !vcode) return "missing"
    return (await consumePictureCode(database, keyed, { codeid, vcode, holder })) ? "spent" : "failed"
  }
}

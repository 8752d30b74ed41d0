import { captchaMessages } from "@uc/contract/captcha/calls"
import { loginLimits } from "@uc/contract/login/calls"
import { messageOf } from "../../../platform/http/failure.ts"
import { fetchPictureCode } from "../../../platform/session/sign-in.ts"

export type Picture =
  | { readonly at: "shown"; readonly codeid: string; readonly image: string; readonly goodForMs: number }
  | { readonly at: "failed"; readonly why: string }

/** Null: replaced by a later one. */
export async function newPicture(): Promise<Picture | null> {
  try {
    const { codeid, image } = await fetchPictureCode()
    return { at: "shown", codeid, image, goodForMs: loginLimits.pictureCodeS * 1000 }
  } catch (error) {
    const why = messageOf(error, captchaMessages.imageFailed)
    return why === null ? null : { at: "failed", why }
  }
}

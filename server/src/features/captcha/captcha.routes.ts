import { captchaCalls, captchaMessages } from "@uc/contract/captcha/calls"
import { errtypes, replyMessages } from "@uc/contract/core/reply"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import { Refusal } from "../../errors/refusal.ts"
import { issueSlider, sliderSeconds, sliderWorkBits, takeSlider } from "../../security/human-check/sliders.ts"

export const captchaRoutes = implementCalls(captchaCalls, ({ database, pictures, warn }) => ({
  image: async ({ purpose }, { device, caller }) => {
    const issued = await issueSlider(database, {
      purpose,
      holder: device.hash,
      address: caller.ip,
      picture: (level) =>
        pictures.make(level).catch((error: unknown) => {
          // Without a picture nobody gets in: a check that can't be made must not count as passed.
          warn("No slider picture", error)
          throw new Refusal(captchaMessages.imageFailed)
        }),
    })
    if (!issued.ok) throw new Refusal(replyMessages.busy, { status: 429, retryAfterS: issued.retryAfterS })
    const { y, bigImage, smallImage } = issued.picture
    return { yHeight: y, bigImage, smallImage, chenckMoveid: issued.id }
  },

  time: async ({ chenckMoveId: id }, { db, device }) => ({
    seconds: await sliderSeconds(db, { id, holder: device.hash }),
  }),

  work: async ({ chenckMoveId: id }, { db, device }) => ({
    bits: await sliderWorkBits(db, { id, holder: device.hash }),
  }),

  check: async (given, { device, caller }) => {
    const isPassed = await takeSlider(database, {
      id: given.chenckMoveId,
      code: given.chenckMoveCode,
      track: given.chenckMoveTrack,
      by: given.chenckMoveBy,
      work: given.chenckMoveWork,
      holder: device.hash,
      address: caller.ip,
    })
    if (!isPassed) throw new Refusal(captchaMessages.failed, { errtype: errtypes.captcha })
    return {}
  },
}))

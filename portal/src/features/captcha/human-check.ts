import {
  captchaCalls,
  captchaLimits,
  captchaMessages,
  captchaPurposes,
  dragLimit,
  sliderFields,
} from "@uc/contract/captcha/calls"
import { errtypes } from "@uc/contract/core/reply"
import { z } from "zod"
import { Failure, messageOf } from "../../platform/http/failure.ts"
import { send } from "../../platform/http/send.ts"
import { beginWork, finishedWork } from "./work.ts"

type Purpose = (typeof captchaPurposes)[number]
const Fields = z.object(sliderFields)
export type SliderFields = z.input<typeof Fields>

/** A drag as the slider reports it; the slider knows no calls. */
interface Answer {
  readonly id: string
  readonly code: number
  readonly track: readonly (readonly [number, number, number])[]
  readonly by: "mouse" | "touch" | "keyboard"
}

/** What a solved slider adds to the call that it protects. */
export function fieldsOf({ id, code, track, by }: Answer): SliderFields {
  return {
    chenckMoveId: id,
    chenckMoveCode: code,
    chenckMoveTrack: JSON.stringify(track),
    chenckMoveBy: by,
  }
}

const measures = {
  width: captchaLimits.width,
  height: captchaLimits.height,
  block: captchaLimits.dragMargin,
  dragLimit: dragLimit(captchaLimits.width),
  expiryMs: captchaLimits.expiryS * 1000,
} as const

async function check(answer: Answer): Promise<boolean> {
  try {
    await send(captchaCalls.check, { ...fieldsOf(answer), chenckMoveWork: await finishedWork(answer.id) })
    return true
  } catch (error) {
    if (error instanceof Failure && error.errtype === errtypes.captcha) return false
    throw new Error(messageOf(error) ?? captchaMessages.failed, { cause: error })
  }
}

/** The properties of `ui/slider/slider.tsx`; a ticket is good for this purpose alone. */
export function sliderFor(purpose: Purpose) {
  return {
    measures,
    sentences: captchaMessages,
    async load() {
      const { yHeight, bigImage, smallImage, chenckMoveid } = await send(captchaCalls.image, { purpose })
      beginWork(chenckMoveid)
      return { yHeight, bigImage, smallImage, id: chenckMoveid }
    },
    secondsLeft: async (id: string) => (await send(captchaCalls.time, { chenckMoveId: id })).seconds,
    check,
  }
}

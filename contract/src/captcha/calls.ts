import { z } from "zod"
import { call } from "../core/call.ts"
import { Count, text } from "../core/wire.ts"
import { workLimits } from "./work.ts"

/** CAPT-1, CAPT-2, CAPT-4: in image pixels, whatever the drawn width (CAPT-7). */
export const captchaLimits = {
  width: 410,
  height: 200,
  block: 42,
  radius: 10,
  /** The block with its tabs: the drag ends at the width minus this. */
  dragMargin: 56,
  expiryS: 120,
  /** LOGIN-4: the slider's width on the login screen. */
  loginWidth: 310,
  trackLength: 8192,
  /** C8: how long a passed check may wait for the call that it protects. */
  passedS: 60,
} as const

/** How far the block can be dragged in a slider of this width (CAPT-2). */
export function dragLimit(width: number): number {
  return width - captchaLimits.dragMargin
}

export const captchaMessages = {
  imageFailed: "获取图形验证码失败，请重试",
  failed: "验证未通过，请重新拖动滑块",
  expired: "图片已过期，请刷新",
  needed: "请完成安全验证",
} as const

/** The answer spells `chenckMoveid`; what is sent back is `chenckMoveId`. */
export const SliderCaptcha = z.object({
  yHeight: z.int(),
  bigImage: z.base64(),
  smallImage: z.base64(),
  chenckMoveid: z.string(),
})
export type SliderCaptcha = z.infer<typeof SliderCaptcha>

/** A ticket is good for the purpose that it was requested for, and no other. */
export const captchaPurposes = ["login", "reauth", "sms"] as const

/** What a solved slider sends along with the call that it protects. */
export const sliderFields = {
  chenckMoveId: text(64),
  /** The final offset, in image pixels. */
  chenckMoveCode: Count,
  /** The drag as the text of `[[dx,dy,dt],…]` (CAPT-6). */
  chenckMoveTrack: text(captchaLimits.trackLength).optional(),
  /** What moved the block: a keyboard's track is straight by nature. */
  chenckMoveBy: z.enum(["mouse", "touch", "keyboard"]).optional(),
  /** DAY-1: the numbers of the proof of work (`work.ts`), with a comma between. */
  chenckMoveWork: text(workLimits.length).optional(),
} as const

export const captchaCalls = {
  image: call({
    service: "usercenter",
    method: "GET",
    path: "/web/get_slide_image.action",
    open: true,
    specified: true,
    input: z.object({ purpose: z.enum(captchaPurposes) }),
    output: SliderCaptcha,
  }),
  /** How many seconds an image has left. */
  time: call({
    service: "usercenter",
    method: "GET",
    path: "/web/get_slide_time.action",
    open: true,
    input: z.object({ chenckMoveId: sliderFields.chenckMoveId }),
    output: z.object({ seconds: z.int().min(0) }),
  }),
  /** DAY-1: how much work goes with this picture's answer; more after failures. 0: the picture is unknown or over. */
  work: call({
    service: "usercenter",
    method: "GET",
    path: "/web/get_slide_work.action",
    open: true,
    input: z.object({ chenckMoveId: sliderFields.chenckMoveId }),
    output: z.object({ bits: z.int().min(0).max(workLimits.bits) }),
  }),
  /** CAPT-3: the release of the block. A wrong offset ends the ticket (errtype 1). */
  check: call({
    service: "usercenter",
    method: "POST",
    path: "/web/check_slide.action",
    encoding: "form",
    writes: true,
    sensitive: false,
    open: true,
    input: z.object(sliderFields),
    output: z.object({}),
  }),
}

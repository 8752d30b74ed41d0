import { createHash } from "node:crypto"
import { setTimeout as passes } from "node:timers/promises"
import { expect, type Locator, type Page, type Request } from "@playwright/test"
import { captchaLimits, captchaMessages } from "@uc/contract/captcha/calls"
import { errtypes } from "@uc/contract/core/reply"
import { query } from "./database.ts"

export function sliderOf(page: Page): Locator {
  return page.getByRole("group", { name: "滑块拼图验证" })
}

/** DAY-1: the page asks without a slider first; this is the request that has one. */
export function hasSlider(request: Request): boolean {
  return (request.postData() ?? "").includes("chenckMoveId")
}

/** Answers a call that a slider protects: without one that it is needed, with one what the test wants. */
export async function answerAfterSlider(page: Page, address: RegExp, json: unknown): Promise<void> {
  await page.route(address, (route) =>
    route.fulfill({
      json: hasSlider(route.request())
        ? json
        : { ret: 0, errtype: errtypes.captcha, msg: captchaMessages.needed },
    }),
  )
}

/** Where the hole of the picture on screen is, in image pixels: the database knows it and no answer of the server. */
export async function holeOf(slider: Locator, dataDir?: string): Promise<number> {
  await expect(slider).toHaveAttribute("data-view", "ready")
  const ticket = (await slider.getAttribute("data-ticket")) ?? ""
  const hash = createHash("sha256").update(ticket).digest()
  const [row] = await query<{ x: number }>(
    "select x from captcha_challenge where id_hash = $1",
    [hash],
    dataDir,
  )
  if (!row) throw new Error("The picture on screen has no challenge in the database")
  return row.x
}

/** Slow at both ends, never in a straight line: the way a hand goes. */
export function handsWay(distance: number): readonly (readonly [x: number, y: number])[] {
  const steps = 26 + Math.floor(Math.random() * 9)
  return Array.from({ length: steps }, (_unused, at) => {
    const part = (at + 1) / steps
    const eased = part ** 2 * (3 - 2 * part)
    const isLast = at === steps - 1
    return [
      isLast ? distance : distance * eased + (Math.random() - 0.5),
      Math.sin(part * 5) * 2 + Math.random(),
    ] as const
  })
}

/** Somebody looks before dragging; the server refuses who was quicker than anybody could be (CAPT-6). */
const lookMs = 500

interface Drag {
  /** Image pixels beside the hole; 0 is right. */
  readonly beside?: number
  /** Of a product of its own. */
  readonly dataDir?: string
}

/** Solves the slider on screen like a person with the mouse. The result is the page's to show. */
export async function dragSlider(page: Page, { beside = 0, dataDir }: Drag = {}): Promise<void> {
  const slider = sliderOf(page)
  const hole = await holeOf(slider, dataDir)
  const handle = slider.getByRole("slider")
  // Waits until it stands still: a dialog that is still opening would be measured elsewhere.
  await handle.hover()
  const [grip, drawn] = await Promise.all([handle.boundingBox(), slider.boundingBox()])
  if (!grip || !drawn) throw new Error("The slider is not on screen")
  const x = grip.x + grip.width / 2
  const y = grip.y + grip.height / 2
  const distance = ((hole + beside) * drawn.width) / captchaLimits.width
  await page.mouse.move(x, y)
  await passes(lookMs)
  await page.mouse.down()
  for (const [dx, dy] of handsWay(distance)) {
    await page.mouse.move(x + dx, y + dy)
    // A hand takes its time, and the server looks at it (CAPT-6).
    await passes(8 + Math.random() * 14)
  }
  await page.mouse.up()
}

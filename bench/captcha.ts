import { captchaCalls, captchaMessages, SliderCaptcha } from "@uc/contract/captcha/calls"
import { siteConfigFile, defaultSiteConfig } from "@uc/contract/core/site-defaults"
import type { Benchmark } from "./benchmark.ts"
import { npmStart } from "./product.ts"
import { compared, median } from "./statistics.ts"

/** C9. */
const perSecond = 40
const windowS = 10
/** Beyond what is wanted: how many there could be. */
const concurrency = 8

export const captcha: Benchmark = {
  name: "captcha",
  goal: "slider pictures at 40/s for a minute: p95 at most 30 ms",
  async run(context) {
    // A product of its own: only behind a proxy do browsers have addresses of their own, and each may ask so often only.
    const product = await npmStart(context.root, context.scratch("captcha"), { TRUST_PROXY: "1" })
    context.onEnd(() => product.stop())
    const { image } = captchaCalls
    const picture = `${product.address}${defaultSiteConfig.services[image.service]}${image.path}?purpose=login`
    const beside = `${product.address}/static/usercenter/${siteConfigFile}`
    let refused = 0
    const askPicture = async () => {
      const answer = await ask(picture)
      const reply = (await answer.json()) as { data?: unknown; msg: string }
      if (answer.ok) SliderCaptcha.parse(reply.data)
      // Too slow a machine refuses when too many wait; anything else is no result.
      else if (reply.msg === captchaMessages.imageFailed) refused++
      else throw new Error(`A picture was refused with ${answer.status}: ${reply.msg}`)
    }
    const askBeside = async () => (await ask(beside)).json()

    // One after the other, while the thread that draws fills its pool.
    await atFullSpeed(askPicture, 1, 5)
    refused = 0
    const ours: number[] = []
    const besides: number[] = []
    for (let window = 0; window < (context.isQuick ? 1 : 6); window++) {
      // At the same time, so that both meet the same machine.
      const [pictures, files] = await Promise.all([paced(askPicture, windowS), paced(askBeside, windowS)])
      context.say(`p95 ${p95(pictures).toFixed(1)} ms, ${siteConfigFile} ${p95(files).toFixed(1)} ms`)
      ours.push(p95(pictures))
      besides.push(p95(files))
    }
    const share = (100 * refused) / (ours.length * windowS * perSecond)
    const full: number[] = []
    for (let round = 0; round < (context.isQuick ? 1 : 5); round++) {
      refused = 0
      const asked = await atFullSpeed(askPicture, concurrency, 3)
      full.push(asked - refused / 3)
      context.say(`${full.at(-1)?.toFixed(0)}/s at full speed`)
    }
    return [
      {
        name: `picture at ${perSecond}/s, p95`,
        unit: "ms",
        ...compared(ours, besides, siteConfigFile),
        goal: { of: "value", limit: "at most", number: 30 },
      },
      {
        name: `refused at ${perSecond}/s`,
        unit: "%",
        ...median([share]),
        goal: { of: "value", limit: "at most", number: 0 },
      },
      { name: `pictures per second, ${concurrency} at once`, unit: "/s", ...median(full) },
    ]
  },
}

let visitors = 0

/** Each time another browser at another address. */
function ask(address: string): Promise<Response> {
  const visitor = visitors++
  const from = `10.${(visitor >> 16) & 255}.${(visitor >> 8) & 255}.${visitor & 255}`
  return fetch(address, { headers: { "x-forwarded-for": from } })
}

/** Sent when it is time, whether the one before is answered or not, and measured from then on. */
async function paced(act: () => Promise<unknown>, seconds: number): Promise<number[]> {
  const beganMs = performance.now()
  const everyMs = 1000 / perSecond
  return Promise.all(
    Array.from({ length: seconds * perSecond }, async (_, at) => {
      const dueMs = beganMs + at * everyMs
      await new Promise((resolve) => setTimeout(resolve, dueMs - performance.now()))
      const sentMs = performance.now()
      await act()
      return performance.now() - sentMs
    }),
  )
}

async function atFullSpeed(act: () => Promise<unknown>, workers: number, seconds: number): Promise<number> {
  const beganMs = performance.now()
  let count = 0
  const worker = async () => {
    for (; performance.now() - beganMs < seconds * 1000; count++) await act()
  }
  await Promise.all(Array.from({ length: workers }, worker))
  return count / ((performance.now() - beganMs) / 1000)
}

function p95(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? Number.NaN
}

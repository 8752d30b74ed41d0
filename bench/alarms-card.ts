import type { Page } from "@playwright/test"
import { monitorDefaults } from "@uc/contract/alarms/calls"
import { eventStream } from "@uc/contract/core/events"
import { accountCalls } from "@uc/contract/account/calls"
import { alarmSource } from "./alarm-source.ts"
import type { Benchmark, Context, Measured } from "./benchmark.ts"
import { asked, npmStart, signedIn } from "./product.ts"
import { freshPage } from "./slow-browser.ts"
import { quantile } from "./statistics.ts"

declare global {
  interface Window {
    /** When the card last showed something else, by the clock that this process has too. */
    cardChangedMs: number
  }
}

/** WARN-2, WARN-7: from the moment at which a source sends an alarm until a duty officer's card shows it. */
export const alarmsCard: Benchmark = {
  name: "alarms-card",
  goal: "ingest to card in the browser: p95 at most 1 s with push, at most the interval + 1 s without",
  async run(context) {
    const product = await npmStart(context.root, context.scratch("card-data"))
    context.onEnd(() => product.stop())
    return [
      await measure(context, product.address, { isPushed: true, goalMs: 1000 }),
      await measure(context, product.address, { isPushed: false, goalMs: monitorDefaults.pollMs + 1000 }),
    ]
  },
}

async function measure(
  context: Context,
  address: string,
  { isPushed, goalMs }: { isPushed: boolean; goalMs: number },
): Promise<Measured> {
  const source = alarmSource(address, 1)
  const school = await signedIn(address, "school")
  const { orgid } = await asked(address, `${school.name}=${school.value}`, accountCalls.current, {})
  const cookie = await signedIn(address, "bureau")
  const page = await freshPage(await context.browser(), [{ ...cookie, url: address }])
  // What a proxy does that lets no stream through.
  if (!isPushed) await page.route(`**${eventStream.path}`, (route) => route.abort())
  await page.addInitScript(watchCard)
  await page.goto(`${address}/static/usercenter/#/main/home`)
  const tookMs: number[] = []
  const count = context.isQuick ? 3 : isPushed ? 60 : 20
  for (let round = 0; round < count; round++) {
    const sentMs = Date.now()
    await source.report([orgid], 1)
    tookMs.push((await changedAfter(page, sentMs)) - sentMs)
    // Another second, because the card shows seconds; and another moment of the interval.
    await new Promise((resolve) => setTimeout(resolve, 1100 + Math.random() * 1000))
  }
  source.close()
  await page.context().close()
  const sorted = tookMs.toSorted((a, b) => a - b)
  context.say(
    `${isPushed ? "with" : "without"} push: median ${quantile(sorted, 0.5).toFixed(0)} ms, longest ${sorted.at(-1)} ms`,
  )
  return {
    name: `ingest to card, p95, ${isPushed ? "with push" : `without push, asked every ${monitorDefaults.pollMs} ms`}`,
    unit: "ms",
    value: quantile(sorted, 0.95),
    spread: { low: quantile(sorted, 0.25), high: quantile(sorted, 0.75), count },
    goal: { of: "value", limit: "at most", number: goalMs },
  }
}

/** Runs in the page, before anything else does. */
function watchCard(): void {
  let shown = ""
  window.cardChangedMs = 0
  new MutationObserver(() => {
    const now = document.querySelector('article[aria-label="预警"] dl')?.textContent ?? ""
    if (now === shown) return
    shown = now
    if (now !== "") requestAnimationFrame(() => (window.cardChangedMs = Date.now()))
  }).observe(document, { subtree: true, childList: true, characterData: true })
}

async function changedAfter(page: Page, sentMs: number): Promise<number> {
  const changed = await page.waitForFunction(
    (since) => (window.cardChangedMs > since ? window.cardChangedMs : null),
    sentMs,
    { polling: 20, timeout: 60_000 },
  )
  return (await changed.jsonValue()) ?? Number.NaN
}

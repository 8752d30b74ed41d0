import type { Browser } from "@playwright/test"
import { portalBase } from "@uc/contract/core/site-defaults"
import { buildBarePage, startBare } from "./bare.ts"
import type { Benchmark, Measured } from "./benchmark.ts"
import { signedIn } from "./product.ts"
import { freshPage, slowDown, withoutStream } from "./slow-browser.ts"
import { compared } from "./statistics.ts"

interface Load {
  /** Everything that was asked for before the moment, as it came over the wire, the document apart. */
  readonly kilobytes: number
  readonly requests: number
  readonly shownMs: number
}

/** The card of applications shows the menu, which has no call of its own. */
const firstCard = '[data-card]:not([data-card="applications"]) [data-shows="content"]'
const bytesGoal = { of: "value", limit: "at most", number: 330 } as const
const timeGoal = { of: "ratio", limit: "at most", number: 2.2 } as const

declare global {
  interface Window {
    benchShownMs?: number
  }
}

export const homeLoad: Benchmark = {
  name: "home-load",
  goal: "the home page after signing in, from nothing: at most 330 kB before a card shows its content, and that at most 2.2x as late as a bare React page",
  async run(context) {
    const [browser, { address }, folder] = await Promise.all([
      context.browser(),
      context.product(),
      buildBarePage(context),
    ])
    const bareAddress = await startBare(context, { folder, routes: [] })
    const cookies = [{ ...(await signedIn(address, "bureau")), url: address }]
    const ours: Load[] = []
    const bare: Load[] = []
    for (let at = 0; at < (context.isQuick ? 3 : 11); at++) {
      // In turn, so that whatever else the machine does meets both.
      ours.push(await loadOnce(browser, `${address}${portalBase}#/main/home`, firstCard, cookies))
      bare.push(await loadOnce(browser, `${bareAddress}/`, 'input[name="username"]'))
      context.say(
        `first card after ${Math.round(ours.at(-1)?.shownMs ?? 0)} ms and ${Math.round(ours.at(-1)?.kilobytes ?? 0)} kB, bare ${Math.round(bare.at(-1)?.shownMs ?? 0)} ms`,
      )
    }
    const row = (name: string, unit: string, pick: (load: Load) => number): Measured => ({
      name,
      unit,
      ...compared(ours.map(pick), bare.map(pick), "bare React page"),
    })
    return [
      { ...row("bytes before the first card's content", "kB", (load) => load.kilobytes), goal: bytesGoal },
      row("requests before the first card's content", "requests", (load) => load.requests),
      { ...row("the first card shows its content", "ms", (load) => load.shownMs), goal: timeGoal },
    ]
  },
}

async function loadOnce(
  browser: Browser,
  address: string,
  selector: string,
  cookies: Parameters<typeof freshPage>[1] = [],
): Promise<Load> {
  const page = await freshPage(browser, cookies)
  try {
    await withoutStream(page)
    await slowDown(page, { network: true })
    await page.addInitScript(probe, selector)
    await page.goto(address, { waitUntil: "commit" })
    await page.waitForFunction(() => window.benchShownMs !== undefined, undefined, { timeout: 60_000 })
    return await page.evaluate(() => {
      const shownMs = window.benchShownMs ?? 0
      const before = (performance.getEntriesByType("resource") as PerformanceResourceTiming[]).filter(
        ({ startTime }) => startTime <= shownMs,
      )
      const bytes = before.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
      // And the document.
      return { kilobytes: bytes / 1000, requests: before.length + 1, shownMs }
    })
  } finally {
    await page.context().close()
  }
}

/** Runs in the page ahead of everything: notes when what is looked for has been painted and nothing lies over it. */
function probe(selector: string): void {
  const painted = new MessageChannel()
  painted.port1.addEventListener("message", () => {
    for (const found of document.querySelectorAll(selector)) {
      const { x, y, width, height } = found.getBoundingClientRect()
      const top = document.elementFromPoint(x + width / 2, y + height / 2)
      if (top !== null && found.contains(top)) {
        window.benchShownMs = performance.now()
        painted.port1.close()
        return
      }
    }
    look()
  })
  painted.port1.start()
  // A message that a frame sends is received when that frame has been laid out and drawn.
  function look() {
    requestAnimationFrame(() => painted.port2.postMessage(null))
  }
  look()
}

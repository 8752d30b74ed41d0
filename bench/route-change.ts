import type { Page } from "@playwright/test"
import { portalBase } from "@uc/contract/core/site-defaults"
import type { Benchmark } from "./benchmark.ts"
import { signedIn } from "./product.ts"
import { freshPage, slowDown, withoutStream } from "./slow-browser.ts"
import { median } from "./statistics.ts"

declare global {
  interface Window {
    benchChangeMs?: number
  }
}

/** A place that a click leads to. */
interface Stop {
  readonly link: string
  /** How the page's text begins, so that it is known when it has come; read in a first round that is not measured. */
  readonly begins: string
}

const top = (label: string) => `nav[aria-label="主导航"] a:text-is("${label}")`
/** The first two that lead to a page of the portal itself. */
const menu = (at: number) => `nav[aria-label="功能菜单"] > div > ul > li:nth-child(${at}) > div > a`
const links = [top("应用"), top("服务"), menu(1), top("管理"), menu(2), top("首页")]
const pageText = "#content > :last-child"

export const routeChange: Benchmark = {
  name: "route-change",
  goal: "a click in the navigation is painted within 450 ms on the first visit and 170 ms later, on a CPU slowed 4x",
  async run(context) {
    const [browser, { address }] = await Promise.all([context.browser(), context.product()])
    const cookies = [{ ...(await signedIn(address, "school")), url: address }]
    const atHome = async () => {
      const page = await freshPage(browser, cookies)
      await withoutStream(page)
      await page.goto(`${address}${portalBase}#/main/home`)
      await page.locator(links[0] ?? "").waitFor()
      await page.waitForLoadState("networkidle")
      return page
    }

    const scout = await atHome()
    const stops: Stop[] = []
    for (const link of links) {
      await scout.locator(link).click()
      await scout.waitForLoadState("networkidle")
      stops.push({ link, begins: await settledText(scout) })
    }
    await scout.context().close()
    const beginnings = new Set(stops.map(({ begins }) => begins))
    if (beginnings.size !== stops.length) throw new Error("Two pages begin alike and can't be told apart")

    const first: number[] = []
    const later: number[] = []
    for (let at = 0; at < (context.isQuick ? 1 : 5); at++) {
      const page = await atHome()
      await slowDown(page, { network: false })
      for (const stop of stops) {
        const isNew = stop.link !== top("首页")
        const tookMs = await changeMs(page, stop)
        ;(isNew ? first : later).push(tookMs)
      }
      for (let round = 0; round < 2; round++) for (const stop of stops) later.push(await changeMs(page, stop))
      context.say(`first ${Math.round(median(first).value)} ms, later ${Math.round(median(later).value)} ms`)
      await page.context().close()
    }
    return [
      {
        name: "click to paint, first visit",
        unit: "ms",
        ...median(first),
        goal: { of: "value", limit: "at most", number: 450 },
      },
      {
        name: "click to paint, later visits",
        unit: "ms",
        ...median(later),
        goal: { of: "value", limit: "at most", number: 170 },
      },
    ]
  },
}

/** The page's beginning once it has stood still for a while. */
async function settledText(page: Page): Promise<string> {
  for (let before = ""; ;) {
    await page.waitForTimeout(300)
    const text = ((await page.locator(pageText).textContent()) ?? "").slice(0, 24)
    if (text !== "" && text === before) return text
    before = text
  }
}

async function changeMs(page: Page, { link, begins }: Stop): Promise<number> {
  await page.evaluate(
    ([place, wanted]) => {
      delete window.benchChangeMs
      const painted = new MessageChannel()
      addEventListener(
        "click",
        (click) => {
          function look() {
            const isThere = document.querySelector(place)?.textContent.startsWith(wanted)
            requestAnimationFrame(isThere ? () => painted.port2.postMessage(null) : look)
          }
          // One frame more than the one that draws the page: by then the compositor has it.
          painted.port1.addEventListener("message", () => {
            window.benchChangeMs = performance.now() - click.timeStamp
            painted.port1.close()
          })
          painted.port1.start()
          requestAnimationFrame(look)
        },
        { once: true, capture: true },
      )
    },
    [pageText, begins] as const,
  )
  await page.locator(link).click()
  await page.waitForFunction(() => window.benchChangeMs !== undefined)
  const tookMs = (await page.evaluate(() => window.benchChangeMs)) ?? Number.NaN
  // A person looks before the next click; what a page does after its paint is not the next one's burden.
  await page.waitForTimeout(400)
  return tookMs
}

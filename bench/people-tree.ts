import type { Page } from "@playwright/test"
import { portalBase } from "@uc/contract/core/site-defaults"
import type { Benchmark } from "./benchmark.ts"
import { largeProduct } from "./large-product.ts"
import { signedIn } from "./product.ts"
import { freshPage, withoutStream } from "./slow-browser.ts"
import { compared } from "./statistics.ts"

const viewers = { admin: "the platform's administrator", bureau: "a bureau's", school: "a school's" } as const
type Viewer = keyof typeof viewers

/** HOME-6: what is on screen does not grow with what there is. */
export const peopleTree: Benchmark = {
  name: "people-tree",
  goal: "peopleTree on 100,000 people opens within 1.5x of the same page on the small data",
  async run(context) {
    const browser = await context.browser()
    const small = await context.product()
    const large = context.isQuick ? small : await largeProduct(context)
    const rows = []
    for (const viewer of Object.keys(viewers) as Viewer[]) {
      const tookMs: Record<"small" | "large", number[]> = { small: [], large: [] }
      // The first round warms up and is not counted.
      for (let round = 0; round <= (context.isQuick ? 1 : 9); round++)
        for (const [size, { address }] of [
          ["large", large],
          ["small", small],
        ] as const) {
          const cookies = [{ ...(await signedIn(address, viewer)), url: address }]
          const page = await freshPage(browser, cookies)
          await withoutStream(page)
          await page.goto(`${address}${portalBase}#/main/applications`)
          await page.waitForLoadState("networkidle")
          const took = await openMs(page)
          if (round > 0) tookMs[size].push(took)
          await page.context().close()
        }
      rows.push({
        name: `opened by ${viewers[viewer]}`,
        unit: "ms",
        ...compared(tookMs.large, tookMs.small, "on the small data"),
        goal: { of: "ratio", limit: "at most", number: 1.5 } as const,
      })
    }
    return rows
  },
}

/** From the click on its menu entry until the tree and the first people are painted; its code is fetched meanwhile. */
function openMs(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const painted = new MessageChannel()
        const startMs = performance.now()
        painted.port1.addEventListener("message", () => {
          painted.port1.close()
          resolve(performance.now() - startMs)
        })
        painted.port1.start()
        function look() {
          const isThere =
            document.querySelector('[role="treeitem"][aria-selected="true"]') !== null &&
            document.querySelector("tbody tr") !== null
          if (isThere) painted.port2.postMessage(null)
          else requestAnimationFrame(look)
        }
        location.hash = "#/main/peopleTree"
        requestAnimationFrame(look)
      }),
  )
}

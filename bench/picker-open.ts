import type { Page } from "@playwright/test"
import { pickers, type PickerName } from "@uc/contract/pickers/pickers"
import { portalBase } from "@uc/contract/core/site-defaults"
import type { Benchmark } from "./benchmark.ts"
import { signedIn } from "./product.ts"
import { freshPage, withoutStream } from "./slow-browser.ts"
import { median } from "./statistics.ts"

const names = Object.keys(pickers) as PickerName[]
const goal = { of: "value", limit: "at most", number: 150 } as const

export const pickerOpen: Benchmark = {
  name: "picker-open",
  goal: "from the click that asks for a picker to its first rows: at most 150 ms, on the small data",
  async run(context) {
    const [browser, { address }] = await Promise.all([context.browser(), context.product()])
    const cookies = [{ ...(await signedIn(address, "school")), url: address }]
    const first = new Map<PickerName, number[]>(names.map((name) => [name, []]))
    const later: number[] = []
    for (let at = 0; at < (context.isQuick ? 1 : 9); at++) {
      const page = await freshPage(browser, cookies)
      await withoutStream(page)
      await page.goto(`${address}${portalBase}#/main/home`)
      await page.waitForFunction(() => window.UserCenter !== undefined)
      await page.waitForLoadState("networkidle")
      for (const name of names) first.get(name)?.push(await openMs(page, pickers[name].key))
      for (const name of names) later.push(await openMs(page, pickers[name].key))
      context.say(
        names
          .map((name) => `${name} ${Math.round(first.get(name)?.at(-1) ?? 0)}`)
          .join(", ")
          .concat(" ms"),
      )
      await page.context().close()
    }
    return [
      ...names.map((name) => ({
        name: `${name}, first time on a page`,
        unit: "ms",
        ...median(first.get(name) ?? []),
        goal,
      })),
      { name: "any of them again", unit: "ms", ...median(later), goal },
    ]
  },
}

/** Opens it from a click, as a page would, until its first rows are painted; then closes it. */
async function openMs(page: Page, key: number): Promise<number> {
  const tookMs = await page.evaluate(
    (dialogKey) =>
      new Promise<number>((resolve) => {
        const button = document.createElement("button")
        const painted = new MessageChannel()
        let startMs = 0
        painted.port1.addEventListener("message", () => {
          painted.port1.close()
          button.remove()
          resolve(performance.now() - startMs)
        })
        painted.port1.start()
        // A message that is sent while a frame is being made is heard when it has been painted.
        function look() {
          if (document.querySelector('[role="dialog"] [role="treeitem"], dialog [role="treeitem"]'))
            painted.port2.postMessage(null)
          else requestAnimationFrame(look)
        }
        button.addEventListener("click", () => {
          startMs = performance.now()
          void window.UserCenter?.openDialog({ key: dialogKey })
          requestAnimationFrame(look)
        })
        document.body.append(button)
        button.click()
      }),
    key,
  )
  await page.keyboard.press("Escape")
  await page.locator('[role="treeitem"]').first().waitFor({ state: "detached" })
  return tookMs
}

import { chromium, type Browser, type Page } from "@playwright/test"
import { browserFlags, findBrowser } from "../scripts/browser.mjs"

/** A cheap phone or an old office computer. */
export const cpuSlowdown = 4
/** A poor mobile network, 1.6 Mbit/s down and 750 kbit/s up. */
const slowNetwork = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}

/**
 * A browser that is driven notes the line at which each Error is made, and for that V8 reads the whole file of that line once more, in the
 * page's thread. React makes two Errors while it is loaded: that alone is 60 ms at this speed, which no visitor waits for (a
 * trace that Chromium writes by itself has nothing of it). With this flag the lines are noted when the file is read.
 */
const withoutReadingTwice = "--js-flags=--no-enable-lazy-source-positions"

export async function launchBrowser(): Promise<Browser> {
  const executablePath = await findBrowser()
  if (!executablePath) throw new Error("No browser was found; set CHROMIUM_PATH to one.")
  return chromium.launch({ executablePath, args: [...browserFlags, withoutReadingTwice] })
}

/** A page of a person who was never here: no cache, no compiled script, no cookie but the given ones. */
export async function freshPage(
  browser: Browser,
  cookies: readonly { name: string; value: string; url: string }[] = [],
): Promise<Page> {
  const context = await browser.newContext({
    locale: "zh-CN",
    timezoneId: "Asia/Shanghai",
    viewport: { width: 1366, height: 768 },
  })
  await context.addCookies([...cookies])
  return context.newPage()
}

/** The monitor's event stream never ends, and a page that has one is never idle; polling goes on. */
export async function withoutStream(page: Page): Promise<void> {
  await page.addInitScript(() => Reflect.deleteProperty(window, "EventSource"))
}

export async function slowDown(page: Page, what: { readonly network: boolean }): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: cpuSlowdown })
  if (!what.network) return
  await devtools.send("Network.enable")
  await devtools.send("Network.emulateNetworkConditions", slowNetwork)
}

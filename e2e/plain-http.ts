import { expect, type Page } from "@playwright/test"
import { browserFlags, findBrowser } from "../scripts/browser.mjs"
import { signInByPage } from "./sign-in-inside-page.ts"

const executablePath = (await findBrowser()) ?? ""

/** A school's portal without TLS: of plain http a browser trusts only its own machine, so it goes by a name here. */
export const plainHttp = {
  baseURL: (process.env["PRODUCT_ADDRESS"] ?? "").replace("127.0.0.1", "portal.test"),
  launchOptions: {
    executablePath,
    args: [...browserFlags, "--host-resolver-rules=MAP portal.test 127.0.0.1"],
  },
}

/** Signs in and makes sure that the page really is without TLS. Returns the user's id. */
export async function signInWithoutTls(page: Page, account: string): Promise<string> {
  const id = await signInByPage(page, account)
  expect(
    await page.evaluate(() => [isSecureContext, "clipboard" in navigator, "locks" in navigator]),
  ).toEqual([false, false, false])
  return id
}

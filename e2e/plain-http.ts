import { createHash } from "node:crypto"
import { expect, type Page } from "@playwright/test"
import { accountCalls } from "@uc/contract/account/calls"
import { demoPassword } from "@uc/contract/demo/accounts"
import { browserFlags, findBrowser } from "../scripts/browser.mjs"
import { open } from "./sign-in.ts"

const executablePath = (await findBrowser()) ?? ""

/** A school's portal without TLS: of plain http a browser trusts only its own machine, so it goes by a name here. */
export const plainHttp = {
  baseURL: (process.env["PRODUCT_ADDRESS"] ?? "").replace("127.0.0.1", "portal.test"),
  launchOptions: {
    executablePath,
    args: [...browserFlags, "--host-resolver-rules=MAP portal.test 127.0.0.1"],
  },
}

/** By the page itself: only the browser knows the name. Gives the user's id. */
export async function signInByPage(page: Page, account: string): Promise<string> {
  await open(page, "/newLogin")
  expect(
    await page.evaluate(() => [isSecureContext, "clipboard" in navigator, "locks" in navigator]),
  ).toEqual([false, false, false])
  const form = { account, password: createHash("md5").update(demoPassword).digest("hex").toUpperCase() }
  const { service, path } = accountCalls.signIn
  return page.evaluate(
    async ([to, fields]) => {
      const answer = await fetch(to, { method: "POST", body: new URLSearchParams(fields) })
      const { data } = (await answer.json()) as { readonly data: { readonly id: string } }
      return data.id
    },
    [`/${service}${path}`, form] as const,
  )
}

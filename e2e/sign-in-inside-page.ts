import type { Page } from "@playwright/test"
import { accountCalls } from "@uc/contract/account/calls"
import { demoPassword } from "@uc/contract/demo/accounts"
import { createHash } from "node:crypto"
import { open, type Account } from "./sign-in.ts"

/** For addresses that the browser alone can resolve. Returns the user's id. */
export async function signInByPage(page: Page, account: string): Promise<string> {
  await open(page, "/newLogin")
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

/** The same without the monitor: a warning would lie over what the test is about. */
export async function signInInsidePage(page: Page, account: Account): Promise<void> {
  const id = await signInByPage(page, account)
  await page.addInitScript((user) => sessionStorage.setItem("uc:monitor-closed", user), id)
}

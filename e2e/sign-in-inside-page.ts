import type { Page } from "@playwright/test"
import { accountCalls } from "@uc/contract/account/calls"
import { demoPassword } from "@uc/contract/demo/accounts"
import { createHash } from "node:crypto"
import { open, type Account } from "./sign-in.ts"

/** For addresses that the browser alone can resolve. */
export async function signInInsidePage(page: Page, account: Account): Promise<void> {
  await open(page, "/newLogin")
  const form = { account, password: createHash("md5").update(demoPassword).digest("hex").toUpperCase() }
  const { service, path } = accountCalls.signIn
  const id = await page.evaluate(
    async ([to, fields]) => {
      const answer = await fetch(to, { method: "POST", body: new URLSearchParams(fields) })
      const { data } = (await answer.json()) as { readonly data: { readonly id: string } }
      return data.id
    },
    [`/${service}${path}`, form] as const,
  )
  // A warning would lie over what the test is about.
  await page.addInitScript((user) => sessionStorage.setItem("uc:monitor-closed", user), id)
}

import { createHash } from "node:crypto"
import { expect, type JSHandle, type Locator, type Page } from "@playwright/test"
import { demoPassword } from "@uc/contract/demo/accounts"
import { acceptWithStatuses } from "@uc/contract/core/http"
import { accountCalls } from "@uc/contract/account/calls"
import { query } from "./database.ts"
import { dragSlider, sliderOf } from "./slider-answer.ts"

/** SPEC-3: for requests that a test makes beside the page, which answer with 200 otherwise. */
export const askingForStatus = { headers: { accept: acceptWithStatuses } } as const

/** The dialog that asks who one is. */
export function identityDialog(page: Page, name: "身份验证" | "屏幕已锁定" = "身份验证"): Locator {
  return page.getByRole("dialog", { name })
}

/** Opens it by the global helper (AUTH-1); gives what the callback has heard so far. */
export async function askIdentity(page: Page, mid: string): Promise<() => Promise<boolean[]>> {
  const received: JSHandle<boolean[]> = await page.evaluateHandle((asked) => {
    const answers: boolean[] = []
    void window.UserCenter?.reauthenticate(asked, (isProven) => answers.push(isProven))
    return answers
  }, mid)
  return () => received.jsonValue()
}

interface Prover {
  readonly password?: string
  /** Of a product of its own. */
  readonly dataDir?: string
}

/** By password: typed, confirmed, slid where the server asks for it (DAY-1). */
export async function proveByPassword(
  page: Page,
  { password = demoPassword, dataDir }: Prover = {},
): Promise<void> {
  await page.getByLabel("登录密码").fill(password)
  await page.getByRole("button", { name: "确定" }).click()
  const slider = sliderOf(page)
  const isGone = async () => (await page.getByLabel("登录密码").count()) === 0
  await expect.poll(async () => (await slider.isVisible()) || (await isGone())).toBe(true)
  if (await slider.isVisible()) await dragSlider(page, dataDir === undefined ? {} : { dataDir })
}

/** The row of the session that this browser's cookie opens. */
async function tokenHash(page: Page): Promise<Buffer> {
  const cookies = await page.context().cookies()
  const token = cookies.find(({ name }) => name.endsWith("uc_sid"))?.value ?? ""
  return createHash("sha256").update(token).digest()
}

/**
 * As if nobody had touched it for half an hour. The server may repeat for a second what it knew before, and what the page
 * asks in that second counts as a touch: so it is said again until it is heard.
 */
export async function lockSession(page: Page): Promise<void> {
  const hash = await tokenHash(page)
  const { service, path } = accountCalls.current
  await expect
    .poll(async () => {
      await query("update session set last_active_at = now() - interval '31 minutes' where token_hash = $1", [
        hash,
      ])
      return (await page.request.get(`/${service}${path}`, askingForStatus)).status()
    })
    .toBe(403)
}

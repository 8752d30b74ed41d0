import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, type Locator, type Page } from "@playwright/test"
import { demoPassword } from "@uc/contract/demo/accounts"
import { loginVariants, type LoginVariant } from "@uc/contract/login/login-variants"
import { keyedBy } from "../server/src/security/keyed.ts"
import { dataDirVariable, query } from "./database.ts"
import { pathOf } from "./sign-in.ts"
import { dragSlider } from "./slider-answer.ts"

export function accountBox(page: Page): Locator {
  return page.getByLabel("账号", { exact: true })
}

export function passwordBox(page: Page): Locator {
  return page.getByLabel("密码", { exact: true })
}

/** Fills in the form and sends it; further steps are the caller's. */
export async function submitForm(page: Page, account: string, password = demoPassword): Promise<void> {
  await accountBox(page).fill(account)
  await passwordBox(page).fill(password)
  await page.keyboard.press("Enter")
}

/** The login variant that is open. */
function variantOf(page: Page): LoginVariant {
  const name = pathOf(page).replace(/^\/|\?.*$/g, "")
  if (!Object.hasOwn(loginVariants, name)) throw new Error(`${name} is no login page`)
  return name as LoginVariant
}

/** Signs in by a variant without a second factor, with the slider where it demands one. */
export async function signInByForm(page: Page, account: string): Promise<void> {
  await expect(accountBox(page)).toBeVisible()
  await submitForm(page, account)
  const { humanCheck, humanCheckWhen } = loginVariants[variantOf(page)]
  if (humanCheck === "slider" && humanCheckWhen === "always") await dragSlider(page)
}

/** Of the picture on screen only a keyed hash is kept; the test puts its own in its place. */
export async function setPictureCode(page: Page, code: string): Promise<void> {
  const hidden = page.locator("input[name=codeid]")
  await expect(hidden).not.toHaveValue("")
  const codeid = await hidden.inputValue()
  const { pepper } = JSON.parse(
    readFileSync(join(process.env[dataDirVariable] ?? "", "secrets.json"), "utf8"),
  ) as { pepper: string }
  const rows = await query("update picture_code set code_mac = $1 where id_hash = $2 returning id_hash", [
    keyedBy(pepper).mac("picture-code", codeid, code),
    createHash("sha256").update(codeid).digest(),
  ])
  expect(rows).toHaveLength(1)
}

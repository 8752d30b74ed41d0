import { expect, test, type Page } from "@playwright/test"
import { captchaMessages } from "@uc/contract/captcha/calls"
import { demoPassword } from "@uc/contract/demo/accounts"
import { profileMessages } from "@uc/contract/account/profile-calls"
import { sessionMessages } from "@uc/contract/account/calls"
import { identityDialog, proveByPassword } from "../identity.ts"
import { open, signIn } from "../sign-in.ts"
import { dragSlider, sliderOf } from "../slider-answer.ts"

// Two sliders are dragged for each try.
test.describe.configure({ timeout: 180_000 })

const dialog = (page: Page) => page.getByRole("dialog", { name: "关联其他单位的账号" })

async function fillIn(page: Page, password: string): Promise<void> {
  await dialog(page).getByLabel("该账号的密码").fill(password)
  await dialog(page).getByRole("button", { name: "关联", exact: true }).click()
}

test("[BARE-10][DAY-1] tying: a fresh proof; after a wrong password with a slider each", async ({ page }) => {
  await signIn(page, "clerk")
  await open(page, "/main/profile")
  await page.getByRole("button", { name: "关联其他单位的账号" }).click()
  await dialog(page).getByLabel("另一单位的账号").fill("worker")
  await fillIn(page, "Not-The-Word-1")
  await proveByPassword(page)
  await expect(identityDialog(page)).toHaveCount(0)
  await expect(dialog(page).getByRole("alert")).toContainText(sessionMessages.wrongCredentials)

  await fillIn(page, demoPassword)
  await proveByPassword(page)
  await expect(identityDialog(page)).toHaveCount(0)
  await expect(dialog(page)).toContainText(captchaMessages.needed)
  await expect(sliderOf(page)).toHaveAttribute("data-view", "ready")
  for (const [width, height] of [
    [390, 844],
    [1366, 768],
  ] as const) {
    await page.setViewportSize({ width, height })
    const shown = await sliderOf(page).boundingBox()
    const frame = await dialog(page).boundingBox()
    expect(shown && frame && shown.x >= frame.x && shown.x + shown.width <= frame.x + frame.width).toBe(true)
    const button = await dialog(page).getByRole("button", { name: "关联", exact: true }).boundingBox()
    expect(button && button.y + button.height <= height).toBe(true)
    await page.screenshot({ path: test.info().outputPath(`tie-${width}.png`) })
  }
  await dragSlider(page)
  await expect(page.getByText(profileMessages.tied)).toBeVisible()
  // As it was, for whoever comes next.
  await page.getByRole("button", { name: "取消关联文澜膳食服务有限公司" }).click()
  await page.getByRole("button", { name: "取消关联", exact: true }).click()
  await expect(page.getByText(profileMessages.untied)).toBeVisible()
})

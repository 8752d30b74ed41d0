import { expect, test } from "@playwright/test"
import { open, signIn } from "../sign-in.ts"
import { withoutHas } from "../without-has.ts"

test("[BROWSER-10] a page that says its own name has one title to be seen, also without :has", async ({
  page,
}) => {
  await withoutHas(page)
  await signIn(page, "school")
  await open(page, "/main/alarms")
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(["预警处置"])
})

test("[BROWSER-10] which of the choice cards is chosen is seen without :has", async ({ page }) => {
  await withoutHas(page)
  await signIn(page, "school")
  await open(page, "/main/imports")
  const cards = page.getByRole("group", { name: "导入类型" }).locator("label")
  const grounds = () => cards.evaluateAll((all) => all.map((card) => getComputedStyle(card).backgroundColor))
  await expect(cards.nth(1)).toBeVisible()
  for (const chosen of [1, 0]) {
    await cards.nth(chosen).click()
    await expect(cards.nth(chosen).getByRole("radio")).toBeChecked()
    const all = await grounds()
    expect(all.filter((ground) => ground === all[chosen])).toHaveLength(1)
  }
})

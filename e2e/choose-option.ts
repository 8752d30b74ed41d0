import type { Locator } from "@playwright/test"

/** Chooses the option that is called so, in a drawn list or in the system's own, which phones have. */
export async function chooseOption(box: Locator, name: string): Promise<void> {
  if (await box.evaluate((element) => element.tagName === "SELECT")) {
    await box.selectOption({ label: name })
    return
  }
  await box.click()
  await box.page().getByRole("option", { name, exact: true }).click()
}

import type { Locator } from "@playwright/test"

/** Opens a select and presses the option that is called so. */
export async function chooseOption(box: Locator, name: string): Promise<void> {
  await box.click()
  await box.page().getByRole("option", { name, exact: true }).click()
}

import type { Page } from "@playwright/test"

/** What a phone's camera does with a code, and its owner then: opens the address and presses to see who asks for what. */
export async function scan(phone: Page, address: string): Promise<void> {
  await phone.goto(address)
  await look(phone)
}

/** On the page that the code leads to. */
export async function look(phone: Page): Promise<void> {
  await phone.getByRole("button", { name: "查看请求" }).click()
}

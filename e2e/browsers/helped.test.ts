import { expect, test } from "@playwright/test"
import { loadingMessages } from "@uc/contract/core/loading-messages"
import { expectAccessible } from "../accessible.ts"
import { openHome } from "../open-picker.ts"
import { open, signIn } from "../sign-in.ts"

test("[BROWSER-20] the skip link is seen when it is focused, and leads to the content", async ({ page }) => {
  await openHome(page, "school")
  const skip = page.getByRole("link", { name: "跳到正文" })
  await skip.focus()
  await expect
    .poll(() =>
      skip.evaluate((link) => {
        const { left, right, top, bottom } = link.getBoundingClientRect()
        return top >= 0 && link.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2))
      }),
    )
    .toBe(true)
  await page.keyboard.press("Enter")
  await expect(page.locator("#content")).toBeFocused()
})

test("[BROWSER-20] a page whose files could not be fetched comes by itself when the network is back", async ({
  page,
  context,
}) => {
  await openHome(page, "school")
  await context.setOffline(true)
  await page.evaluate(() => (location.hash = "#/main/orgTree"))
  await expect(page.getByRole("heading", { name: loadingMessages.pageFailed })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole("main").getByRole("heading", { name: "组织机构" })).toBeVisible()
})

test("[BROWSER-20] a worker that lacks functions of today proves the work all the same", async ({ page }) => {
  await page.addInitScript(() => {
    const received: string[] = []
    Object.assign(window, {
      received,
      Worker: class extends Worker {
        constructor(address: string | URL, options?: WorkerOptions) {
          super(address, options)
          this.addEventListener("message", () => received.push("proved"))
          this.addEventListener("error", ({ message }) => received.push(message))
        }
      },
    })
  })
  await page.route(/\/assets\/work\.worker-[^/]*\.js$/, async (route) => {
    const response = await route.fetch()
    const body = await response.text()
    // The one that starts it is a module of the page.
    const isOwn = !body.includes("new Worker")
    await route.fulfill({ response, body: isOwn ? `Reflect.deleteProperty(Object, "hasOwn");${body}` : body })
  })
  await open(page, "/newLogin")
  await page.getByLabel("账号", { exact: true }).fill("school")
  await page.getByLabel("密码", { exact: true }).fill("不是这个密码1")
  await page.keyboard.press("Enter")
  const received = () => page.evaluate(() => (window as unknown as { received: string[] }).received)
  await expect.poll(received).toEqual(["proved"])
})

test("[BROWSER-20] axe finds nothing on the page of the interfaces, a call opened", async ({ page }) => {
  await signIn(page, "admin")
  await open(page, "/main/apiDocs")
  await expectAccessible(page)
  await page.locator(".opblock-tag").first().click()
  await page.locator(".opblock-summary-control").first().click()
  await expect(page.locator(".opblock-body").first()).toBeVisible()
  await expectAccessible(page)
})

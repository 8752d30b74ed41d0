import { expect, test, type Page } from "@playwright/test"
import { withoutHas } from "../without-has.ts"
import { open, signIn } from "../sign-in.ts"

test.use({ colorScheme: "dark" })

async function openArticle(page: Page): Promise<void> {
  await withoutHas(page)
  await signIn(page, "school")
  await open(page, "/main/service")
  await page.getByRole("main").getByRole("heading", { level: 3 }).first().getByRole("link").click()
  await expect(page.getByRole("article").getByRole("heading", { level: 2 }).first()).toBeVisible()
}

/** More than one sheet holds; what is in it is nobody's. */
function lengthen(page: Page): Promise<void> {
  return page.evaluate(() => {
    const last = document.querySelector("article p:last-of-type")
    for (let line = 0; line < 120; line += 1) last?.after(last.cloneNode(true))
  })
}

async function sheetsOf(page: Page): Promise<number> {
  const paper = (await page.pdf({ format: "A4" })).toString("latin1")
  return paper.match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0
}

test("[BROWSER-10] an article is printed alone, dark on white, also out of the dark theme without :has", async ({
  page,
}) => {
  await openArticle(page)
  await expect(page.getByRole("navigation", { name: "主导航" })).toBeVisible()
  await page.emulateMedia({ media: "print", colorScheme: "dark" })
  const words = await page.getByRole("article").innerText()
  // The text of the document is what is shown of it.
  expect((await page.locator("body").innerText()).trim()).toBe(words.trim())
  await expect(page.getByRole("button")).toHaveCount(0)
  const colours = await page.evaluate(() => {
    const lightness = (colour: string) => Math.max(...(colour.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number))
    const grounds: string[] = []
    for (let up = document.querySelector("article p"); up; up = up.parentElement)
      grounds.push(getComputedStyle(up).backgroundColor)
    return {
      darkest: Math.max(
        ...[...document.querySelectorAll("article p, article h2")].map((part) =>
          lightness(getComputedStyle(part).color),
        ),
      ),
      grounds: [...new Set(grounds)].toSorted(),
    }
  })
  expect(colours.darkest).toBeLessThan(100)
  expect(colours.grounds).toEqual(["rgb(255, 255, 255)", "rgba(0, 0, 0, 0)"])
})

test("[BROWSER-10] a long article is printed over as many sheets as it takes", async ({ page }) => {
  await openArticle(page)
  const sheets = await sheetsOf(page)
  await lengthen(page)
  expect(await sheetsOf(page)).toBeGreaterThan(sheets + 1)
})

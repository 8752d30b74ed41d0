import { expect, test, type Page } from "@playwright/test"
import { cutOff, sideways } from "../cut-off.ts"
import { bareRoutes, pagesFor, walkOf } from "../every-page.ts"
import { open, signIn } from "../sign-in.ts"

/** Said in the name of the card's handle too: the smallest cards have no room for two lines of large text. */
const toldElsewhere = /^cut: SMALL\..* \d+ × \d+$/

async function expectWhole(page: Page, place: string): Promise<void> {
  expect(await sideways(page), place).toEqual([])
  expect(
    (await cutOff(page)).filter((each) => !toldElsewhere.test(each)),
    place,
  ).toEqual([])
}

/** Every page, for everybody and behind the sign-in. */
async function expectAllWhole(page: Page): Promise<void> {
  const walk = walkOf(page)
  for (const route of bareRoutes) {
    await walk.visit(route)
    await expectWhole(page, route.path)
  }
  await signIn(page, "school")
  // The cards of the monitor, which lie over the page, are closed for a new document.
  await page.reload()
  for (const route of pagesFor("zoom")) await walk.visitWithTabs(route, (place) => expectWhole(page, place))
}

/** A browser's zoom makes the page as much smaller in its own pixels. */
for (const percent of [100, 125, 150, 200]) {
  test.describe(`at ${percent} %`, () => {
    test.use({ viewport: { width: Math.round(136_600 / percent), height: Math.round(76_800 / percent) } })
    test.slow()

    test(`[BROWSER-10] at ${percent} % zoom nothing is cut off on any page`, async ({ page }) => {
      await expectAllWhole(page)
    })

    test(`[BROWSER-10] at ${percent} % zoom no alarm card is cut off`, async ({ page }) => {
      await signIn(page, "school", { withMonitor: true })
      await open(page, "/main/home")
      const card = page.getByRole("complementary", { name: "预警监测" }).getByRole("article").last()
      await expect(card.getByRole("button", { name: "查看" })).toBeVisible()
      await walkOf(page).drawn()
      await expectWhole(page, "alarm cards")
      await card.getByRole("button", { name: "查看" }).click({ trial: true })
    })
  })
}

/** Text alone becomes larger, as whoever needs it sets it in the browser (BROWSER-20): 16 px are the usual size. */
async function setFontSize(page: Page, standard: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send("Page.setFontSizes", { fontSizes: { standard, fixed: standard } })
}

for (const [width, height] of [
  [1366, 768],
  [390, 844],
] as const) {
  test.describe(`${width} × ${height}`, () => {
    test.use({ viewport: { width, height } })
    test.slow()

    test(`[BROWSER-10][BROWSER-20] with the browser's letters at 200 % nothing is cut off on any page, ${width} × ${height}`, async ({
      page,
    }) => {
      await setFontSize(page, 32)
      await expectAllWhole(page)
      const size = await page.evaluate(() => getComputedStyle(document.body).fontSize)
      expect(size).toBe("28px")
    })
  })
}

import { expect, test, type Page } from "@playwright/test"
import { cutOff, sideways } from "../cut-off.ts"
import { shellRoutes, walkOf } from "../every-page.ts"
import { open, signIn } from "../sign-in.ts"

/** Words that have so little room that they stand below one another, letter by letter. */
function brokenWords(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    const walker = document.createTreeWalker(
      document.querySelector("main") ?? document.body,
      NodeFilter.SHOW_TEXT,
    )
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const words = (node.textContent ?? "").trim()
      if (words.length < 4) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const tops = [...range.getClientRects()]
        .filter(({ width }) => width > 1)
        .map(({ top }) => Math.round(top))
      const lines = new Set(tops).size
      if (lines > 2 && words.length / lines < 3) found.push(`${lines} lines: ${words}`)
    }
    return found
  })
}

/** Where a tree or a list of several columns stands. */
const wide = new Set([
  "/main/peopleTree",
  "/main/orgTree",
  "/domain",
  "/main/areas",
  "/main/buildings",
  "/main/grids",
  "/main/modules",
  "/main/menus",
  "/main/dictionary",
  "/main/roles",
  "/main/alarms",
  "/main/alarmSources",
  "/main/hazards",
  "/main/patrols",
  "/main/assessments",
  "/main/notices",
  "/main/newsAdmin",
  "/main/signedIn",
  "/main/logs",
  "/task",
])
const routes = shellRoutes.filter(({ path }) => wide.has(path))

const sideMenu = (page: Page) => page.getByRole("navigation", { name: "功能菜单" })

for (const [width, height] of [
  [768, 1024],
  [820, 1180],
  [1023, 768],
  [1024, 768],
] as const) {
  test.describe(`${width} × ${height}`, () => {
    test.use({ viewport: { width, height } })
    test.slow()

    test(`[BROWSER-19] every page with a tree or a wide list has room for its words, ${width} × ${height}`, async ({
      page,
    }) => {
      expect(routes).toHaveLength(wide.size)
      await signIn(page, "admin")
      const walk = walkOf(page)
      for (const route of routes)
        await walk.visitWithTabs(route, async (place) => {
          const found = [...(await sideways(page)), ...(await cutOff(page)), ...(await brokenWords(page))]
          expect.soft(found, place).toEqual([])
        })
    })

    const isTablet = width < 1024
    test(`[BROWSER-19] the menu is ${isTablet ? "folded, and a drawer" : "beside the page"}, ${width} × ${height}`, async ({
      page,
    }) => {
      await signIn(page, "admin")
      await open(page, "/main/peopleTree")
      const tree = page.getByRole("region", { name: "组织机构树" })
      const search = page.getByRole("main").getByRole("searchbox").last()
      await expect(search).toBeVisible()
      const [treeBox, searchBox] = [await tree.boundingBox(), await search.boundingBox()]
      expect((await sideMenu(page).boundingBox())?.width).toBe(isTablet ? 64 : 220)
      if (!treeBox || !searchBox) throw new Error("Nothing is drawn")
      if (!isTablet) {
        expect(searchBox.x).toBeGreaterThan(treeBox.x + treeBox.width)
        return
      }
      expect(searchBox.y).toBeGreaterThan(treeBox.y + treeBox.height)
      await page.getByRole("button", { name: "展开菜单" }).click()
      const drawer = page.getByRole("dialog", { name: "功能菜单" })
      await drawer.getByRole("link", { name: "组织机构" }).click()
      await expect(drawer).toHaveCount(0)
      await expect(page).toHaveTitle(/^组织机构/)
      // What was chosen for a wide window is still remembered.
      await page.setViewportSize({ width: 1366, height })
      await expect.poll(async () => (await sideMenu(page).boundingBox())?.width).toBe(220)
    })
  })
}

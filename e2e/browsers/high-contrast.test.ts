import { expect, test, type Page } from "@playwright/test"
import { pagesFor, walkOf } from "../every-page.ts"
import { open, signIn } from "../sign-in.ts"

test.use({ contextOptions: { forcedColors: "active" } })

/** What is chosen and looks like what is not, and words in the colour of their ground. The system has two colours for what is chosen. */
function unseen(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const probe = document.createElement("div")
    probe.style.cssText = "forced-color-adjust: none; background: Highlight; color: HighlightText"
    document.body.append(probe)
    const chosen = { ground: getComputedStyle(probe).backgroundColor, words: getComputedStyle(probe).color }
    probe.remove()
    const parts = document.querySelectorAll(
      "[aria-selected=true], [aria-pressed=true], [aria-current]:not([aria-current=false]):not([aria-current=date])",
    )
    return [...parts]
      .filter((part) => {
        const isOtherwise = [part, ...part.querySelectorAll("*")].some(
          (each) => getComputedStyle(each).color !== chosen.words,
        )
        return getComputedStyle(part).backgroundColor !== chosen.ground || isOtherwise
      })
      .map((part) => `${part.tagName}.${part.className} ${part.textContent.slice(0, 30)}`)
  })
}

test("[BROWSER-10] in high contrast what is chosen is seen on every page and tab", async ({ page }) => {
  test.slow()
  await signIn(page, "school")
  const walk = walkOf(page)
  for (const route of pagesFor("high contrast"))
    await walk.visitWithTabs(route, async (place) => expect(await unseen(page), place).toEqual([]))
  await walk.visit({ path: "/newLogin", title: "登录", page: "login/login", place: "bare" })
  await expect(page.getByRole("tab", { selected: true })).toBeVisible()
  expect(await unseen(page), "login").toEqual([])
})

/** The colours of the middle of a thing, as they are painted: computed ones do not tell what the system has made of them. */
async function inkOf(page: Page, css: string): Promise<readonly string[]> {
  const picture = (await page.locator(css).first().screenshot()).toString("base64")
  return page.evaluate(async (png) => {
    const image = new Image()
    image.src = `data:image/png;base64,${png}`
    await image.decode()
    const canvas = new OffscreenCanvas(image.width, image.height)
    const context = canvas.getContext("2d")
    context?.drawImage(image, 0, 0)
    const line = context?.getImageData(0, Math.floor(image.height / 2), image.width, 1).data ?? []
    const colours = new Set<string>()
    for (let at = 0; at < line.length; at += 4) colours.add(line.slice(at, at + 3).join())
    return [...colours]
  }, picture)
}

test("[BROWSER-10] in high contrast a switch and a bar of progress have colours of their own", async ({
  page,
}) => {
  await signIn(page, "school")
  const walk = walkOf(page)
  await open(page, "/main/service")
  await expect(page.getByRole("switch").first()).toBeVisible()
  await walk.drawn()
  await page.getByRole("switch").first().scrollIntoViewIfNeeded()
  // The way, the knob and the page around them.
  expect((await inkOf(page, "[role=switch] > :last-child")).length).toBeGreaterThanOrEqual(3)
  await open(page, "/task")
  await expect(page.locator("progress[value]").first()).toBeVisible()
  await walk.drawn()
  expect((await inkOf(page, "progress:not([value='0'])")).length).toBeGreaterThanOrEqual(3)
})

test("[BROWSER-10] in high contrast the field that is typed into has a ring", async ({ page }) => {
  await open(page, "/newLogin")
  const field = page.getByLabel("账号", { exact: true })
  await field.focus()
  await expect(field).toHaveCSS("outline-style", "solid")
  await expect(field).toHaveCSS("outline-width", "2px")
})

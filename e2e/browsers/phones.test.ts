import { expect, test, type Locator, type Page } from "@playwright/test"
import { formMessages } from "../../portal/src/ui/forms/form-messages.ts"
import { open, pathOf, signIn } from "../sign-in.ts"

test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

interface Edges {
  readonly top: number
  readonly right: number
  readonly bottom: number
  readonly left: number
}

/** As an iPhone has them. */
const upright: Edges = { top: 47, right: 0, bottom: 34, left: 0 }
const lying: Edges = { top: 0, right: 47, bottom: 21, left: 47 }

async function keepFree(page: Page, insets: Edges): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send("Emulation.setSafeAreaInsetsOverride", { insets })
}

/** What can be pressed and is in sight, and reaches into the edges. What scrolls can be scrolled out of them. */
function pressedInEdges(page: Page, edges: Edges): Promise<readonly string[]> {
  return page.evaluate(({ top, right, bottom, left }) => {
    const names: string[] = []
    const layer = [...document.querySelectorAll("dialog[open]")].pop() ?? document
    for (const part of layer.querySelectorAll(
      "a, button, input, textarea, select, [role=tab], [role=option]",
    )) {
      const box = part.getBoundingClientRect()
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
      const seen = document.elementFromPoint(x, y)
      if (box.width === 0 || !seen || !(part.contains(seen) || seen.contains(part))) continue
      const isSideways = box.left < left - 1 || box.right > innerWidth - right + 1
      let up = part.parentElement
      let isFixed = getComputedStyle(part).position === "fixed"
      while (up && !/auto|scroll/.test(getComputedStyle(up).overflowY)) {
        isFixed ||= getComputedStyle(up).position === "fixed"
        up = up.parentElement
      }
      const whole = isFixed ? null : document.scrollingElement
      const scroller = up ?? whole
      const isScrolled = scroller !== null && scroller.scrollHeight > scroller.clientHeight
      const isAcross = !isScrolled && (box.top < top - 1 || box.bottom > innerHeight - bottom + 1)
      if (isSideways || isAcross)
        names.push(
          `${part.tagName} ${part.getAttribute("aria-label") ?? part.textContent} ${JSON.stringify(box)}`,
        )
    }
    return names
  }, edges)
}

for (const [name, edges, viewport] of [
  ["upright", upright, { width: 390, height: 844 }],
  ["lying", lying, { width: 844, height: 390 }],
] as const) {
  test(`[BROWSER-15] ${name}, nothing to press lies under notch or home bar: login, shell, dialogs`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport)
    await keepFree(page, edges)
    await open(page, "/newLogin")
    await expect(page.getByRole("button", { name: "登录", exact: true }).first()).toBeVisible()
    expect(
      await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--safe-bottom")),
    ).toBe(`${edges.bottom}px`)
    await expect.poll(() => pressedInEdges(page, edges)).toEqual([])
    await signIn(page, "school")
    await open(page, "/main/patrols?view=points")
    await page.reload()
    await expect(page.getByRole("button", { name: "新增点位" })).toBeVisible()
    await expect.poll(() => pressedInEdges(page, edges)).toEqual([])
    await page.getByRole("button", { name: "新增点位" }).click()
    const form = page.getByRole("dialog", { name: "新增点位" })
    await expect(form.getByRole("button", { name: "保存" })).toBeVisible()
    await expect.poll(() => pressedInEdges(page, edges)).toEqual([])
    await form.getByRole("button", { name: "取消" }).click()
    await page.getByRole("button", { name: "搜索菜单、页面和人员" }).click()
    await expect(page.getByRole("combobox", { name: "搜索菜单、页面和人员" })).toBeVisible()
    await expect.poll(() => pressedInEdges(page, edges)).toEqual([])
  })
}

test("[BROWSER-15] alarm cards, the tabs below and the side menu keep clear of notch and home bar", async ({
  page,
}) => {
  await keepFree(page, upright)
  await signIn(page, "school", { withMonitor: true })
  await open(page, "/main/home")
  await expect(page.getByRole("navigation", { name: "底部导航" })).toBeVisible()
  await expect(page.getByRole("complementary", { name: "预警监测" })).toBeVisible()
  await expect.poll(() => pressedInEdges(page, upright)).toEqual([])
  await page.getByRole("button", { name: "打开菜单" }).click()
  await expect(page.getByRole("dialog", { name: "功能菜单" })).toBeVisible()
  await expect.poll(() => pressedInEdges(page, upright)).toEqual([])
})

const isInSight = (field: Locator, heightPx: number) =>
  field.evaluate((element, height) => {
    const { top, bottom } = element.getBoundingClientRect()
    return top >= 0 && bottom <= height && document.elementFromPoint(20, (top + bottom) / 2) !== null
  }, heightPx)

/** The keyboard of an iPhone, which makes the visible part smaller and the page not. */
function coverByKeyboard(page: Page, heightPx: number): Promise<void> {
  return page.evaluate((height) => {
    const visible = visualViewport
    if (!visible) throw new Error("no visual viewport")
    Object.defineProperty(visible, "height", { configurable: true, get: () => height })
    visible.dispatchEvent(new Event("resize"))
  }, heightPx)
}

async function openForm(page: Page): Promise<Locator> {
  await signIn(page, "bureau")
  await open(page, "/task")
  await page.getByRole("button", { name: "布置任务" }).first().click()
  return page.getByRole("dialog", { name: "布置任务" })
}

for (const [name, cover] of [
  ["laid over the page", coverByKeyboard],
  [
    "that makes the page smaller",
    (page: Page, height: number) => page.setViewportSize({ width: 390, height }),
  ],
] as const) {
  test(`[BROWSER-15] a keyboard ${name} covers neither the field in a dialog nor its buttons`, async ({
    page,
  }) => {
    const dialog = await openForm(page)
    const field = dialog.getByRole("textbox").last()
    await field.focus()
    await cover(page, 420)
    await expect.poll(() => isInSight(field, 420)).toBe(true)
    const save = dialog.getByRole("button", { name: "布置", exact: true })
    await expect.poll(() => isInSight(save, 420)).toBe(true)
    const first = dialog.getByRole("textbox").first()
    await first.focus()
    await expect.poll(() => isInSight(first, 420)).toBe(true)
  })
}

test("[BROWSER-15] fields are large enough on a touch screen that an iPhone does not zoom in", async ({
  page,
}) => {
  await open(page, "/newLogin")
  await expect(page.getByRole("button", { name: "登录", exact: true }).first()).toBeVisible()
  const sizes = () =>
    page
      .locator("input:visible, textarea:visible, select:visible")
      .evaluateAll((all) => all.map((one) => Number.parseFloat(getComputedStyle(one).fontSize)))
  expect(Math.min(...(await sizes()))).toBeGreaterThanOrEqual(16)
  const dialog = await openForm(page)
  await expect(dialog.getByRole("textbox").first()).toBeVisible()
  expect(Math.min(...(await sizes()))).toBeGreaterThanOrEqual(16)
})

/** A step back that closed nothing for good is undone by a step forward, which the browser takes a moment later (hold-first-entry.ts). */
async function expectHeld(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => "layer" in (window.history.state as object))).toBe(true)
}

test("[DAY-9] back closes what lies over a page that was opened directly, and only then leaves it", async ({
  page,
}) => {
  await signIn(page, "school")
  await open(page, "/task")
  const filters = page.getByRole("button", { name: /^筛选/ })
  const sheet = page.getByRole("dialog", { name: "筛选任务" })
  const place = pathOf(page)
  await filters.tap()
  await expect(sheet).toBeVisible()
  await page.goBack()
  await expect(sheet).toHaveCount(0)
  await expect(filters).toBeVisible()
  const form = page.getByRole("dialog", { name: "布置任务" })
  await page.getByRole("button", { name: "布置任务" }).first().tap()
  await form.getByLabel("任务名称").fill("检查消防通道")
  await page.goBack()
  const confirm = page.getByRole("dialog", { name: formMessages.unsavedTitle })
  await expect(confirm).toBeVisible()
  await expectHeld(page)
  await page.goBack()
  await expect(confirm).toHaveCount(0)
  await expect(form.getByLabel("任务名称")).toHaveValue("检查消防通道")
  await expectHeld(page)
  await page.goBack()
  await confirm.getByRole("button", { name: formMessages.discard }).tap()
  await expect(form).toHaveCount(0)
  expect(pathOf(page)).toBe(place)
  await page.goBack()
  await expect.poll(() => page.url()).toBe("about:blank")
})

test("[DAY-9] back closes a panel and a menu, and leads to where one was on the page", async ({ page }) => {
  await signIn(page, "school")
  await open(page, "/main/home")
  const bell = page.getByRole("button", { name: /^通知/ })
  await bell.tap()
  await expect(bell).toHaveAttribute("aria-expanded", "true")
  await page.goBack()
  await expect(bell).toHaveAttribute("aria-expanded", "false")
  const link = page.getByRole("region", { name: "新闻资讯" }).getByRole("listitem").getByRole("link").first()
  await link.scrollIntoViewIfNeeded()
  const placePx = () => page.locator("#content").evaluate(({ scrollTop }) => Math.round(scrollTop))
  await expect.poll(placePx).toBeGreaterThan(1000)
  await link.tap()
  await expect.poll(() => pathOf(page)).toContain("news=")
  await expect.poll(placePx).toBeLessThan(1000)
  await page.goBack()
  await expect.poll(() => pathOf(page)).toContain("/home")
  await expect.poll(placePx).toBeGreaterThan(1000)
})

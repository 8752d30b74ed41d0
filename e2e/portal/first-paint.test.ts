import { expect, test, type Page } from "@playwright/test"
import { portalBase } from "@uc/contract/core/site-defaults"
import { demoPassword } from "@uc/contract/demo/accounts"
import { gate } from "../gate.ts"
import { open, signIn } from "../sign-in.ts"

/** The parts of the frame that stands in the document, and what of the real page takes their place. */
const places: readonly (readonly [frame: string, page: string])[] = [
  [".frame-side", "#root section"],
  [".frame-brand svg", "#root section svg"],
  [".frame-name", "#root section h2"],
  [".frame-title", "main h1"],
  [".frame-lead", "main h1 + p"],
  [".frame-tabs", "[role=tablist]"],
  [".frame-tabs span", "[role=tab]"],
  [".frame-label", "form label"],
  [".frame-box", "form div:has(> input[name=username])"],
  [".frame-box ~ .frame-box", "form div:has(> input[name=password])"],
  [".frame-remember", "form label:has(> input[name=remember])"],
  ["#boot-words", "form button[type=submit]"],
]

function rectangles(page: Page, selectors: readonly string[]): Promise<number[][]> {
  return page.evaluate(
    (wanted) =>
      wanted.map((selector) => {
        const {
          x = -1,
          y = -1,
          width = -1,
          height = -1,
        } = document.querySelector(selector)?.getBoundingClientRect() ?? {}
        return [x, y, width, height].map(Math.round)
      }),
    selectors,
  )
}

const groundOf = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.getElementById("frame") ?? document.body).backgroundColor)

/** Counts from inside: who is asked from outside has to be there in time. */
async function countShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    Object.assign(window, { shifts: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        (window as unknown as { shifts: number }).shifts += (entry as unknown as { value: number }).value
    }).observe({ type: "layout-shift", buffered: true })
  })
  return () => page.evaluate(() => (window as unknown as { shifts: number }).shifts)
}

const situations = [
  { name: "light", width: 1366, height: 768, stored: null, ground: "rgb(255, 255, 255)" },
  { name: "dark by choice", width: 1366, height: 768, stored: "dark", ground: "rgb(22, 29, 42)" },
  { name: "on a phone", width: 390, height: 844, stored: null, ground: "rgb(255, 255, 255)" },
] as const

for (const { name, width, height, stored, ground } of situations) {
  test.describe(name, () => {
    // A phone's scroll bars take no room.
    test.use({ viewport: { width, height }, isMobile: width < 768 })

    test(`[OPS-9] the document paints the login frame, ${name}; the page takes its place without a jump`, async ({
      page,
    }) => {
      if (stored) await page.addInitScript((theme) => localStorage.setItem("uc:theme", theme), stored)
      const shifts = await countShifts(page)
      const held = gate()
      await page.route(/\/assets\/|\/config\.json$/, async (route) => {
        await held.opened
        await route.continue()
      })
      await page.goto(`${portalBase}#/newLogin`, { waitUntil: "commit" })
      await expect(page.getByText("正在打开…")).toBeVisible()
      await expect
        .poll(() => page.evaluate(() => performance.getEntriesByName("first-contentful-paint").length))
        .toBe(1)
      expect(await groundOf(page)).toBe(ground)
      const before = await rectangles(
        page,
        places.map(([frame]) => frame),
      )
      held.open()
      await expect(page.getByLabel("账号", { exact: true })).toBeFocused()
      await expect(page.locator("#frame")).toHaveCount(0)
      expect(
        await rectangles(
          page,
          places.map(([, real]) => real),
        ),
      ).toEqual(before)
      await page.waitForLoadState("networkidle")
      expect(await shifts()).toBe(0)
    })
  })
}

/** The document alone: every file waits until it is let through. */
async function openDocumentAlone(page: Page): Promise<() => void> {
  const held = gate()
  await page.route(/\/assets\//, async (route) => {
    await held.opened
    await route.continue()
  })
  await page.goto(`${portalBase}#/newLogin`, { waitUntil: "commit" })
  await expect(page.locator("#frame-account")).toBeFocused()
  return held.open
}

test("[OPS-9][LOGIN-8] what is typed before the page is there is taken over, Enter too", async ({ page }) => {
  const letThrough = await openDocumentAlone(page)
  await page.keyboard.type("shool")
  await page.keyboard.press("Tab")
  await page.keyboard.type(demoPassword)
  await page.keyboard.press("Shift+Tab")
  await page.keyboard.press("Home")
  await page.keyboard.press("ArrowRight")
  letThrough()
  await expect(page.locator("#frame")).toHaveCount(0)
  const account = page.getByLabel("账号", { exact: true })
  await expect(account).toBeFocused()
  await page.keyboard.type("c")
  await expect(account).toHaveValue("school")
  await expect(page.getByLabel("密码", { exact: true })).toHaveValue(demoPassword)

  await page.goto("about:blank")
  const again = await openDocumentAlone(page)
  await page.keyboard.type("school")
  await page.keyboard.press("Tab")
  await page.keyboard.type(demoPassword)
  await page.keyboard.press("Enter")
  again()
  await expect(page.getByRole("dialog", { name: "安全验证" })).toBeVisible()
})

test("[OPS-9] a word that is being composed is not cut off by the page", async ({ page }) => {
  const letThrough = await openDocumentAlone(page)
  const keyboard = await page.context().newCDPSession(page)
  await keyboard.send("Input.imeSetComposition", { text: "scho", selectionStart: 4, selectionEnd: 4 })
  letThrough()
  // All files have come and run: the frame waits for the word alone.
  await page.waitForLoadState("networkidle")
  await expect(page.locator("#frame-account")).toBeFocused()
  await keyboard.send("Input.insertText", { text: "school" })
  await expect(page.locator("#frame")).toHaveCount(0)
  await expect(page.getByLabel("账号", { exact: true })).toHaveValue("school")
})

test("[OPS-9] no other page begins like the login page, nor does a signed-in person's home", async ({
  page,
}) => {
  /** What the document shows while no file has come. */
  async function shownAt(hash: string): Promise<string> {
    await page.route(/\/assets\//, () => undefined)
    await page.goto(portalBase + hash, { waitUntil: "commit" })
    await expect(page.getByText("正在打开…")).toBeVisible()
    const isFrame = await page.locator(".frame-side").isVisible()
    await page.goto("about:blank")
    await page.unroute(/\/assets\//)
    return isFrame ? "frame" : "ground"
  }
  const shown: Record<string, string> = {}
  for (const hash of ["", "#/", "#/newLogin?returnUrl=%2Fx", "#/eduLogin", "#/main/home", "#/main/screen"])
    shown[hash] = await shownAt(hash)
  expect(shown).toEqual({
    "": "frame",
    "#/": "frame",
    "#/newLogin?returnUrl=%2Fx": "frame",
    "#/eduLogin": "ground",
    "#/main/home": "ground",
    "#/main/screen": "ground",
  })
  await page.addInitScript(() => {
    const look = () => {
      if (document.documentElement.hasAttribute("data-frame")) Object.assign(window, { hadFrame: true })
      requestAnimationFrame(look)
    }
    look()
  })
  await signIn(page, "school")
  await open(page, "/main/home")
  await page.reload()
  await expect(page.getByRole("navigation", { name: "主导航" })).toBeVisible()
  expect(await page.evaluate(() => "hadFrame" in window)).toBe(false)
})

test("[OPS-9] the first files begin with the hint to compile them on their way", async ({ page }) => {
  const begins = new Map<string, Promise<string>>()
  page.on("response", (response) => {
    const [, file] = /\/assets\/(start|signed-in|home)-[\w-]{7}\.js$/.exec(response.url()) ?? []
    if (file)
      begins.set(
        file,
        response.text().then((text) => text.split("\n", 1)[0] ?? ""),
      )
  })
  await signIn(page, "school")
  await open(page, "/main/home")
  await expect(page.getByRole("navigation", { name: "主导航" })).toBeVisible()
  const lines = await Promise.all([...begins].map(async ([file, line]) => [file, await line]))
  const hint = "//# allFunctionsCalledOnLoad"
  expect(Object.fromEntries(lines)).toEqual({ start: hint, "signed-in": hint, home: hint })
})

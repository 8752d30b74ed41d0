import { expect, test, type Page } from "@playwright/test"
import { offlineMessages, offlineWorkerFile } from "@uc/contract/core/offline"
import { accountCalls } from "@uc/contract/account/calls"
import { portalBase } from "@uc/contract/core/site-defaults"
import { open, pathOf, signIn } from "../sign-in.ts"

const isReady = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state === "activated")

test("[BROWSER-16] the manifest can be installed: fields, icons of the sizes that it says", async ({
  page,
}) => {
  await open(page, "/newLogin")
  const address = await page.locator("link[rel=manifest]").getAttribute("href")
  const answer = await page.request.get(address ?? "")
  expect(answer.headers()["content-type"]).toContain("application/manifest+json")
  expect(answer.headers()["cache-control"]).toBe("no-cache")
  const manifest = (await answer.json()) as { icons: { src: string; sizes: string; purpose: string }[] }
  expect(manifest).toMatchObject({
    short_name: "用户中心",
    lang: "zh-CN",
    display: "standalone",
    start_url: portalBase,
    scope: portalBase,
  })
  expect(manifest.icons.map(({ purpose }) => purpose)).toContain("maskable")
  const apple = await page.locator("link[rel=apple-touch-icon]").getAttribute("href")
  for (const { src, sizes } of [...manifest.icons, { src: apple ?? "", sizes: "180x180" }]) {
    const size = await page.evaluate(
      async (from) => {
        const image = new Image()
        image.src = from
        await image.decode()
        return `${image.naturalWidth}x${image.naturalHeight}`
      },
      new URL(src, new URL(portalBase, page.url())).pathname,
    )
    expect(size, src).toBe(sizes)
  }
})

test("[BROWSER-16] offline, a page says since when, and opens once the network is back", async ({
  page,
  context,
}) => {
  await signIn(page, "school")
  await open(page, "/main/patrols")
  await expect(page.getByRole("button", { name: "扫码打卡" })).toBeVisible()
  await expect.poll(() => isReady(page)).toBe(true)
  // Noted by the portal itself, with the answers that it had.
  expect(await page.evaluate(() => Number(localStorage.getItem("uc:last-reached")))).toBeGreaterThan(0)
  // Half past eight on another day: not the moment of the reload.
  await page.evaluate(() =>
    localStorage.setItem("uc:last-reached", String(Date.parse("2026-03-05T08:30:00+08:00"))),
  )
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole("heading", { name: offlineMessages.offline })).toBeVisible()
  await expect(page.getByRole("status")).toHaveText("自 3月5日 08:30 起没有连接成功。")
  expect(pathOf(page)).toBe("/main/patrols")
  await context.setOffline(false)
  await expect(page.getByRole("button", { name: "扫码打卡" })).toBeVisible()
  expect(pathOf(page)).toBe("/main/patrols")
})

test("[BROWSER-16] nothing is stored by the worker; signing out leaves it in place", async ({
  page,
  context,
}) => {
  await signIn(page, "school")
  await open(page, "/main/home")
  await expect.poll(() => isReady(page)).toBe(true)
  await page.reload()
  await expect(page.getByRole("heading", { name: "我的应用" })).toBeVisible()
  expect(await page.evaluate(() => caches.keys())).toEqual([])
  const { service, path } = accountCalls.signOut
  await page.evaluate((to) => fetch(to, { method: "POST" }), `/${service}${path}`)
  expect(await isReady(page)).toBe(true)
  await signIn(page, "school")
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole("button", { name: offlineMessages.retry })).toBeVisible()
})

test("[BROWSER-16] the worker's script is always asked for again, and calls go past it", async ({ page }) => {
  const answer = await page.request.get(portalBase + offlineWorkerFile)
  expect(answer.headers()["content-type"]).toContain("javascript")
  expect(answer.headers()["cache-control"]).toBe("no-cache")
  await signIn(page, "school")
  await open(page, "/main/home")
  await expect.poll(() => isReady(page)).toBe(true)
  const calls: boolean[] = []
  page.on("response", (response) => {
    if (/\/(usercenter|ewls|vms)\//.test(new URL(response.url()).pathname.replace(portalBase, "/")))
      calls.push(response.fromServiceWorker())
  })
  await page.reload()
  await expect(page.getByRole("heading", { name: "我的应用" })).toBeVisible()
  expect(calls.length).toBeGreaterThan(0)
  expect(calls).not.toContain(true)
})

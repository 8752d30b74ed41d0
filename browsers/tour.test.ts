import { expect } from "@playwright/test"
import { loadingMessages } from "@uc/contract/core/loading-messages"
import { offlineMessages } from "@uc/contract/core/offline"
import { patrolAdminCalls } from "@uc/contract/patrols/admin-calls"
import { pickers, type PickerName } from "@uc/contract/pickers/pickers"
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { staticRoutes, type StaticRoute } from "../portal/src/app/routing/routes.ts"
import { copyMessages } from "../portal/src/platform/browser/clipboard.ts"
import { windowBroken } from "../portal/src/ui/feedback/closes-when-broken.tsx"
import { DocumentLeft } from "./driver.ts"
import { patience } from "./screen.ts"
import { addressOf, beAlarmed, beSignedInAs, goHome, home, openPicker } from "./signed-in.ts"
import { openPath, proveByPassword, signOut } from "./sign-in.ts"
import { test, type Tour } from "./tour.ts"

// Errors

test("[BROWSER-12] what goes wrong in the page is noticed by the driver", async ({ tour }) => {
  await openPath(tour, "/newLogin")
  await tour.screen.see({ role: "box", name: "账号" })
  await tour.driver.evaluate(() => {
    setTimeout(() => {
      throw new Error("thrown on purpose")
    })
    void Promise.reject(new Error("refused on purpose"))
    console.error("written on purpose")
  })
  const noticed: string[] = []
  const isAll = async () => {
    noticed.push(...(await tour.driver.errors()))
    return ["thrown", "refused", "written"].filter((way) =>
      noticed.some((line) => line.includes(`${way} on purpose`)),
    )
  }
  await expect.poll(isAll, patience).toEqual(["thrown", "refused", "written"])
})

// Routes

/** What is on the page once it has come; null while it is on its way. */
function pageState(path: string, title: string, isInShell: boolean) {
  const root = document.querySelector("#root")
  const text = (root?.textContent ?? "").trim()
  const isThere = decodeURI(location.hash.slice(1)) === path && document.title.startsWith(title)
  const inside = isInShell
    ? document.querySelector("main h1, main h2, main iframe")
    : root?.querySelector("h1, h2, form")
  const isBusy = document.querySelector("[role=progressbar][aria-label='页面加载中']") !== null
  const isWhole = isThere && inside !== null && text.length > 0 && !isBusy
  return isWhole ? { text } : null
}

async function visit(tour: Tour, { path, title, place }: StaticRoute): Promise<void> {
  await openPath(tour, path)
  let state: { text: string } | null = null
  const look = async () => (state = await tour.driver.evaluate(pageState, path, title, place === "shell"))
  await expect.poll(look, { ...patience, message: `${path} is drawn` }).not.toBeNull()
  const { text } = state as unknown as { text: string }
  expect(text, path).not.toContain(loadingMessages.pageFailed)
  expect(text, path).not.toContain("页面出现错误")
  expect(await tour.driver.errors(), `${path} has written errors`).toEqual([])
  await tour.shoot(`route${path.replaceAll("/", "-")}`)
}

test("[BROWSER-12] every page that anybody may see", async ({ tour }) => {
  const open = staticRoutes.filter(({ isOpen, place }) => isOpen && place === "bare")
  expect(open.length).toBeGreaterThan(5)
  for (const route of open) await visit(tour, route)
})

// Without a network

/** Later than the answer, which would be lost with the document. Ends when the document has been left. */
async function reload({ driver }: Tour): Promise<void> {
  await driver.evaluate(() => {
    Object.assign(window, { isLeft: true })
    setTimeout(() => location.reload(), 100)
  })
  const isLeft = () =>
    driver
      .evaluate(() => "isLeft" in window)
      .catch((error: unknown) => {
        if (error instanceof DocumentLeft) return true
        throw error
      })
  await expect.poll(isLeft, patience).toBe(false)
}

test("[BROWSER-16] without a network a page says so, and the portal comes back by itself", async ({
  tour,
}) => {
  const { driver, screen, site } = tour
  await openPath(tour, "/newLogin")
  await screen.see({ role: "box", name: "账号" })
  const hasWorkers = await driver.evaluate(() => "serviceWorker" in navigator)
  expect(hasWorkers).toBe(tour.protocol === "https")
  // On plain http there are none, and the browser's own page is shown.
  if (!hasWorkers) return
  await openPath({ ...tour, address: site.line.address }, "/newLogin")
  await screen.see({ role: "box", name: "账号" })
  // The worker is active, and then has the page: an engine may not ask it for a page that was opened before it.
  const isReady = () =>
    driver.evaluate(
      async () => (await navigator.serviceWorker.getRegistration())?.active?.state === "activated",
    )
  await expect.poll(isReady, patience).toBe(true)
  await reload(tour)
  await screen.see({ role: "box", name: "账号" })
  await expect
    .poll(() => driver.evaluate(() => navigator.serviceWorker.controller !== null), patience)
    .toBe(true)
  await site.line.cut()
  await reload(tour)
  const { offline, unreached } = offlineMessages
  await screen.see({ role: "heading", namePattern: `^(${offline}|${unreached})$` })
  await tour.shoot("offline")
  await site.line.restore()
  await screen.see({ role: "box", name: "账号" })
  // What could not be fetched meanwhile is no fault of the page.
  await driver.errors()
})

// Behind the sign-in

test("[BROWSER-12] sign-in through the form, the slider by keys", async ({ tour }) => {
  await beSignedInAs(tour, "admin", "keys")
  await tour.shoot("signed-in-by-keys")
})

test("[BROWSER-12] every page behind the sign-in", async ({ tour }) => {
  await beSignedInAs(tour, "admin")
  const closed = staticRoutes.filter(({ place }) => place === "shell")
  expect(staticRoutes.length).toBeGreaterThanOrEqual(33)
  for (const route of closed) await visit(tour, route)
})

// The slider by hand

test("[BROWSER-12] sign-in through the form, the slider by touch", async ({ tour }) => {
  test.skip(tour.driver.touch === null, "its driver has no touch")
  await beSignedInAs(tour, "bureau", "touch")
  await tour.shoot("signed-in-by-touch")
})

test("[BROWSER-12] sign-in through the form, the slider by mouse", async ({ tour }) => {
  await beSignedInAs(tour, "school", "mouse")
  await tour.shoot("signed-in-by-mouse")
})

test("[BROWSER-1] a document that is left asks for few locks, and the next one answers", async ({ tour }) => {
  await beSignedInAs(tour, "school")
  await signOut(tour)
  tour.signedIn.account = null
  await beSignedInAs(tour, "school")
  await goHome(tour)
  const hasLocks = await tour.driver.evaluate(() => {
    sessionStorage.setItem("tour:locks", "0")
    if (!("locks" in navigator)) return false
    LockManager.prototype.request = new Proxy(Reflect.get(LockManager.prototype, "request") as () => never, {
      apply(request, locks, args) {
        sessionStorage.setItem("tour:locks", String(Number(sessionStorage.getItem("tour:locks")) + 1))
        return Reflect.apply(request, locks, args)
      },
    })
    return true
  })
  // On plain http there are none, and nothing that could be asked for in a loop.
  expect(hasLocks).toBe(tour.protocol === "https")
  // It is left while it leads, and so while it holds the lock.
  await reload(tour)
  await tour.screen.see(home)
  expect(await tour.driver.evaluate(() => Number(sessionStorage.getItem("tour:locks")))).toBeLessThan(20)
})

// Pickers

function result({ driver }: Tour): Promise<unknown> {
  return driver.evaluate(() => (window as unknown as { tourResult: Promise<unknown> }).tourResult)
}

const rowAt = (level: number) => `[role=treeitem][aria-level='${level}']:not([aria-busy])`
/** What is pressed to choose something: a row, or where people are chosen, a department and somebody in it. */
const rowsOf = (name: PickerName) => (name === "person" ? [rowAt(1), rowAt(2)] : [rowAt(1)])

for (const name of Object.keys(pickers) as PickerName[]) {
  test(`[BROWSER-12] a picker: ${name}`, async ({ tour }) => {
    await beSignedInAs(tour, "school")
    await goHome(tour)
    await openPicker(tour, name)
    for (const css of rowsOf(name)) await tour.screen.click({ css, inDialog: true })
    await tour.screen.see({ css: "[role=treeitem][aria-checked=true], [role=treeitem][aria-selected=true]" })
    await tour.shoot(`picker-${name}`)
    await tour.screen.click({ role: "button", namePattern: "^确定", inDialog: true })
    await tour.screen.gone({ role: "dialog" })
    expect(await result(tour)).toEqual(expect.arrayContaining([expect.any(Object)]))
  })
}

/** Runs in the page: how much higher something is than what stands in it. */
function unusedHeight(selector: string): number {
  const box = document.querySelector(selector)
  if (!box) throw new Error(`There is no ${selector}`)
  const bottoms = [...box.querySelectorAll("p, [role=option], [role=menuitem]")].map(
    (inner) => inner.getBoundingClientRect().bottom,
  )
  const { bottom } = box.getBoundingClientRect()
  return bottom - Math.max(...bottoms)
}

test("[BROWSER-2] a picker that breaks is closed and said to be; the portal goes on", async ({ tour }) => {
  const { driver, screen } = tour
  await beSignedInAs(tour, "school")
  await goHome(tour)
  await driver.evaluate(() => {
    const real = window.ResizeObserver
    Object.assign(window, { tourReal: real })
    window.ResizeObserver = class extends real {
      constructor(callback: ResizeObserverCallback) {
        super(callback)
        throw new Error("broken on purpose")
      }
    }
  })
  await driver.evaluate((key) => {
    Object.assign(window, { tourResult: window.UserCenter?.openDialog({ key }) })
  }, pickers.department.key)
  await screen.see({ namePattern: windowBroken })
  expect(await driver.evaluate(unusedHeight, "[role=log]")).toBeLessThan(40)
  expect(await result(tour)).toBeNull()
  await screen.gone({ role: "dialog" })
  await screen.see(home)
  await tour.shoot("broken-picker")
  await expect.poll(async () => (await driver.errors()).join("\n"), patience).toContain("broken on purpose")
  // The same window without the fault.
  await driver.evaluate(() => {
    window.ResizeObserver = (window as unknown as { tourReal: typeof ResizeObserver }).tourReal
  })
  await openPicker(tour, "department")
  await screen.see({ role: "treeitem", inDialog: true })
  await driver.press("Escape")
  await screen.gone({ role: "dialog" })
})

// Alarm, files, clipboard

test("[BROWSER-12] an alarm that is reported appears as a card", async ({ tour }) => {
  await beSignedInAs(tour, "school")
  await goHome(tour)
  await beAlarmed(tour, "tour-alarm")
  await tour.shoot("alarm-card")
})

/** The code of the school's first patrol point as a photo of it. */
async function photoOfCode({ driver, downloads }: Tour): Promise<{ code: string; photo: string }> {
  const { code, png } = await driver.evaluate(
    async (pointsAddress, codesAddress) => {
      const dataOf = async (address: string) =>
        ((await (await fetch(address)).json()) as { data: unknown }).data
      const { points } = (await dataOf(pointsAddress)) as { points: { id: string; code: string }[] }
      const [point] = points
      if (!point) throw new Error("The demo school has no patrol point")
      const { codes } = (await dataOf(`${codesAddress}?ids=${point.id}`)) as { codes: { image: string }[] }
      const image = new Image()
      image.src = codes[0]?.image ?? ""
      await image.decode()
      const canvas = document.createElement("canvas")
      Object.assign(canvas, { width: 640, height: 480 })
      const context = canvas.getContext("2d")
      if (!context) throw new Error("There is no canvas")
      context.fillStyle = "#9a9a92"
      context.fillRect(0, 0, 640, 480)
      context.drawImage(image, 170, 90, 300, 300)
      return { code: point.code, png: canvas.toDataURL("image/png") }
    },
    addressOf(patrolAdminCalls.points),
    addressOf(patrolAdminCalls.codes),
  )
  const photo = join(downloads, "..", "code.png")
  writeFileSync(photo, Buffer.from(png.slice(png.indexOf(",")), "base64"))
  return { code, photo }
}

test("[BROWSER-14] a photo of a patrol point's code is read by the kept decoder", async ({ tour }) => {
  const { driver, screen } = tour
  await beSignedInAs(tour, "school")
  await goHome(tour)
  const { code, photo } = await photoOfCode(tour)
  await openPath(tour, "/main/patrols")
  await screen.click({ role: "button", name: "扫码打卡" })
  await screen.see({ role: "dialog", name: "扫码打卡" })
  const chooser = "input[type=file][capture]"
  await expect
    .poll(() => driver.evaluate((css) => document.querySelector(css) !== null, chooser), patience)
    .toBe(true)
  await driver.upload(chooser, photo)
  await expect.poll(() => driver.evaluate(() => location.hash), patience).toBe(`#/main/patrols?check=${code}`)
  await screen.see({ role: "dialog", name: "巡查打卡" })
  // On Linux some engines have a reader of their own that knows no format.
  const loaded = await driver.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name))
  expect(loaded).toContainEqual(expect.stringContaining("decode-picture"))
  await tour.shoot("scanned-code")
})

/** The whole file, once nothing more is written to it. */
async function downloaded({ downloads }: Tour, name: string): Promise<Buffer> {
  const isWhole = () =>
    readdirSync(downloads).filter((each) => !/\.(part|crdownload|download|wkdownload)$/.test(each))
  await expect
    .poll(isWhole, { ...patience, message: `downloaded: ${name}` })
    .toContainEqual(expect.stringMatching(name))
  const file = isWhole().find((each) => new RegExp(name).test(each)) ?? ""
  const content = () => readFileSync(join(downloads, file))
  await expect.poll(() => content().subarray(0, 2).toString(), patience).toBe("PK")
  return content()
}

test("[BROWSER-12] a file is sent up, and its marked copy comes down", async ({ tour }) => {
  const { driver, screen } = tour
  await beSignedInAs(tour, "school")
  await openPath(tour, "/main/imports")
  await screen.see({ role: "button", name: "下载人员模板" })
  const file = join(tour.downloads, "..", "newcomers.csv")
  writeFileSync(file, "账号,姓名,手机号,部门,职务\nnew-1,司徒问天,138 0013 80001,没有的部门,教师\n")
  await driver.upload("input[type=file]", file)
  await screen.see({ role: "heading", namePattern: "行中有.*处需要修改" })
  await tour.shoot("file-up")
  await screen.click({ role: "button", name: "下载错误标注" })
  await downloaded(tour, "错误标注.*\\.xlsx$")
})

test("[BROWSER-12] a list is exported as a file", async ({ tour }) => {
  await beSignedInAs(tour, "school")
  await openPath(tour, "/main/logs")
  // The page before has a button of that name too.
  await tour.screen.see({ role: "heading", name: "安全日志" })
  await tour.screen.click({ role: "button", name: "导出表格" })
  await tour.screen.see({ namePattern: "^已导出.*条$" })
  await tour.shoot("file-down")
  await downloaded(tour, "^(?!.*错误标注).*\\.xlsx$")
})

test("[BROWSER-3] a secret is copied out of its dialog, or is said not to be", async ({ tour }) => {
  const { driver, screen } = tour
  await beSignedInAs(tour, "school")
  await openPath(tour, "/main/alarmSources")
  const box = { role: "box", name: "新增来源" } as const
  await screen.write(box, "燃气监测")
  await screen.click({ role: "button", name: "新增并生成密钥" })
  await proveByPassword(tour)
  await screen.see({ role: "dialog", name: "来源密钥" })
  const secret = await driver.evaluate(
    () => [...document.querySelectorAll("dialog code")].pop()?.textContent ?? "",
  )
  expect(secret.length).toBeGreaterThan(20)
  await screen.click({ role: "button", name: "复制", inDialog: true })
  const told = async () => {
    if (await screen.seen({ role: "button", name: "已复制", inDialog: true })) return "copied"
    return (await screen.seen({ namePattern: copyMessages.failed })) ? "not copied" : null
  }
  await expect.poll(told, patience).not.toBeNull()
  await tour.shoot("copied-secret")
  if ((await told()) === "not copied") {
    expect(await driver.evaluate(() => String(getSelection()))).toContain(secret)
    return
  }
  await screen.click({ role: "button", name: "我已保存", inDialog: true })
  await screen.gone({ role: "dialog" })
  await screen.write(box, "")
  await driver.press("Control+v")
  const pasted = () =>
    driver.evaluate(() => [...document.querySelectorAll("input")].map(({ value }) => value).join("\n"))
  await expect.poll(pasted, patience).toContain(secret)
})

import { chromium, expect, test, type Browser, type Page } from "@playwright/test"
import { patrolAdminCalls, patrolMessages, scanMessages } from "@uc/contract/patrols/admin-calls"
import { browserFlags, findBrowser } from "../../scripts/browser.mjs"
import { codeFilm } from "../code-film.ts"
import { svgIn, svgOf } from "../qr-reader.ts"
import { signInInsidePage } from "../sign-in-inside-page.ts"
import { open, pathOf, signIn } from "../sign-in.ts"

const executablePath = (await findBrowser()) ?? ""
const phone = { viewport: { width: 390, height: 844 }, locale: "zh-CN", hasTouch: true, isMobile: true }
const decoder = /\/decode-picture-[^/]*\.js$/

/** As iPhones, WeChat and Firefox are. */
function withoutDetector() {
  delete (globalThis as { BarcodeDetector?: unknown }).BarcodeDetector
}

/** Remembers the films that the page has opened, to see whether they have ended. */
function rememberFilms() {
  const devices = navigator.mediaDevices
  const opened: MediaStreamTrack[] = []
  Object.assign(globalThis, { openedFilms: opened })
  const own = devices.getUserMedia.bind(devices)
  devices.getUserMedia = async (wanted) => {
    const stream = await own(wanted)
    opened.push(...stream.getTracks())
    return stream
  }
}

const filmStates = (page: Page) =>
  page.evaluate(() =>
    (globalThis as unknown as { openedFilms: readonly MediaStreamTrack[] }).openedFilms.map(
      ({ readyState }) => readyState,
    ),
  )

interface Printed {
  readonly code: string
  readonly svg: string
}

/** The first point's code, as the school prints it. */
async function printedCode(page: Page): Promise<Printed> {
  await signIn(page, "school")
  const get = async <T>({ service, path }: { service: string; path: string }, query = ""): Promise<T> => {
    const answer = await page.request.get(`/${service}${path}${query}`)
    return ((await answer.json()) as { readonly data: T }).data
  }
  const { points } = await get<{ points: { id: string; code: string }[] }>(patrolAdminCalls.points)
  const [point] = points
  if (!point) throw new Error("The demo school has no patrol point")
  const { codes } = await get<{ codes: { image: string }[] }>(patrolAdminCalls.codes, `?ids=${point.id}`)
  return { code: point.code, svg: svgIn(codes[0]?.image ?? "") }
}

/** A browser whose camera sees this; its owner gives leave to use it, or refuses. */
function browserSeeing(film: string | null, { isRefused = false, cameras = 1 } = {}): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [
      ...browserFlags,
      `--use-fake-device-for-media-stream=device-count=${cameras}`,
      `--use-fake-ui-for-media-stream${isRefused ? "=deny" : ""}`,
      ...(film === null ? [] : [`--use-file-for-fake-video-capture=${film}`]),
      "--host-resolver-rules=MAP portal.test 127.0.0.1",
    ],
  })
}

async function phoneAt(browser: Browser, script?: () => void): Promise<Page> {
  const context = await browser.newContext({ ...phone, baseURL: process.env["PRODUCT_ADDRESS"] ?? "" })
  const page = await context.newPage()
  if (script) await page.addInitScript(script)
  await page.addInitScript(rememberFilms)
  await signIn(page, "teacher")
  await open(page, "/main/patrols")
  await expect(page.getByRole("button", { name: "扫码打卡" })).toBeVisible()
  return page
}

const beginScan = async (page: Page) => {
  await page.getByRole("button", { name: "扫码打卡" }).click()
  return page.getByRole("dialog", { name: "扫码打卡" })
}

test("[BROWSER-14] without BarcodeDetector the camera reads a code, by a decoder fetched only then", async ({
  page: school,
}) => {
  const { code, svg } = await printedCode(school)
  const film = codeFilm(svg)
  const browser = await browserSeeing(film.path)
  try {
    const page = await phoneAt(browser, withoutDetector)
    const fetched: string[] = []
    page.on("request", (request) => fetched.push(request.url()))
    await page.waitForLoadState("networkidle")
    expect(fetched.filter((url) => decoder.test(url))).toEqual([])
    await beginScan(page)
    await expect(page.getByRole("dialog", { name: "巡查打卡" })).toBeVisible()
    expect(pathOf(page)).toBe(`/main/patrols?check=${code}`)
    expect(fetched.filter((url) => decoder.test(url))).toHaveLength(1)
    await expect.poll(() => filmStates(page)).toEqual(["ended"])
  } finally {
    await browser.close()
    film.remove()
  }
})

test("[BROWSER-14] a code of something else is named as such, and closing switches the camera off", async ({
  page: school,
}) => {
  await signIn(school, "school")
  await open(school, "/getQrcode?mid=password")
  const film = codeFilm(await svgOf(school.getByRole("img", { name: /二维码/ })))
  const browser = await browserSeeing(film.path)
  try {
    const page = await phoneAt(browser, withoutDetector)
    const dialog = await beginScan(page)
    await expect(dialog.getByText(patrolMessages.codeOfNothing)).toBeVisible()
    expect(await filmStates(page)).toEqual(["live"])
    await dialog.getByRole("button", { name: "关闭" }).click()
    await expect.poll(() => filmStates(page)).toEqual(["ended"])
  } finally {
    await browser.close()
    film.remove()
  }
})

test("[BROWSER-14] a browser that reads codes itself fetches no decoder; one that refuses then does", async ({
  page: school,
}) => {
  const { code, svg } = await printedCode(school)
  const film = codeFilm(svg)
  const browser = await browserSeeing(film.path)
  try {
    // As on Android with Google's services, and without them.
    const page = await phoneAt(browser, () => {
      let isRefusing = false
      class Detector {
        static getSupportedFormats = () => Promise.resolve(["qr_code"])
        detect = () =>
          isRefusing ? Promise.reject(new DOMException("", "NotSupportedError")) : Promise.resolve([])
      }
      Object.assign(globalThis, { BarcodeDetector: Detector, refuseCodes: () => (isRefusing = true) })
    })
    const fetched: string[] = []
    page.on("request", (request) => fetched.push(request.url()))
    const dialog = await beginScan(page)
    await expect(dialog.getByText("将点位二维码放入框内，自动识别")).toBeVisible()
    await page.waitForLoadState("networkidle")
    expect(fetched.filter((url) => decoder.test(url))).toEqual([])
    await page.evaluate(() => (globalThis as unknown as { refuseCodes: () => void }).refuseCodes())
    await expect.poll(() => pathOf(page)).toBe(`/main/patrols?check=${code}`)
  } finally {
    await browser.close()
    film.remove()
  }
})

test("[BROWSER-14] of two cameras the other one is switched to, and the first is off", async () => {
  const browser = await browserSeeing(null, { cameras: 2 })
  try {
    const page = await phoneAt(browser, withoutDetector)
    const dialog = await beginScan(page)
    await dialog.getByRole("button", { name: "切换摄像头" }).click()
    await expect.poll(() => filmStates(page)).toEqual(["ended", "live"])
    const ids = await page.evaluate(() =>
      (globalThis as unknown as { openedFilms: readonly MediaStreamTrack[] }).openedFilms.map(
        (track) => track.getSettings().deviceId,
      ),
    )
    expect(new Set(ids).size).toBe(2)
  } finally {
    await browser.close()
  }
})

/** How a code may look on a photo. */
const photos = {
  straight: "",
  rotated: "transform: rotate(37deg)",
  small: "width: 76px; height: 76px",
  dim: "filter: brightness(0.25)",
  blurred: "filter: blur(2px)",
  pale: "filter: contrast(0.25)",
  tilted: "transform: perspective(700px) rotateX(28deg) rotateZ(12deg)",
} as const

async function photographed(page: Page, svg: string, style: string): Promise<Buffer> {
  const address = `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`
  await page.setContent(
    `<body style="margin:0;display:grid;place-items:center;height:100vh;background:#9a9a92">
       <img src="${address}" style="width:300px;height:300px;${style}"></body>`,
  )
  return page.screenshot({ type: "jpeg", quality: 80 })
}

test("[BROWSER-14] plain http explains itself, and reads turned, small, dim, blurred photos", async ({
  page: school,
}) => {
  const { code, svg } = await printedCode(school)
  const browser = await browserSeeing(null)
  try {
    const baseURL = (process.env["PRODUCT_ADDRESS"] ?? "").replace("127.0.0.1", "portal.test")
    const page = await (await browser.newContext({ ...phone, baseURL })).newPage()
    await page.addInitScript(withoutDetector)
    await signInInsidePage(page, "teacher")
    const fileInput = page.getByLabel("点位二维码照片")
    for (const [kind, style] of Object.entries(photos)) {
      const buffer = await photographed(school, svg, style)
      await open(page, "/main/patrols")
      const dialog = await beginScan(page)
      await expect(dialog.getByRole("note")).toContainText(scanMessages.notSecure)
      await fileInput.setInputFiles({ name: `${kind}.jpg`, mimeType: "image/jpeg", buffer })
      await expect.poll(() => pathOf(page), kind).toBe(`/main/patrols?check=${code}`)
    }
  } finally {
    await browser.close()
  }
})

test("[BROWSER-14] with the camera refused, photos with no code or another's are told apart", async ({
  page: school,
}) => {
  await signIn(school, "school")
  await open(school, "/getQrcode?mid=password")
  const other = await photographed(school, await svgOf(school.getByRole("img", { name: /二维码/ })), "")
  const none = await photographed(school, "<svg xmlns='http://www.w3.org/2000/svg'/>", "")
  const browser = await browserSeeing(null, { isRefused: true })
  try {
    const page = await phoneAt(browser, withoutDetector)
    const dialog = await beginScan(page)
    const fileInput = page.getByLabel("点位二维码照片")
    await expect(dialog.getByRole("note")).toContainText(scanMessages.refused)
    await fileInput.setInputFiles({ name: "none.jpg", mimeType: "image/jpeg", buffer: none })
    await expect(dialog.getByRole("alert")).toHaveText(scanMessages.noCodeInPhoto)
    await fileInput.setInputFiles({ name: "other.jpg", mimeType: "image/jpeg", buffer: other })
    await expect(dialog.getByRole("alert")).toHaveText(patrolMessages.codeOfNothing)
    await fileInput.setInputFiles({
      name: "notes.jpg",
      mimeType: "image/jpeg",
      buffer: Buffer.from("no photo"),
    })
    await expect(dialog.getByRole("alert")).toHaveText(scanMessages.notAPhoto)
  } finally {
    await browser.close()
  }
})

test("[BROWSER-14] on a desktop the window of the scan is as high as what is in it", async ({ page }) => {
  await signIn(page, "teacher")
  await open(page, "/main/patrols")
  const dialog = await beginScan(page)
  await expect(dialog.getByRole("note")).toBeVisible()
  const spare = await dialog.evaluate((element) => {
    const last = element.querySelector("form")?.getBoundingClientRect()
    return element.getBoundingClientRect().bottom - (last?.bottom ?? 0)
  })
  // The padding below it, and a hairline.
  expect(spare).toBeLessThanOrEqual(24)
})

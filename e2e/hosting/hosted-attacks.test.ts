import { expect, test, type Frame, type Page } from "@playwright/test"
import { greetingOf, protocolLimits } from "@uc/bridge/protocol"
import { menuCalls } from "@uc/contract/menus/calls"
import { hostileAddresses } from "../../portal/src/features/hosting/hostile-addresses.ts"
import { query } from "../database.ts"
import { startHostedSite, type HostedSite } from "../hosted-site.ts"
import { addressOf, open, pathOf, signIn } from "../sign-in.ts"

let listed: HostedSite
let stranger: HostedSite

test.beforeAll(async () => {
  const portal = process.env["PRODUCT_ADDRESS"] ?? ""
  ;[listed, stranger] = await Promise.all([startHostedSite(portal), startHostedSite(portal)])
  await query(
    `insert into auth_domain (org_id, name, domain_ip, origin, helpers)
     select org_id, '测试', $1, $1, '{picker,drawer,monitor,user,page,reauth}' from person where account = 'bureau'`,
    [listed.origin],
  )
})
test.afterAll(async () => {
  await query("delete from auth_domain where origin = $1", [listed.origin])
  await Promise.all([listed.stop(), stranger.stop()])
})

/** What happened to the portal that nobody in it wanted. */
function watched(page: Page): { readonly dialogs: string[]; readonly places: string[] } {
  const dialogs: string[] = []
  const places: string[] = []
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  page.on("framenavigated", (frame) => {
    const url = frame.url()
    if (frame === page.mainFrame() ? !url.includes("/static/usercenter/") : true) places.push(url)
  })
  return { dialogs, places }
}

test("[HOME-7][MENU-3] 200 hostile addresses in query and menu items open no frame and navigate nowhere", async ({
  page,
}) => {
  // Sites that are really there: one on the list, one not.
  const addresses = hostileAddresses
    // The list has this one over http, and that is what the site really speaks.
    .filter((address) => address !== "http://oa.example.cn")
    .map((address) =>
      address
        .replaceAll("oa.example.cn", new URL(listed.origin).host)
        .replaceAll("evil.example", new URL(stranger.origin).host),
    )
    // The others are more of the same, for hosting-verdict.test.ts.
    .slice(-200)
  expect(addresses).toHaveLength(200)
  const item = (id: string, address: string | null, children: readonly object[] = []) => ({
    id,
    text: `菜单${id}`,
    module_type: null,
    path: address,
    icon: null,
    children,
  })
  // In groups: the menu draws the one that is open.
  const groups = Array.from({ length: Math.ceil(addresses.length / 20) }, (_unused, group) =>
    item(
      `${group + 100}`,
      null,
      addresses
        .slice(group * 20, group * 20 + 20)
        .map((address, at) => item(`${group * 20 + at + 1000}`, address)),
    ),
  )
  await page.route(addressOf(menuCalls.ofUser), (route) =>
    route.fulfill({ json: { ret: 1, data: { modulelist: groups }, msg: "" } }),
  )
  await signIn(page, "bureau")
  await open(page, "/main/home")
  await expect(page.getByRole("navigation", { name: "功能菜单" })).toBeVisible()
  const seen = watched(page)
  const paths = addresses.flatMap((address, at) => [
    `/main/oldpage?url=${encodeURIComponent(address)}`,
    `/${Math.floor(at / 20) + 100}/${at + 1000}`,
  ])
  const wrong = await page.evaluate(async (places) => {
    const found: string[] = []
    for (const place of places) {
      await window.UserCenter?.navigate(place)
      // A word instead of a page; a frame that is there once stays until it is closed.
      while (!document.querySelector("main :is([role=alert], h1, h2), iframe"))
        await new Promise((resolve) => requestAnimationFrame(resolve))
      if (document.querySelector("iframe")) return [...found, place]
    }
    return found
  }, paths)
  expect(wrong).toEqual([])
  expect(seen).toEqual({ dialogs: [], places: [] })
  // Somebody would have seen a frame.
  await page.evaluate((to) => window.UserCenter?.navigate(to), `/main/oldpage?url=${listed.origin}/`)
  await expect(page.locator("iframe")).toHaveCount(1)
})

/** Said to the portal's window by whoever is not the page in its frame. */
const toWindow = (id: string): readonly unknown[] => [
  greetingOf("hello", id),
  greetingOf("welcome", id),
  greetingOf("hello", id).replace("/1/", "/2/"),
  `${greetingOf("hello", id)}\n`,
  "bye",
  "x".repeat(5_000_000),
  ["hello"],
  { v: 1, id, method: "openPicker", args: ["person"] },
  JSON.stringify({ v: 1, id, method: "openPicker", args: ["person"] }),
  JSON.stringify({ v: 1, id, method: "setTitle", args: ["被改"] }),
  `{"__proto__":{"v":1,"id":"1","method":"navigate","args":["/main/home"]}}`,
  { type: "UserCenter", method: "reauthenticate", args: ["domain"] },
]

const asked = (method: unknown, args: unknown, more: object = {}) =>
  JSON.stringify({ v: 1, id: "1", method, args, ...more })
/** Said on the port of the very page that may ask. */
const toPort: readonly unknown[] = [
  "",
  7,
  ["currentUser"],
  "[".repeat(20_000),
  "x".repeat(5_000_000),
  `{"__proto__":${asked("setTitle", ["被改"])}}`,
  `{"constructor":{"prototype":{"v":1}},"id":"1","method":"openPicker","args":["person"]}`,
  asked("__proto__", []),
  asked("hasOwnProperty", ["x"]),
  asked("closeDialog", [998]),
  asked("openPicker", ["person"], { origin: "x" }),
  asked("openPicker", ["__proto__"]),
  asked("openPicker", ["person", { size: { width: -1, height: 1e9 } }]),
  asked("openPicker", ["range", { save: true }]),
  asked("openDrawer", ["page", { path: "javascript:alert(1)" }]),
  asked("openDrawer", ["page", { path: "//evil.example" }]),
  asked("openDrawer", ["page", { path: "/newLogin" }]),
  asked("reauthenticate", ["unlock"]),
  asked("reauthenticate", ["constructor"]),
  asked("navigate", ["//evil.example"]),
  asked("navigate", ["/\\evil.example"]),
  asked("navigate", ["javascript:alert(1)"]),
  asked("navigate", ["/newLogin"]),
  asked("setTitle", ["\u200b\u202e"]),
  asked("setTitle", [{ html: "<b>" }]),
]

/** A frame inside the page, as it or somebody else on it may make. */
async function inside(frame: Frame, address: string, sandbox: string | null): Promise<Frame> {
  const element = await frame.evaluateHandle(
    async ({ src, restricted }) => {
      const inner = document.createElement("iframe")
      if (restricted !== null) inner.setAttribute("sandbox", restricted)
      inner.src = src
      document.body.append(inner)
      await new Promise((resolve) => inner.addEventListener("load", resolve))
      return inner
    },
    { src: address, restricted: sandbox },
  )
  const inner = await element.asElement()?.contentFrame()
  if (!inner) throw new Error("The frame inside has no page")
  return inner
}

test("[DLG-5] sixty hostile messages run no helper, whoever sends them", async ({ page }) => {
  await signIn(page, "bureau")
  const place = `/main/oldpage?url=${encodeURIComponent(`${listed.origin}/in`)}`
  await open(page, place)
  const element = await page.waitForSelector("main iframe")
  const frame = await element.contentFrame()
  if (!frame) throw new Error("The frame has no page")
  await frame.waitForLoadState()
  await expect(page).toHaveTitle(/^收文/)
  const seen = watched(page)
  const senders = [
    await inside(frame, `${stranger.origin}/third`, null),
    await inside(frame, `${listed.origin}/again`, null),
    await inside(frame, `${listed.origin}/nobody`, "allow-scripts"),
  ]
  seen.places.length = 0
  const said = toWindow("inner")
  expect(senders.length * said.length + toPort.length).toBeGreaterThanOrEqual(60)
  for (const sender of senders) {
    const received = await sender.evaluate(async (messages) => {
      let count = 0
      window.addEventListener("message", ({ source }) => (count += Number(source === window.top)))
      for (const message of messages) window.top?.postMessage(message, "*")
      await new Promise((resolve) => setTimeout(resolve, 300))
      return count
    }, said)
    expect(received).toBe(0)
  }

  const answers = await frame.evaluate(
    async ({ hello, messages, perSecond }) => {
      const port = await new Promise<MessagePort>((resolve) => {
        window.addEventListener("message", ({ ports: [given] }) => given && resolve(given))
        window.parent.postMessage(hello, "*")
      })
      const received: { id: string; result?: unknown; error?: string }[] = []
      port.addEventListener("message", ({ data }) => void (data !== "bye" && received.push(JSON.parse(data))))
      port.start()
      for (const [at, message] of messages.entries()) {
        // Below the limit of a second, or the refusal would be about that.
        if (at % Math.floor(perSecond / 2) === 0) await new Promise((resolve) => setTimeout(resolve, 1100))
        port.postMessage(message)
      }
      await new Promise((resolve) => setTimeout(resolve, 1100))
      port.postMessage(JSON.stringify({ v: 1, id: "last", method: "currentUser", args: [] }))
      while (!received.some(({ id }) => id === "last"))
        await new Promise((resolve) => setTimeout(resolve, 20))
      return received
    },
    { hello: greetingOf("hello", "raw"), messages: toPort, perSecond: protocolLimits.messagesPerSecond },
  )
  // The last one was a proper one, and the only one that something came of.
  expect(answers.filter(({ error }) => error === undefined).map(({ id }) => id)).toEqual(["last"])
  await expect(page.getByRole("dialog")).toHaveCount(0)
  await expect(page).toHaveTitle(/^收文/)
  await expect.poll(() => pathOf(page)).toBe(place)
  expect(seen).toEqual({ dialogs: [], places: [] })
})

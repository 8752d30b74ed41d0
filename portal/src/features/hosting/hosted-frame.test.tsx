import { domainCalls, type DomainHelper } from "@uc/contract/domains/calls"
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react"
import { createMemoryRouter, Outlet, RouterProvider } from "react-router"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { refreshInForce } from "../domains/domains-in-force.ts"
import { answerHostedFrames, guestIn, type HostedFrame as Shown } from "./hosted-frames.ts"
import { forgetHosted, hostedPages } from "./hosted-pages.ts"
import { reloadDocument } from "../../platform/http/reload-document.ts"
import { forgetUser, keepUser } from "../../platform/session/session.ts"
import { someUser } from "../../testing/some-user.ts"
import { answering, serveFakes } from "../../testing/fake-answers.ts"
import { loadWaitMs } from "./hosted-frame.tsx"
import { HostedLayer } from "./hosted-layer.tsx"
import { HostedPage } from "./hosted-page.tsx"
import { HostedSpotContext } from "./hosted-spot.ts"
import { HostedTabs } from "./hosted-tabs.tsx"
import { QueryPage } from "./query-page.tsx"
import { useForgetHosted } from "./use-forget-hosted.ts"

vi.mock("../../platform/http/reload-document.ts", () => ({ reloadDocument: vi.fn() }))

const oa = "https://oa.example.cn"
const video = "https://video.example.cn"
const names: Readonly<Record<string, string>> = { [oa]: "综合办公", [video]: "视频巡查" }
let inForce: string[]
let seen: unknown[]
let user = someUser
let users = 0
const helpers: DomainHelper[] = ["picker"]

beforeEach(() => {
  forgetUser()
  forgetHosted()
  // Another user each time, without a cached list.
  user = { ...someUser, id: `${++users}` }
  keepUser(user)
  inForce = [oa, video]
  seen = []
  serveFakes(
    answering(domainCalls.inForce, () => ({
      version: inForce.join(),
      domains: inForce.map((origin) => ({ origin, name: names[origin] ?? "", helpers })),
    })),
    answering(domainCalls.seen, (sent) => {
      seen.push(JSON.parse(sent.get("json") ?? ""))
      return {}
    }),
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function Forgetting() {
  useForgetHosted()
  return null
}

function shell(path: string) {
  const menu = (place: string, name: string, address: string) => ({
    path: place,
    element: <HostedPage place={place} name={name} address={address} isFromMenu />,
  })
  const router = createMemoryRouter(
    [
      {
        element: (
          <HostedSpotContext value="layer">
            <HostedTabs />
            <Outlet />
            <HostedLayer />
            <Forgetting />
          </HostedSpotContext>
        ),
        children: [
          { path: "/main/home", element: <h1>首页</h1> },
          { path: "/main/oldpage", element: <QueryPage /> },
          menu("/1/2", "收文", `${oa}/in`),
          menu("/1/3", "视频", `${video}/`),
        ],
      },
    ],
    { initialEntries: [path] },
  )
  render(<RouterProvider router={router} />)
  return router
}

const frame = (title: string) =>
  waitFor(
    () =>
      document.querySelector<HTMLIFrameElement>(`iframe[title="${title}"]`) ??
      expect.fail(`there is no frame of ${title}`),
  )

async function blockedBy(origin: string): Promise<void> {
  await act(async () => {
    const event = new Event("securitypolicyviolation")
    document.dispatchEvent(
      Object.assign(event, { effectiveDirective: "frame-src", blockedURI: `${origin}/in` }),
    )
  })
}

test("[MENU-3][HOME-7] frames keep their document between open pages, and may not navigate the tab", async () => {
  const router = shell("/1/2")
  const first = await frame("收文")
  expect(first.src).toBe(`${oa}/in`)
  expect(first.getAttribute("sandbox")).not.toContain("allow-top-navigation")
  expect(first.getAttribute("referrerpolicy")).toBe("no-referrer")
  await act(() => router.navigate("/1/3"))
  const second = await frame("视频")
  await act(() => router.navigate("/main/home"))
  await act(() => router.navigate("/1/2"))
  // The very same elements, in the same order: one that is moved in the document reloads.
  expect([...document.querySelectorAll("iframe")]).toEqual([first, second])
  expect(screen.getByRole("link", { name: "收文" }).getAttribute("aria-current")).toBe("page")
  await waitFor(() =>
    expect(seen).toEqual([
      { origin: oa, wasRefused: false },
      { origin: video, wasRefused: false },
    ]),
  )
})

test("[HOME-7] close and reload per page, and a window of its own", async () => {
  const router = shell("/1/2")
  const before = await frame("收文")
  fireEvent.click(screen.getByRole("button", { name: "重新加载此页面" }))
  const after = await frame("收文")
  expect(after).not.toBe(before)
  const link = screen.getByRole("link", { name: "在新窗口打开" })
  expect([link.getAttribute("href"), link.getAttribute("rel")]).toEqual([`${oa}/in`, "noopener noreferrer"])
  await act(() => router.navigate("/1/3"))
  await frame("视频")
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: "关闭：视频" })))
  expect(router.state.location.pathname).toBe("/1/2")
  expect(document.querySelectorAll("iframe")).toHaveLength(1)
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: "关闭：收文" })))
  expect(router.state.location.pathname).toBe("/main/home")
})

test("[HOME-7] after 10 s without a page a hint is shown; a page that loads later replaces it", async () => {
  shell("/1/2")
  const shown = await frame("收文")
  vi.useFakeTimers()
  fireEvent.click(screen.getByRole("button", { name: "重新加载此页面" }))
  act(() => void vi.advanceTimersByTime(loadWaitMs - 1))
  expect(screen.queryByRole("alert")).toBeNull()
  act(() => void vi.advanceTimersByTime(1))
  expect(screen.getByRole("alert").textContent).toContain("oa.example.cn 没有在 10 秒内打开")
  const again = document.querySelector("iframe") ?? expect.fail("the frame is gone")
  expect(again).not.toBe(shown)
  fireEvent.load(again)
  expect(screen.queryByRole("alert")).toBeNull()
})

test("[DOM-7] a removal closes open pages, in front and behind, and says so", async () => {
  const router = shell("/1/2")
  await frame("收文")
  await act(() => router.navigate("/1/3"))
  await frame("视频")
  inForce = [oa]
  await act(async () => void (await refreshInForce()))
  expect(screen.getByRole("alert").textContent).toContain("video.example.cn 不在本单位的授权域名内")
  expect(hostedPages().pages.map(({ name }) => name)).toEqual(["收文"])
  inForce = []
  await act(async () => void (await refreshInForce()))
  expect(document.querySelectorAll("iframe")).toHaveLength(0)
  await waitFor(() => expect(seen).toContainEqual({ origin: video, wasRefused: true }))
})

test("[DOM-7][HOME-7] a page leading to an unlisted site names that site and reports it", async () => {
  const sso = "https://sso.example.cn"
  const router = shell("/1/2")
  const first = await frame("收文")
  await act(() => router.navigate("/1/3"))
  const second = await frame("视频")
  fireEvent.load(second)
  fireEvent.load(first)
  await blockedBy(sso)
  // The frame that was refused is the one that has just loaded the browser's error page.
  expect(document.querySelectorAll("iframe")).toHaveLength(1)
  expect(document.querySelector("iframe")).toBe(second)
  await act(() => router.navigate("/1/2"))
  expect(screen.getByRole("alert").textContent).toContain("它要转到的 sso.example.cn 不在本单位的授权域名内")
  await waitFor(() => expect(seen).toContainEqual({ origin: sso, wasRefused: true }))
  fireEvent.click(screen.getByRole("button", { name: "重新加载" }))
  const again = await frame("收文")
  expect(again.src).toBe(`${oa}/in`)
  expect(screen.queryByRole("alert")).toBeNull()
  // Long after its load it was not this one.
  fireEvent.load(again)
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 600 })
  await blockedBy(sso)
  expect(screen.queryByRole("alert")).toBeNull()
})

test("[HOME-7] a page out of a query has its site's name until it gives a title", async () => {
  shell(`/main/oldpage?url=${encodeURIComponent(`${oa}/x`)}`)
  await frame("综合办公")
  expect(screen.getByRole("link", { name: "综合办公" })).toBeTruthy()
})

test("[HOME-7][DLG-5] the document title is the page's own only where it stands alone", async () => {
  for (const [spot, expected] of [
    ["beside", false],
    ["alone", true],
  ] as const) {
    const router = createMemoryRouter([
      {
        path: "/",
        element: (
          <HostedSpotContext value={spot}>
            <HostedPage place="/1/2" name="收文" address={`${oa}/in`} isFromMenu />
          </HostedSpotContext>
        ),
      },
    ])
    const { unmount } = render(<RouterProvider router={router} />)
    expect(guestIn(await frame("收文"))?.namesDocument).toBe(expected)
    unmount()
  }
  shell("/1/2")
  expect(guestIn(await frame("收文"))?.namesDocument).toBe(false)
})

test("[DOM-7] a site listed after the portal was opened: one automatic reload, then an offer", async () => {
  const reload = vi.mocked(reloadDocument)
  const router = shell("/1/2")
  await frame("收文")
  await blockedBy("https://oa.example.cn.evil.example")
  expect(screen.queryByRole("alert")).toBeNull()
  await act(() => router.navigate("/1/3"))
  await frame("视频")
  await blockedBy(video)
  // Another page is open and would be lost.
  expect(reload).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole("button", { name: "重新加载" }))
  expect(reload).toHaveBeenCalledTimes(1)
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: "关闭：收文" })))
  expect(reload).toHaveBeenCalledTimes(2)
  await act(() => router.navigate("/main/home"))
  await act(() => router.navigate("/1/3"))
  expect(reload).toHaveBeenCalledTimes(2)
  // Another user signs in later in this tab: their document has an old policy again.
  await act(async () => forgetUser())
  await act(async () => keepUser({ ...user, id: `${++users}` }))
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 })
  await act(() => router.navigate("/1/2"))
  await act(() => router.navigate("/1/3"))
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: "关闭：收文" })))
  await blockedBy(video)
  expect(reload).toHaveBeenCalledTimes(3)
})

test("[HOME-7] an unlisted address is refused; a menu item offers a link, a query does not", async () => {
  inForce = []
  const router = shell("/1/2")
  expect((await screen.findByRole("alert")).textContent).toContain("“收文”不能在门户内打开")
  expect(screen.getByRole("link", { name: "在新窗口打开" }).getAttribute("href")).toBe(`${oa}/in`)
  await act(() => router.navigate(`/main/oldpage?url=${encodeURIComponent("https://evil.example/")}`))
  expect((await screen.findByRole("alert")).textContent).toContain("evil.example 不在本单位的授权域名内")
  expect(screen.queryByRole("link", { name: "在新窗口打开" })).toBeNull()
  await act(() => router.navigate("/main/oldpage?url=javascript:alert(1)"))
  expect(screen.getByRole("alert").textContent).toContain("页面地址不是有效的网址")
  await act(() => router.navigate("/main/oldpage?url=/a&url=//evil.example"))
  expect(screen.getByRole("alert").textContent).toContain("页面地址不是有效的网址")
  expect(document.querySelectorAll("iframe")).toHaveLength(0)
})

test("[HOME-7] a list that can't be loaded is reported, and retried", async () => {
  vi.stubGlobal("fetch", async () => new Response("", { status: 500 }))
  forgetUser()
  keepUser({ ...someUser, id: "another" })
  shell("/1/2")
  expect((await screen.findByRole("alert")).textContent).toContain("没能确认 oa.example.cn 是否在授权域名内")
  expect(document.querySelectorAll("iframe")).toHaveLength(0)
  serveFakes(
    answering(domainCalls.inForce, () => ({
      version: "1",
      domains: [{ origin: oa, name: "办公", helpers }],
    })),
    answering(domainCalls.seen, () => ({})),
  )
  fireEvent.click(screen.getByRole("button", { name: "重试" }))
  await frame("收文")
})

test("[DLG-5] the bridge knows each frame, its visibility and title, until sign-out", async () => {
  const known = new Set<Shown>()
  answerHostedFrames((hosted) => {
    known.add(hosted)
    return () => known.delete(hosted)
  })
  const router = shell("/1/2")
  const first = await frame("收文")
  expect([...known]).toEqual([first])
  await act(async () => guestIn(first)?.rename("收文 (3)"))
  expect(screen.getByRole("link", { name: "收文 (3)" })).toBeTruthy()
  expect(guestIn(first)?.isShown()).toBe(true)
  await act(() => router.navigate("/1/3"))
  await frame("视频")
  expect(guestIn(first)?.isShown()).toBe(false)
  await act(async () => keepUser({ ...user, nickname: "同一个人" }))
  expect(known.size).toBe(2)
  await act(async () => forgetUser())
  expect(known.size).toBe(0)
})

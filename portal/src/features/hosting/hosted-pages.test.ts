import { expect, test } from "vitest"
import {
  dispatchHosted,
  forgetHosted,
  hostedLimit,
  hostedPages,
  noPages,
  reduceHosted,
  type HostedAddress,
  type HostedEvent,
  type HostedPages,
} from "./hosted-pages.ts"
import { shownToasts } from "../../platform/browser/toast.ts"

function page(key: string, origin = "https://oa.example.cn"): HostedAddress {
  return { key, name: `页面${key}`, href: `${origin}${key}`, origin }
}

function after(...events: readonly HostedEvent[]): HostedPages {
  return events.reduce(reduceHosted, noPages)
}

const opened = (key: string, origin?: string): HostedEvent => ({ type: "opened", page: page(key, origin) })
const keys = ({ pages }: HostedPages) => pages.map(({ key }) => key)
const first = ({ pages }: HostedPages) => pages[0] ?? expect.fail("no page is open")

test("[HOME-7] who returns to an open page finds it as it was: same load, same place in the row", () => {
  const before = after(opened("/a"), opened("/b"))
  const back = [{ type: "left", key: "/b" } as const, opened("/a")].reduce(reduceHosted, before)
  expect(keys(back)).toEqual(["/a", "/b"])
  expect(back.current).toBe("/a")
  expect(back.pages.map(({ load }) => load)).toEqual(before.pages.map(({ load }) => load))
})

test("[HOME-7] a page is reloaded when its address changes or when it is asked for", () => {
  const loaded = after(opened("/a"), { type: "loaded", key: "/a", load: 1 })
  const elsewhere = reduceHosted(loaded, opened("/a", "https://new.example.cn"))
  expect(first(elsewhere)).toMatchObject({ origin: "https://new.example.cn", state: "loading" })
  expect(first(elsewhere).load).not.toBe(1)
  const named = reduceHosted(loaded, { type: "renamed", key: "/a", title: "收文" })
  const again = reduceHosted(named, { type: "reloaded", key: "/a" })
  expect(first(again)).toMatchObject({ state: "loading", title: "收文" })
  // A late report of the load before.
  expect(first(reduceHosted(again, { type: "loaded", key: "/a", load: 1 })).state).toBe("loading")
})

test("[HOME-7] above the limit the page unused for longest is closed, with a message", () => {
  forgetHosted()
  for (let at = 1; at <= hostedLimit; at++) dispatchHosted(opened(`/${at}`))
  dispatchHosted(opened("/1"))
  dispatchHosted(opened("/new"))
  expect(keys(hostedPages())).toEqual(["/1", "/3", "/4", "/5", "/6", "/7", "/8", "/9", "/10", "/new"])
  expect(shownToasts().map(({ text }) => text)).toEqual(["最多同时打开10个页面，已关闭最久未看的“页面/2”"])
})

test("[DOM-7] what is no longer in force is closed, whether it is looked at or not", () => {
  const open = after(opened("/a"), opened("/b", "https://video.example.cn"), opened("/c"))
  const now = reduceHosted(open, { type: "listed", isPermitted: (origin) => origin.includes("video") })
  expect(keys(now)).toEqual(["/b"])
  expect(now.current).toBeNull()
  expect(reduceHosted(open, { type: "listed", isPermitted: () => true })).toBe(open)
})

test("[HOME-7] slowness is reported once; a late page is shown, a refused one stays refused", () => {
  const slow = after(opened("/a"), { type: "waited", key: "/a", load: 1 })
  expect(first(slow).state).toBe("slow")
  const loaded = reduceHosted(slow, { type: "loaded", key: "/a", load: 1 })
  expect(first(loaded).state).toBe("loaded")
  expect(first(reduceHosted(loaded, { type: "waited", key: "/a", load: 1 })).state).toBe("loaded")
  const blocked = reduceHosted(slow, { type: "blocked", key: "/a", load: 1 })
  // The browser's error page loads too.
  expect(first(reduceHosted(blocked, { type: "loaded", key: "/a", load: 1 })).state).toBe("blocked")
})

test("[HOME-7] leaving and closing", () => {
  const open = after(opened("/a"), opened("/b"))
  expect(reduceHosted(open, { type: "left", key: "/b" }).current).toBeNull()
  // React ends the page before after the next one has begun.
  expect(reduceHosted(open, { type: "left", key: "/a" }).current).toBe("/b")
  const closed = reduceHosted(open, { type: "closed", key: "/b" })
  expect([keys(closed), closed.current]).toEqual([["/a"], null])
  expect(first(reduceHosted(open, { type: "renamed", key: "/a", title: "收文 (3)" })).title).toBe("收文 (3)")
})

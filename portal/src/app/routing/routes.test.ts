import { builtInMenus } from "@uc/contract/menus/built-in-menus"
// @vitest-environment jsdom
import { loginVariants } from "@uc/contract/login/login-variants"
import { portalBase } from "@uc/contract/core/site-defaults"
import { expect, test } from "vitest"
import { allPages } from "./all-pages.ts"
import { menuPages, notFoundPage } from "./pages.ts"
import { accessTo, redirects, reservedIds, staticRouteAt, staticRoutes } from "./routes.ts"

/** [path, meta id, name] as the specification has them. */
const specified = [
  ["/newLogin", null, null],
  ["/defaultLogin", null, null],
  ["/eduLogin", null, null],
  ["/gzLogin", null, null],
  ["/demoLogin", null, null],
  ["/adminLogin", null, null],
  ["/demo1", null, null],
  ["/task", "task", null],
  ["/domain", "domain", null],
  ["/getQrcode", "domain", null],
  ["/mainBox", null, null],
  ["/main/home", "home", null],
  ["/main/applications", "home", null],
  ["/main/manage", "home", null],
  ["/main/service", "home", null],
  ["/main/oldpage", null, "oldpage"],
  ["/main/vuepage", null, "vuepage"],
  ["/main/setHomeLayout", null, null],
  ["/main/orgTree", null, null],
  ["/main/peopleTree", null, null],
  ["/main/demo", null, null],
]

/** DISTRICT-1, DAY-15: for who has no password yet, or has forgotten it. */
const oursAndOpen = [
  ["/activate", null, null],
  ["/signInByOther", null, null],
  ["/forgotPassword", null, null],
  ["/main/screen", null, null],
]

/** What the specification does not name: pages that only somebody signed in may open. */
const ours = [
  ["/signOn", null, null],
  ["/main/applicationAccess", null, null],
  ["/main/apiDocs", null, null],
  ["/main/identitySources", null, null],
  ["/main/profile", null, null],
  ["/main/account", null, null],
  ["/main/alarms", null, null],
  ["/main/alarmSources", null, null],
  ["/main/screens", null, null],
  ["/main/drills", null, null],
  ["/main/patrols", null, null],
  ["/main/hazards", null, null],
  ["/main/assessments", null, null],
  ["/main/notices", null, null],
  ["/main/newsColumns", null, null],
  ["/main/newsAdmin", null, null],
  ["/main/newsEditor", null, null],
  ["/main/friendLinks", null, null],
  ["/main/menus", null, null],
  ["/main/dictionary", null, null],
  ["/main/grids", null, null],
  ["/main/buildings", null, null],
  ["/main/modules", null, null],
  ["/main/areas", null, null],
  ["/main/alarmTypes", null, null],
  ["/main/signedIn", null, null],
  ["/main/imports", null, null],
  ["/main/roles", null, null],
  ["/main/status", null, null],
  ["/main/logs", null, null],
]

test("[ROUTE-2][ROUTE-3][ROUTE-4] the table is the specification's and these of our own, neither more nor less", () => {
  expect(staticRoutes.map(({ path, metaId, name }) => [path, metaId ?? null, name ?? null])).toEqual([
    ...specified,
    ...oursAndOpen,
    ...ours,
  ])
})

test("[ROUTE-6] none of our own is on the whitelist but what links and screens open", () => {
  for (const [path] of oursAndOpen) expect(accessTo(String(path))).toBe("open")
  for (const [path] of ours) expect(accessTo(String(path))).toBe("closed")
})

test("[ROUTE-1] the base path, and / leads to /newLogin", () => {
  expect(portalBase).toBe("/static/usercenter/")
  expect(redirects).toContainEqual({ from: "/", to: "/newLogin" })
})

test("[ROUTE-3] /main leads somewhere that exists", () => {
  for (const { to } of redirects) expect(staticRouteAt(to)?.path).toBe(to)
})

test.each(staticRoutes.map(({ path, page }) => [path, page]))(
  "[ROUTE-4] %s has its page %s",
  (_path, page) => {
    expect(allPages.has(page)).toBe(true)
  },
)

test("[MENU-3] every menu that a new site has leads to a page that there is", () => {
  for (const { path } of builtInMenus) expect(staticRouteAt(path)?.place, path).toBe("shell")
})

test("[MENU-3] the pages that menus use exist", () => {
  for (const page of [...Object.values(menuPages), notFoundPage]) expect(allPages.has(page)).toBe(true)
})

test("[MENU-5] no menu may take the first part of a fixed path", () => {
  expect([...reservedIds]).toEqual(expect.arrayContaining(["main", "task", "newlogin", "getqrcode"]))
})

test("[LOGIN-3][ROUTE-2] each login variant has its path, and there is no other login path", () => {
  expect(staticRoutes.filter(({ isLogin }) => isLogin).map(({ path }) => path)).toEqual(
    Object.keys(loginVariants).map((variant) => `/${variant}`),
  )
})

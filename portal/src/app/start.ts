import { httpMessages } from "@uc/contract/core/http"
import { createPath, type DataRouter } from "react-router"
import { currentPage } from "./routing/current-page.ts"
import { closeDialogsOnBack } from "../platform/dialogs/dialogs.ts"
import { watchFailures, type Failure } from "../platform/http/failure.ts"
import { hostedPages, watchHostedPages } from "../features/hosting/hosted-pages.ts"
import { watchMenuEntries } from "../features/menus/menu-entries.ts"
import { menuHabits, noteUsed } from "../features/menus/menu-habits.ts"
import { nowMs } from "../platform/browser/clock.ts"
import { arriveAt } from "../platform/http/reload-document.ts"
import { loadChunk } from "../platform/http/load-chunk.ts"
import { forgetUser, storedUser, watchBrowserUser, watchUser } from "../platform/session/session.ts"
import { registerOfflinePage } from "../platform/browser/register-offline-page.ts"
import { siteConfig, siteConfigAtHand } from "../platform/browser/site-config.ts"
import { tabStorage } from "../platform/session/storage.ts"
import { showToast } from "../platform/browser/toast.ts"
import { watchTyping } from "../platform/browser/unsaved-work.ts"
import { keepWantedAddress } from "../platform/session/wanted-address.ts"
import "./loading/load-ahead.ts"
import { installGlobalHelpers } from "./hosting/global-helpers.ts"
import { leaveForHome } from "./routing/static-home/leave.ts"
import { loadMenuSource } from "./routing/load-menu-source.ts"
import { showPlace } from "./routing/place.ts"
import { accessTo, homePath, staticRouteAt } from "./routing/routes.ts"
import {
  nextRedirect,
  readRedirect,
  redirectTarget,
  writeRedirect,
} from "./routing/static-home/static-address.ts"
import { whenIdle } from "./loading/when-idle.ts"

const redirectKey = "static-redirect"

/** SHELL-5. True: the browser is leaving for the static address. */
function goesToStaticAddress(staticAddress: string | null): boolean {
  const target = redirectTarget(staticAddress, window.location.href)
  if (target === null) return false
  const last = readRedirect(tabStorage.get(redirectKey))
  const next = nextRedirect(last, nowMs(), window.history.length)
  // Without lasting storage a loop would not be noticed: so it stays.
  if (next === null || !tabStorage.set(redirectKey, writeRedirect(next))) return false
  window.location.replace(target)
  return true
}

async function leave(router: DataRouter): Promise<void> {
  if (await leaveForHome()) await router.navigate("/")
}

function isAtLogin(router: DataRouter): boolean {
  return staticRouteAt(router.state.location.pathname)?.isLogin === true
}

/** A session has ended in this document. */
let hasLostSession = false

/** LOGIN-6: the same person returns to the address where the session ended; another one must not. */
function endSession(router: DataRouter): void {
  const user = storedUser()
  hasLostSession ||= user !== null
  if (user !== null && !isAtLogin(router)) keepWantedAddress(createPath(router.state.location), user.id)
  forgetUser()
}

/** REQ-4, REQ-6: what the end of a session does. `send` itself navigates nowhere. */
function onFailure(router: DataRouter, { kind }: Failure): void {
  const { pathname } = router.state.location
  if (kind === "signed-out" && storedUser() !== null) {
    endSession(router)
    showToast("error", httpMessages.invalidUser)
    // Already at a login page.
    if (!isAtLogin(router)) void leave(router)
  } else if (kind === "sign-in-again" && (storedUser() !== null || accessTo(pathname) !== "open")) {
    // An open page only wanted to know whether somebody is signed in.
    endSession(router)
    showToast("error", httpMessages.signInAgain)
    if (!isAtLogin(router)) void router.navigate("/")
  }
}

async function changeMenusTo(userId: string | null): Promise<void> {
  try {
    if (userId !== null) menuHabits(userId)
    const { changeMenus } = await loadMenuSource()
    changeMenus(userId)
  } catch (error) {
    console.error(error)
  }
}

/** The menus are drawn after the first page: until then neither their call nor their cache holds it up. A page that needs them loads them itself. */
async function changeMenusAfter(shown: Promise<void>): Promise<void> {
  await shown
  await changeMenusTo(storedUser()?.id ?? null)
}

function followUser(router: DataRouter, shown: Promise<void>): void {
  watchUser(() => void changeMenusAfter(shown))
  watchBrowserUser((userId) => {
    const user = storedUser()
    if (user === null) {
      // A call of this tab was under way with the cookie that another tab's sign-in has replaced: nobody wanted to leave.
      if (userId !== null && hasLostSession) arriveAt(homePath)
      return
    }
    if (user.id === userId) return
    if (userId === null) {
      // Another tab signed out, or its session ended: so did this tab's.
      forgetUser()
      showToast("info", "已在另一个标签页退出登录")
      if (!isAtLogin(router)) void leave(router)
      return
    }
    // Another tab signed in as somebody else, and the cookie is theirs: this tab starts again as them.
    forgetUser()
    window.location.reload()
  })
}

function followPlaces(router: DataRouter): void {
  let lastPath = ""
  function show(): void {
    if (!router.state.initialized || router.state.navigation.state !== "idle") return
    const hosted = hostedPages()
    const guest = hosted.pages.find(({ key }) => key === hosted.current)
    showPlace(router.state.location.pathname, siteConfigAtHand().brand.name, guest?.title ?? null)
    const { path, trail } = currentPage()
    const entry = trail[trail.length - 1]
    const user = storedUser()
    const isPlace = entry?.shows.kind === "page" || entry?.shows.kind === "hosted"
    // MENU-7: recently used, once per visit.
    if (user !== null && isPlace && path !== lastPath) noteUsed(user.id, entry.id)
    lastPath = path
  }
  router.subscribe(show)
  watchMenuEntries(show)
  watchHostedPages(show)
  void siteConfig().then(show)
  show()
}

/** Resolves when the first page is on screen, so that nothing else delays it. */
function firstPaint(router: DataRouter): Promise<void> {
  return new Promise((resolve) => {
    const unsubscribe = router.subscribe(whenShown)
    function whenShown(): void {
      if (!router.state.initialized) return
      unsubscribe()
      // A hidden tab is not painted.
      if (document.visibilityState === "hidden") resolve()
      else look()
    }
    // React draws in slices, over several frames on a slow machine: the page is there when the text before it is gone.
    function look(): void {
      const isDrawn = document.querySelector("#root .boot") === null
      requestAnimationFrame(isDrawn ? () => setTimeout(resolve) : look)
    }
    whenShown()
  })
}

/** SHELL-3: one fetch of the user, shared with the guard; a failure is handled by the guard, or by `onFailure`. */
async function askForUser(): Promise<void> {
  const { fetchCurrentUserAtStart } = await loadChunk(() => import("../platform/session/current-user.ts"))
  await fetchCurrentUserAtStart().catch(() => undefined)
}

/** SHELL-4. No page waits for it, so it does not hold the first one up. */
async function askForInformation(): Promise<void> {
  const { loadInformation } = await loadChunk(() => import("../features/notices/load-information.ts"))
  await loadInformation()
}

/** Once per document. Open pages are shown without waiting for any of this. */
export async function start(router: DataRouter): Promise<void> {
  watchFailures((failure) => onFailure(router, failure))
  closeDialogsOnBack()
  watchTyping()
  installGlobalHelpers(router)
  const shown = firstPaint(router)
  followUser(router, shown)
  followPlaces(router)
  const isOpen = accessTo(router.state.location.pathname) === "open"
  const mayGoOn = isOpen ? shown : Promise.resolve()
  const menus = storedUser() === null ? undefined : changeMenusAfter(shown)
  const { staticAddress } = await siteConfig()
  if (goesToStaticAddress(staticAddress)) return
  await mayGoOn
  await Promise.all([menus, askForUser(), shown.then(askForInformation)])
  whenIdle(registerOfflinePage)
  whenIdle(
    () =>
      void loadChunk(() => import("./shell/follow-events.ts")).then(
        ({ followEvents }) => followEvents(),
        console.error,
      ),
  )
  whenIdle(
    () =>
      void loadChunk(() => import("./loading/follow-update.ts")).then(
        ({ followUpdate }) => followUpdate(router),
        console.error,
      ),
  )
}

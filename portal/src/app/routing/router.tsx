import type { CurrentUser } from "@uc/contract/account/calls"
import { Suspense, useEffect, useState } from "react"
import {
  createHashRouter,
  createPath,
  Outlet,
  redirect,
  useRouteLoaderData,
  type DataRouter,
  type LoaderFunctionArgs,
  type RouteObject,
  type RouterNavigateOptions,
} from "react-router"
import { ChunkFailure, loadChunk } from "../../platform/http/load-chunk.ts"
import { noteEntry, numberTypedEntries } from "../../platform/browser/history-entries.ts"
import { beginProgress } from "../../platform/browser/progress.ts"
import { storedUser, useUser } from "../../platform/session/session.ts"
import { showFailure } from "../../platform/browser/toast.ts"
import { forgetWantedAddress, keepWantedAddress } from "../../platform/session/wanted-address.ts"
import { admissionTo } from "./admission.ts"
import { forgetRetry } from "../loading/chunk-retry.ts"
import { FailedPage } from "./failed-page.tsx"
import { leaveForHome } from "./static-home/leave.ts"
import { MenuPages, pageOfEntry } from "./menu-pages.tsx"
import { PageView } from "./page-view.tsx"
import { reloadOnce } from "../loading/reload-once.ts"
import { loadMenuSource } from "./load-menu-source.ts"
import { loadPage, menuPages, notFoundPage } from "./pages.ts"
import { accessTo, redirects, staticRoutes, type StaticRoute } from "./routes.ts"

function placeOf(address: string): string {
  const { pathname, search } = new URL(address, window.location.origin)
  return pathname + search
}

/** ROUTE-8: a failed load is tried once more by replacing the route, then the error page shows. */
async function fetched<T>(request: Request, load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (!(error instanceof ChunkFailure)) throw error
    console.error(error)
    await reloadOnce(placeOf(request.url), request.signal)
    throw error
  }
}

/** ROUTE-5: runs on every navigation, beside the page's own loading. */
function guard({ request }: LoaderFunctionArgs): Promise<CurrentUser | null | Response> {
  return fetched(request, () => letIn(new URL(request.url)))
}

async function letIn({ pathname, search }: URL): Promise<CurrentUser | null | Response> {
  const admission = await admissionTo(pathname)
  if (admission.at === "admitted") {
    // After a sign-in the wanted address is forgotten, so that it does not outlive a later sign-out.
    if (accessTo(pathname) !== "open") forgetWantedAddress()
    return admission.user
  }
  keepWantedAddress(pathname + search, null)
  if (await leaveForHome()) {
    // REQ-3, REQ-5: the user may still be signed in; without a message the login page would look like a sign-out.
    if (admission.why !== null) showFailure(admission.why)
    return redirect("/")
  }
  // The browser is leaving; until then nothing may be shown.
  return new Promise(() => undefined)
}

type ShellModule = typeof import("../shell/shell.tsx")
let shell: ShellModule | undefined

async function loadShell(): Promise<void> {
  if (shell) return
  shell = await loadChunk(() => import("../shell/shell.tsx"))
}

/** In parallel with the guard; an open page without a user needs no shell. */
async function shellLoader({ request }: LoaderFunctionArgs): Promise<null> {
  const isNeeded = storedUser() !== null || accessTo(new URL(request.url).pathname) === "closed"
  if (isNeeded) await fetched(request, loadShell)
  return null
}

/** ROUTE-10: the shell for signed-in users; an open page without a user stands by itself. */
function ShellOrNot() {
  // The guard's result as well: when a session ends, shell and page go together.
  const admitted = useRouteLoaderData<CurrentUser | null>("root") ?? null
  const isSignedIn = useUser() !== null || admitted !== null
  const [, setLate] = useState(false)
  useEffect(() => {
    // The user came to be known after an open page was shown.
    if (isSignedIn && !shell) loadShell().then(() => setLate(true), console.error)
  }, [isSignedIn])
  return shell && isSignedIn ? <shell.Shell /> : <Outlet />
}

function Root() {
  return (
    <Suspense fallback={null}>
      <Outlet />
    </Suspense>
  )
}

/** The text that index.html shows until the bundle runs, so that nothing jumps. */
function Opening() {
  return <p className="boot">正在打开…</p>
}

/** MENU-4: a deep link waits until the menus are known, and loads its page. */
async function menuLoader({ request }: LoaderFunctionArgs): Promise<null> {
  const { pathname } = new URL(request.url)
  await fetched(request, async () => {
    const admission = await admissionTo(pathname)
    if (admission.at === "turned-away") return
    if (admission.user === null) {
      await loadPage(notFoundPage)
      return
    }
    const { menusFor } = await loadMenuSource()
    const entry = await menusFor(admission.user.id, pathname)
    await Promise.all([
      loadShell(),
      loadPage(menuPages.layout),
      loadPage(entry ? pageOfEntry(entry) : notFoundPage),
    ])
  })
  return null
}

function pageRoute({ name, path, page }: StaticRoute): RouteObject {
  return {
    id: name ?? path,
    path,
    loader: async ({ request }) => {
      await fetched(request, () => loadPage(page))
      return null
    },
    element: <PageView name={page} />,
    ErrorBoundary: FailedPage,
  }
}

const routes: RouteObject[] = [
  {
    id: "root",
    Component: Root,
    ErrorBoundary: FailedPage,
    HydrateFallback: Opening,
    loader: guard,
    shouldRevalidate: () => true,
    children: [
      ...redirects.map(({ from, to }) => ({ path: from, loader: () => redirect(to), Component: Opening })),
      ...staticRoutes.filter(({ place }) => place === "bare").map(pageRoute),
      {
        id: "shell",
        Component: ShellOrNot,
        ErrorBoundary: FailedPage,
        loader: shellLoader,
        shouldRevalidate: () => true,
        children: [
          ...staticRoutes.filter(({ place }) => place === "shell").map(pageRoute),
          {
            id: "menu",
            path: "*",
            loader: menuLoader,
            shouldRevalidate: () => true,
            Component: MenuPages,
            ErrorBoundary: FailedPage,
          },
        ],
      },
    ],
  },
]

/** ROUTE-7: ends also when a navigation fails, because the router becomes idle either way. */
function showProgress(router: DataRouter): void {
  let ended: (() => void) | undefined
  function follow({ initialized, navigation }: DataRouter["state"]): void {
    const isRunning = !initialized || navigation.state !== "idle"
    if (isRunning) ended ??= beginProgress()
    else {
      ended?.()
      ended = undefined
    }
  }
  follow(router.state)
  router.subscribe(follow)
}

/** ROUTE-9: the router itself would add the same address to the history again. */
function ignoreDuplicates(router: DataRouter): void {
  const navigate = router.navigate.bind(router)
  function isHere(to: unknown): boolean {
    if (typeof to !== "string" || !to.startsWith("/")) return false
    return to === createPath(router.state.location)
  }
  // Overloaded in the router: a number of steps, or an address with options.
  router.navigate = ((to: string, options?: RouterNavigateOptions) =>
    isHere(to) && options?.replace !== true
      ? Promise.resolve()
      : navigate(to, options)) as DataRouter["navigate"]
}

/** ROUTE-8: a path has opened when all of it is loaded: the shell's success must not clear the page's failure. */
function forgetRetries(router: DataRouter): void {
  function follow({ initialized, navigation, errors, location }: DataRouter["state"]): void {
    if (initialized && navigation.state === "idle" && !errors) forgetRetry(placeOf(createPath(location)))
  }
  follow(router.state)
  router.subscribe(follow)
}

/**
 * The router as it is drawn from. It tells also that it is about to leave: nothing is drawn from that (ROUTE-7's bar listens by itself), but
 * every part that asks for the address, and the page that is left, would be drawn once more before the new page.
 */
export function withoutDepartures(router: DataRouter): DataRouter {
  const subscribe: DataRouter["subscribe"] = (listener) => {
    let told: DataRouter["state"] | null = null
    return router.subscribe((state, what) => {
      const keys = Object.keys(state) as (keyof typeof state)[]
      const isDeparture =
        state.navigation.state !== "idle" &&
        keys.every((key) => key === "navigation" || state[key] === told?.[key])
      told = state
      if (!isDeparture) listener(state, what)
    })
  }
  return Object.create(router, { subscribe: { value: subscribe } }) as DataRouter
}

export function createPortalRouter(): DataRouter {
  numberTypedEntries()
  const router = createHashRouter(routes)
  router.subscribe(noteEntry)
  ignoreDuplicates(router)
  showProgress(router)
  forgetRetries(router)
  return router
}

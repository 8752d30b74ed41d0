import { ownPath, type DrawerOptions } from "@uc/contract/drawers/drawers"
import { Suspense, useEffect, useState } from "react"
import { createMemoryRouter, createPath, RouterProvider, type DataRouter } from "react-router"
import { HostedSpotContext } from "../../features/hosting/hosted-spot.ts"
import { EmptyState } from "../../ui/feedback/empty-state.tsx"
import { PageSkeleton } from "../../ui/feedback/skeleton.tsx"
import { FailedPage } from "../routing/failed-page.tsx"
import { PageView } from "../routing/page-view.tsx"
import { pageAt } from "../routing/all-pages.ts"
import { staticRouteAt } from "../routing/routes.ts"
import { ShellProviders } from "../shell/shell-providers.tsx"

interface PageDrawerProps {
  readonly options: DrawerOptions<"page">
  readonly router: DataRouter
  readonly onDone: () => void
}

/**
 * A page of the portal beside the present one. It has a router of its own, so that it can read its address; a link
 * inside opens in the whole portal and closes the drawer.
 */
export default function PageDrawer({ options: { path }, router, onDone }: PageDrawerProps) {
  const own = ownPath(path) ?? ""
  const name = pageAt(own.replace(/[?#].*$/, ""))
  // A login page makes no sense here, and a menu's page needs its menu around it.
  if (name === null || staticRouteAt(own.replace(/[?#].*$/, ""))?.isLogin)
    return <EmptyState art="lost" title="页面不存在" words="请检查页面地址，或联系系统管理员。" />
  return (
    <Inside
      key={own}
      path={own}
      name={name}
      onLeave={(to) => {
        onDone()
        void router.navigate(to)
      }}
    />
  )
}

interface InsideProps {
  readonly path: string
  readonly name: string
  readonly onLeave: (to: string) => void
}

function Inside({ path, name, onLeave }: InsideProps) {
  const [inner] = useState(() =>
    createMemoryRouter(
      [
        {
          path: "*",
          element: (
            <ShellProviders>
              <HostedSpotContext value="beside">
                <Suspense fallback={<PageSkeleton cards={4} />}>
                  <PageView name={name} />
                </Suspense>
              </HostedSpotContext>
            </ShellProviders>
          ),
          ErrorBoundary: FailedPage,
        },
      ],
      { initialEntries: [path] },
    ),
  )
  useEffect(
    () =>
      inner.subscribe(({ location }) => {
        const to = createPath(location)
        if (to !== path) onLeave(to)
      }),
    [inner, path, onLeave],
  )
  return <RouterProvider router={inner} />
}

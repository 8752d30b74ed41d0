import { QueryClientProvider } from "@tanstack/react-query"
import { render } from "@testing-library/react"
import { userEvent } from "@testing-library/user-event"
import type { ReactNode } from "react"
import { createMemoryRouter, RouterProvider } from "react-router"
import { createQueryClient } from "../platform/http/use-call.ts"

interface PageOptions {
  /** The address that is open, with its query. */
  readonly address?: string
  /** The route that the page stands on; every address unless told. */
  readonly path?: string
}

/** For tests: a page with a router, a query client of its own, and somebody who clicks and types. */
export function renderPage(page: ReactNode, { address = "/", path = "*" }: PageOptions = {}) {
  const router = createMemoryRouter([{ path, element: page }], { initialEntries: [address] })
  const queries = createQueryClient()
  const rendered = render(
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return { ...rendered, router, queries, user: userEvent.setup() }
}

import { QueryClientProvider } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { queries } from "../loading/queries.ts"

/** Pages and dialogs share one cache of answers, wherever they are drawn. */
export function ShellProviders({ children }: { readonly children: ReactNode }) {
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>
}

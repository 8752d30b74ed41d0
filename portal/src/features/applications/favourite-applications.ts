import { applicationCalls } from "@uc/contract/applications/calls"
import { useMemo } from "react"
import { useCall } from "../../platform/http/use-call.ts"
import type { MenuEntry } from "../menus/public.ts"
import { connectedEntry, isFavouriteApplication } from "./connected-entry.ts"

/** A fresher answer is not loaded again because another list of favourites is shown. */
const freshMs = 60_000

interface FavouriteApplications {
  readonly entries: readonly MenuEntry[]
  readonly hasFailed: boolean
  readonly retry: () => void
}

const none: readonly MenuEntry[] = []

/**
 * SSO-3: the applications among the favourites. They are asked for only where one is marked, and the answer has only those that the viewer
 * may use: one that was taken away is not shown, though it is still marked.
 */
export function useFavouriteApplications(favourites: readonly string[]): FavouriteApplications {
  const isEnabled = favourites.some(isFavouriteApplication)
  const { data, error, refetch } = useCall(applicationCalls.mine, {}, { isEnabled, staleMs: freshMs })
  const entries = useMemo(
    () => (isEnabled ? (data?.applications.map(connectedEntry) ?? none) : none),
    [isEnabled, data],
  )
  return { entries, hasFailed: isEnabled && error !== null && !data, retry: () => void refetch() }
}

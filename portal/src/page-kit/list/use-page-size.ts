import type { Call } from "@uc/contract/core/call"
import { useSyncExternalStore } from "react"
import { useUser } from "../../platform/session/session.ts"
import { browserStorage } from "../../platform/session/storage.ts"
import type { PageSizeChoice, Paging } from "./paging.tsx"

/** DAY-13. */
const offeredSizes = [20, 50, 100] as const

/** A page may ask for the same rows as its list: both follow a choice at once. */
const watchers = new Set<() => void>()

function follow(onChange: () => void): () => void {
  watchers.add(onChange)
  return () => void watchers.delete(onChange)
}

/** How many rows a page has, remembered by the browser for each person and list, within what the call takes. */
export function usePageSize<S extends object, A>(
  what: string,
  call: Call,
  paging: Paging<S, A>,
): { readonly paging: Paging<S, A>; readonly choice: PageSizeChoice } {
  const key = `page-size:${useUser()?.id ?? ""}:${what}`
  const usual = paging.by === "none" ? 0 : (paging.size ?? offeredSizes[0])
  const takes = (size: number) => call.input.shape["limit"]?.safeParse(size).success ?? false
  const sizes =
    paging.by === "none" ? [] : [...new Set([usual, ...offeredSizes])].filter(takes).toSorted((a, b) => a - b)
  const kept = useSyncExternalStore(follow, () => browserStorage.get(key))
  const size = sizes.find((each) => String(each) === kept) ?? usual
  return {
    paging: size === usual || paging.by === "none" ? paging : { ...paging, size },
    choice: {
      size,
      sizes,
      onSize(to) {
        browserStorage.set(key, String(to))
        for (const watcher of watchers) watcher()
      },
    },
  }
}

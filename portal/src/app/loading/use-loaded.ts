import { useEffect, useState } from "react"
import { needsReload } from "../../platform/http/load-chunk.ts"

export interface LoadFailure {
  /** This document can never load it (BARE-2). */
  readonly needsReload: boolean
  readonly retry: () => void
}

export type Loaded<T> =
  | { readonly at: "loading" }
  | { readonly at: "failed"; readonly failure: LoadFailure }
  | { readonly at: "loaded"; readonly part: T }

/** A part of the portal that is loaded when needed, and again on request after a failure. */
export function useLoaded<T>(load: () => Promise<T>): Loaded<T> {
  const [turn, setTurn] = useState(0)
  const [loaded, setLoaded] = useState<Loaded<T>>({ at: "loading" })
  useEffect(() => {
    let isOver = false
    load().then(
      (part) => !isOver && setLoaded({ at: "loaded", part }),
      (error: unknown) => {
        console.error("A part of the portal can't be loaded", error)
        if (isOver) return
        const retry = () => {
          setLoaded({ at: "loading" })
          setTurn(turn + 1)
        }
        setLoaded({ at: "failed", failure: { needsReload: needsReload(error), retry } })
      },
    )
    return () => {
      isOver = true
    }
  }, [load, turn])
  return loaded
}

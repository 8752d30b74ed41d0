import { useEffect, useState } from "react"

export type Loaded<T> =
  | { readonly at: "loading" }
  | { readonly at: "failed"; readonly retry: () => void }
  | { readonly at: "loaded"; readonly part: T }

/** A part of the portal that is fetched when it is needed, and again when that failed and the person wants it. */
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
        setLoaded({ at: "failed", retry })
      },
    )
    return () => {
      isOver = true
    }
  }, [load, turn])
  return loaded
}

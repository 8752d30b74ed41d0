import { useState } from "react"
import { readJson, tabStorage } from "../../platform/session/storage.ts"

const key = "page-trails"
/** Of so many lists; the one that was walked longest ago is forgotten. */
const mostLists = 20

type Trails = readonly (readonly [list: string, trail: readonly string[]])[]

function stored(): Trails {
  const kept = readJson(tabStorage, key)
  return Array.isArray(kept) ? (kept as Trails) : []
}

/** The pages of a list that this tab has walked through, by their cursors: a reload and "back" find them again. */
export function usePageTrail(
  list: string,
): readonly [trail: readonly string[], keep: (trail: readonly string[]) => void] {
  const [own, setOwn] = useState<{ readonly list: string; readonly trail: readonly string[] } | null>(null)
  const trail = own?.list === list ? own.trail : (stored().find(([name]) => name === list)?.[1] ?? [""])
  return [
    trail,
    (to) => {
      setOwn({ list, trail: to })
      const others = stored().filter(([name]) => name !== list)
      tabStorage.set(key, JSON.stringify([...others, [list, to]].slice(-mostLists)))
    },
  ]
}

import { useCallback, useState } from "react"
import { useStore } from "zustand"
import { createStore } from "zustand/vanilla"
import { reduceChosen, type Chosen, type ChosenEvent } from "./chosen.ts"

/** Tells what an event led to at once, so that a refusal can be worded. */
export type TellChosen<T> = (event: ChosenEvent<T>) => Chosen<T>

/** The last one reads what is chosen now, for whoever has waited for an answer meanwhile. */
export function useChosen<T>(
  start: () => Chosen<T>,
): readonly [chosen: Chosen<T>, tell: TellChosen<T>, now: () => Chosen<T>] {
  const [store] = useState(() => createStore<Chosen<T>>(start))
  const tell = useCallback(
    (event: ChosenEvent<T>) => {
      const next = reduceChosen(store.getState(), event)
      store.setState(next, true)
      return next
    },
    [store],
  )
  return [useStore(store), tell, store.getState]
}

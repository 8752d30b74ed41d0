import { useCallback, useState } from "react"
import { useStore } from "zustand"
import { createStore } from "zustand/vanilla"
import { reduceChosen, type Chosen, type ChosenEvent } from "./chosen.ts"

/** Returns the result of an event immediately, so that a refusal can be worded. */
export type TellChosen<T> = (event: ChosenEvent<T>) => Chosen<T>

/** The last one reads the present choice, for callers that have waited for an answer. */
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

import { useEffect } from "react"
import { createStore } from "zustand/vanilla"
import { useStore } from "zustand"
import { nothingTold, reduceTold, type Told, type ToldEvent } from "./told.ts"

interface Kept {
  readonly told: Told
  /** The monitor's dock shows the cards, so that there are never two docks at one place. */
  readonly isHosted: boolean
}

const store = createStore<Kept>(() => ({ told: nothingTold, isHosted: false }))

export function toldHappened(event: ToldEvent): void {
  store.setState(({ told }) => ({ told: reduceTold(told, event) }))
}

/** One was confirmed, and there are more than are shown. */
export function onToldConfirmed(next: () => void): () => void {
  return store.subscribe(({ told }, before) => {
    if (told.known !== before.told.known && told.total > told.items.length) next()
  })
}

export function useTold(): Told {
  return useStore(store, ({ told }) => told)
}

export function useIsHosted(): boolean {
  return useStore(store, ({ isHosted }) => isHosted)
}

export function useHostsTold(isHosting: boolean): void {
  useEffect(() => {
    if (!isHosting) return
    store.setState({ isHosted: true })
    return () => store.setState({ isHosted: false })
  }, [isHosting])
}

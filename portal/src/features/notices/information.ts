import { useStore } from "zustand"
import { createStore } from "zustand/vanilla"

/** SHELL-4: the global list that the information dictionary's first remark gives. */
const store = createStore<{ readonly list: readonly string[] }>(() => ({ list: [] }))

export function keepInformationList(list: readonly string[]): void {
  store.setState({ list })
}

export function informationList(): readonly string[] {
  return store.getState().list
}

/** For a page that may be opened before the list has come. */
export function useInformationList(): readonly string[] {
  return useStore(store, ({ list }) => list)
}

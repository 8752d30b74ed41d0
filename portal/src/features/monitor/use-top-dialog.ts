import { useSyncExternalStore } from "react"

function topDialog(): Element | null {
  return [...document.querySelectorAll("dialog[open]")].at(-1) ?? null
}

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener)
  observer.observe(document.body, { subtree: true, attributeFilter: ["open"] })
  return () => observer.disconnect()
}

/** The dialog that lies above everything, if there is one: nothing outside of it can be seen well, pressed or read aloud. */
export function useTopDialog(): Element | null {
  return useSyncExternalStore(subscribe, topDialog)
}

import { useSyncExternalStore } from "react"

let open: readonly HTMLDialogElement[] = []
const listeners = new Set<() => void>()

function change(next: typeof open): void {
  open = next
  for (const listener of listeners) listener()
}

/** Called when a modal dialog opens; returns what to call when it closes. */
export function dialogOpened(dialog: HTMLDialogElement): () => void {
  change([...open, dialog])
  return () => change(open.filter((each) => each !== dialog))
}

/**
 * Opens one again that the browser has closed by itself. Those that lie over it come on top again: a browser closes several by
 * one Escape.
 */
export function reopenDialog(dialog: HTMLDialogElement): void {
  dialog.showModal()
  for (const above of open.slice(open.indexOf(dialog) + 1)) {
    above.close()
    above.showModal()
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The topmost dialog: everything outside is inert, neither focusable nor read aloud. Null: none is open. */
export function useTopDialog(): HTMLDialogElement | null {
  return useSyncExternalStore(subscribe, topDialog)
}

/** The same outside of components. */
export function topDialog(): HTMLDialogElement | null {
  return open[open.length - 1] ?? null
}

/** Calls back whenever one opens or closes. Returns what ends it. */
export const watchDialogs = subscribe

/** As Escape does it: what lies on top decides itself, and asks where something was typed. */
export function closeTopDialog(): void {
  topDialog()?.dispatchEvent(new Event("cancel", { cancelable: true }))
}

export function isDialogOpen(): boolean {
  return open.length > 0
}

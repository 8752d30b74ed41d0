import { createStore } from "zustand/vanilla"
import { useStore } from "zustand"
import { messageOf } from "../http/failure.ts"

export type ToastKind = "info" | "success" | "warning" | "error"

export interface Toast {
  readonly id: number
  readonly kind: ToastKind
  readonly text: string
  readonly action?: ToastAction | undefined
}

/** One thing that can be done about it, such as 撤销; the message goes with the press. */
export interface ToastAction {
  readonly label: string
  readonly onPress: () => void
}

export const toastShownMs = 4000
/** Longer where somebody may want to press: they read first. */
const actionShownMs = 10_000

/** REQ-7: a message that is on screen is not shown a second time. */
export function withToast(shown: readonly Toast[], toast: Toast): readonly Toast[] {
  return shown.some(({ kind, text }) => kind === toast.kind && text === toast.text)
    ? shown
    : [...shown, toast]
}

const store = createStore<readonly Toast[]>(() => [])
const timers = new Map<number, ReturnType<typeof setTimeout>>()
let lastId = 0

export function dismissToast(id: number): void {
  clearTimeout(timers.get(id))
  timers.delete(id)
  store.setState(
    store.getState().filter((toast) => toast.id !== id),
    true,
  )
}

/** Nothing of the component library, because the login page shows messages as well. */
export function showToast(kind: ToastKind, text: string, action?: ToastAction): void {
  lastId += 1
  store.setState(withToast(store.getState(), { id: lastId, kind, text, action }), true)
  // Shown again, so its whole time begins again.
  for (const toast of store.getState()) {
    if (toast.kind !== kind || toast.text !== text) continue
    clearTimeout(timers.get(toast.id))
    timers.set(
      toast.id,
      setTimeout(() => dismissToast(toast.id), toast.action ? actionShownMs : toastShownMs),
    )
  }
}

/** Shows an error's message; a cancellation shows nothing (REQ-2). */
export function showFailure(error: unknown, fallback?: string): void {
  const text = messageOf(error, fallback)
  if (text !== null) showToast("error", text)
}

export function shownToasts(): readonly Toast[] {
  return store.getState()
}

export function useToasts(): readonly Toast[] {
  return useStore(store)
}

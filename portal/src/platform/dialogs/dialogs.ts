import type { AnyDrawer } from "@uc/contract/drawers/drawers"
import type { AnyPicker } from "@uc/contract/pickers/pickers"
import { createStore } from "zustand/vanilla"
import { useStore } from "zustand"

/** Which dialog it is, with its options; the host knows its component. */
export type DialogContent =
  | ({ readonly kind: "picker" } & AnyPicker)
  | ({ readonly kind: "drawer" } & AnyDrawer)

export interface OpenDialog {
  readonly key: number
  /** Tells it from an earlier one of the same key. */
  readonly turn: number
  readonly content: DialogContent
  /** The origin of another site's page that opened it; null: the portal itself. */
  readonly openedBy: string | null
  /** The callback lives in the entry, so closing clears it by construction (DLG-2). */
  readonly settle: (result: unknown) => void
}

export type DialogEvent =
  | { readonly type: "opened"; readonly dialog: OpenDialog }
  | { readonly type: "closed"; readonly key: number }
  | { readonly type: "wentBack" }

export function reduceDialogs(open: readonly OpenDialog[], event: DialogEvent): readonly OpenDialog[] {
  switch (event.type) {
    case "opened":
      return open.some(({ key }) => key === event.dialog.key) ? open : [...open, event.dialog]
    case "closed":
      return open.filter(({ key }) => key !== event.key)
    case "wentBack":
      return []
  }
}

const store = createStore<readonly OpenDialog[]>(() => [])
let lastTurn = 0

function dispatch(event: DialogEvent): void {
  store.setState(reduceDialogs(store.getState(), event), true)
}

/**
 * Settles with the result, or null: closed without one, gone back, or refused because the key is already visible. The
 * signal closes it for an opener that is gone.
 */
export function openDialog(
  key: number,
  content: DialogContent,
  signal?: AbortSignal,
  openedBy: string | null = null,
): Promise<unknown> {
  return new Promise((resolve) => {
    const dialog: OpenDialog = { key, turn: ++lastTurn, content, openedBy, settle: resolve }
    if (!signal?.aborted) dispatch({ type: "opened", dialog })
    if (!store.getState().includes(dialog)) return resolve(null)
    signal?.addEventListener("abort", () => settleDialog(dialog, null))
  })
}

/** DLG-3: the result goes to whoever opened it, then the dialog is gone. */
export function settleDialog(dialog: OpenDialog, result: unknown): void {
  // The key may belong to another one by now.
  if (!store.getState().includes(dialog)) return
  dispatch({ type: "closed", key: dialog.key })
  dialog.settle(result)
}

/** For callers that know only the key. */
export function closeDialog(key: number): void {
  const dialog = store.getState().find((open) => open.key === key)
  if (dialog) settleDialog(dialog, null)
}

/** DLG-2: each opener is answered. */
export function closeDialogs(): void {
  const open = store.getState()
  dispatch({ type: "wentBack" })
  for (const { settle } of open) settle(null)
}

export function closeDialogsOnBack(): void {
  window.addEventListener("popstate", closeDialogs)
}

export function openDialogs(): readonly OpenDialog[] {
  return store.getState()
}

export function useOpenDialogs(): readonly OpenDialog[] {
  return useStore(store)
}

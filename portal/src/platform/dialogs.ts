import { createStore } from "zustand/vanilla"

/** DLG-1: the key of a dialog that names none. */
export const defaultDialogKey = 1

export interface OpenDialog {
  readonly key: number
  /** Which dialog it is; the host knows its component. */
  readonly name: string
  readonly options: unknown
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

function dispatch(event: DialogEvent): void {
  store.setState(reduceDialogs(store.getState(), event), true)
}

interface DialogRequest {
  readonly key?: number
  readonly name: string
  readonly options?: unknown
}

/** Settles with the result, or null: closed without one, gone back, or refused because the key is already visible. */
export function openDialog({ key = defaultDialogKey, name, options }: DialogRequest): Promise<unknown> {
  return new Promise((resolve) => {
    const dialog: OpenDialog = { key, name, options, settle: resolve }
    dispatch({ type: "opened", dialog })
    if (!store.getState().includes(dialog)) resolve(null)
  })
}

/** DLG-3: the result goes to whoever opened it, then the dialog is gone. */
export function closeDialog(key: number, result: unknown = null): void {
  const dialog = store.getState().find((open) => open.key === key)
  dispatch({ type: "closed", key })
  dialog?.settle(result)
}

function closeAll(): void {
  const open = store.getState()
  dispatch({ type: "wentBack" })
  for (const { settle } of open) settle(null)
}

export function closeDialogsOnBack(): void {
  window.addEventListener("popstate", closeAll)
}

export function openDialogs(): readonly OpenDialog[] {
  return store.getState()
}

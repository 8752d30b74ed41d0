import type { DrawerName, DrawerOptions } from "@uc/contract/drawers"
import type { PickerName, PickerOptions, PickerResult } from "@uc/contract/pickers"
import type { BriefUser } from "@uc/contract/session"
import type { Method } from "./protocol.ts"

type Callback<T> = (result: T) => void

/**
 * DLG-4: what a page can ask the portal for. The same on the portal's own window (`window.UserCenter`), in a page with our
 * script, and as what `connect()` gives. Each answers by a promise; with a callback it answers there as well, and a refusal
 * is then null (or false) with the reason on the console.
 */
export interface UserCenter {
  /** Null: closed without a choice, or it is open already (DLG-2). */
  openPicker<N extends PickerName>(
    name: N,
    options?: PickerOptions<N>,
    callback?: Callback<PickerResult<N> | null>,
  ): Promise<PickerResult<N> | null>
  /** Settles when it is closed. */
  openDrawer<N extends DrawerName>(
    name: N,
    options: DrawerOptions<N>,
    callback?: Callback<null>,
  ): Promise<null>
  /** The form of older pages: `openDialog({ key: 998, max: 3 }, callback)`. Without a key it is 1 (DLG-1). */
  openDialog(
    params: Readonly<Record<string, unknown>> & { readonly key?: number },
    callback?: Callback<unknown>,
  ): Promise<unknown>
  /** AUTH-1: true once the person has proven who they are for this module. */
  reauthenticate(mid: string, callback?: Callback<boolean>): Promise<boolean>
  startMonitor(
    options?: { readonly areaid?: string; readonly intervalMs?: number },
    callback?: Callback<unknown>,
  ): Promise<unknown>
  currentUser(callback?: Callback<BriefUser | null>): Promise<BriefUser | null>
  /** For the page's own server, which asks the portal with it who is signed in: once, within 30 seconds. */
  ticket(callback?: Callback<string | null>): Promise<string>
  /** To a page of the portal, e.g. `/main/home`. */
  navigate(path: string): Promise<void>
  /** What the portal calls this page. */
  setTitle(title: string): Promise<void>
}

export type CallPortal = (method: Method, args: readonly unknown[]) => Promise<unknown>

/** DLG-1: of a dialog whose opener names none. The contract has it too, with zod in tow. */
const defaultKey = 1

export function userCenterOver(call: CallPortal): UserCenter {
  async function ask(method: Method, args: readonly unknown[], callback: unknown, otherwise: unknown) {
    const asked = call(method, args)
    // Older pages hand over anything.
    if (typeof callback !== "function") return asked
    const answer = await asked.catch((error: unknown) => {
      console.error(error)
      return otherwise
    })
    // Its own mistakes are its own, and it is called once.
    ;(callback as Callback<unknown>)(answer)
    return answer
  }
  const portal = {
    openPicker: (name: unknown, options?: unknown, callback?: unknown) =>
      ask("openPicker", [name, options], callback, null),
    openDrawer: (name: unknown, options?: unknown, callback?: unknown) =>
      ask("openDrawer", [name, options], callback, null),
    openDialog: (params?: Readonly<Record<string, unknown>>, callback?: unknown) => {
      const { key = defaultKey, ...options } = params ?? {}
      return ask("openPicker", [Number(key), options], callback, null)
    },
    reauthenticate: (mid: unknown, callback?: unknown) => ask("reauthenticate", [mid], callback, false),
    startMonitor: (options?: unknown, callback?: unknown) => ask("startMonitor", [options], callback, null),
    currentUser: (callback?: unknown) => ask("currentUser", [], callback, null),
    ticket: (callback?: unknown) => ask("ticket", [], callback, null),
    navigate: (path: unknown) => ask("navigate", [path], undefined, null),
    setTitle: (title: unknown) => ask("setTitle", [title], undefined, null),
  }
  return portal as UserCenter
}

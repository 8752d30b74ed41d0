import type { MonitorKind, ShownWarning } from "@uc/contract/alarms/calls"
import type { MonitorOptions } from "@uc/contract/monitor/options"
import type { DrawerName, DrawerOptions } from "@uc/contract/drawers/drawers"
import type { ShownDrill } from "@uc/contract/drills/calls"
import type { PickerName, PickerOptions, PickerResult } from "@uc/contract/pickers/pickers"
import type { BriefUser } from "@uc/contract/account/calls"
import type { Method } from "./protocol.ts"

type Callback<T> = (result: T) => void
type MonitorCallback = (item: ShownWarning | ShownDrill, kind: MonitorKind) => void

/**
 * DLG-4: the helpers of a page. The same on the portal's own window (`window.UserCenter`), in a page with our script,
 * and from `connect()`. Each returns a promise; a callback is called as well, and a refusal is then null (or false) with
 * the reason on the console. `openDialog` differs.
 */
export interface UserCenter {
  /** Null: closed without a choice, or it is open already (DLG-2). */
  openPicker<N extends PickerName>(
    name: N,
    callback: Callback<PickerResult<N> | null>,
  ): Promise<PickerResult<N> | null>
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
  /**
   * The form of older pages: `openDialog({ key: 998, max: 3 }, callback)`. Without a key it is 1 (DLG-1). SPEC-4: closing clears the
   * callback, so it is called with a choice alone.
   */
  openDialog(
    params: Readonly<Record<string, unknown>> & { readonly key?: number | string },
    callback?: Callback<unknown>,
  ): Promise<unknown>
  /**
   * AUTH-1: true once the person has proven who they are for this module. DISTRICT-13: also for an operation that the page's own
   * application has registered, e.g. `finance:transfer`; its server then spends the proof with a new `ticket()`.
   */
  reauthenticate(mid: string, callback?: Callback<boolean>): Promise<boolean>
  /**
   * WARN-5: the function is called with the item and `warning` or `yuan`, as often as somebody presses one, until the bar is
   * closed, the page is left or another one starts it. True: it runs; null: it was refused, and the console says why.
   */
  startMonitor(callback: MonitorCallback): Promise<true | null>
  startMonitor(options?: MonitorOptions, callback?: MonitorCallback): Promise<true | null>
  /** What this page has started; the portal's own goes on. */
  stopMonitor(callback?: Callback<unknown>): Promise<unknown>
  currentUser(callback?: Callback<BriefUser | null>): Promise<BriefUser | null>
  /** SHELL-4: the list out of the information dictionary. */
  informationList(callback?: Callback<readonly string[] | null>): Promise<readonly string[]>
  /** For the page's own server, which asks the portal with it who is signed in: once, within 30 seconds. */
  ticket(callback?: Callback<string | null>): Promise<string>
  /** To a page of the portal, e.g. `/main/home`. */
  navigate(path: string, callback?: Callback<unknown>): Promise<void>
  /** Sets the portal's name for this page. */
  setTitle(title: string, callback?: Callback<unknown>): Promise<void>
}

/** Of a function that is called more than once. */
export type OnEvent = (...said: readonly unknown[]) => void

export type CallPortal = (method: Method, args: readonly unknown[], onEvent?: OnEvent) => Promise<unknown>

/** DLG-1: the key of a dialog without one. The contract has it too, but together with zod. */
const defaultKey = 1

export function userCenterOver(call: CallPortal): UserCenter {
  async function ask(method: Method, given: readonly unknown[], otherwise: unknown = null) {
    // The callback is the last argument, also where the options are left out.
    const callback = given.find((one) => typeof one === "function") as Callback<unknown> | undefined
    const asked = call(
      method,
      given.filter((one) => typeof one !== "function"),
    )
    if (!callback) return asked
    const answer = await asked.catch((error: unknown) => {
      console.error(error)
      return otherwise
    })
    // SPEC-4: a dialog that was opened by its number and closed, refused, or open already, has no callback any more.
    if (typeof given[0] === "number" && answer === null) return answer
    // Errors of the page's callback are its own, and it is called once.
    callback(answer)
    return answer
  }
  async function startMonitor(given: readonly unknown[]) {
    const isFunction = (one: unknown): one is OnEvent => typeof one === "function"
    const options = given.filter((one) => !isFunction(one))
    const callback = given.find(isFunction)
    if (!callback) return call("startMonitor", options)
    return call("startMonitor", options, callback).catch((error: unknown) => {
      console.error(error)
      return null
    })
  }
  const portal = {
    openPicker: (...given: unknown[]) => ask("openPicker", given),
    openDrawer: (...given: unknown[]) => ask("openDrawer", given),
    openDialog: (params?: Readonly<Record<string, unknown>>, callback?: unknown) => {
      const { key, ...options } = params ?? {}
      // An older page may pass an empty key.
      return ask("openPicker", [Number(key || defaultKey), options, callback])
    },
    reauthenticate: (...given: unknown[]) => ask("reauthenticate", given, false),
    startMonitor: (...given: unknown[]) => startMonitor(given),
    stopMonitor: (...given: unknown[]) => ask("stopMonitor", given),
    currentUser: (...given: unknown[]) => ask("currentUser", given),
    informationList: (...given: unknown[]) => ask("informationList", given),
    ticket: (...given: unknown[]) => ask("ticket", given),
    navigate: (...given: unknown[]) => ask("navigate", given),
    setTitle: (...given: unknown[]) => ask("setTitle", given),
  }
  return portal as UserCenter
}

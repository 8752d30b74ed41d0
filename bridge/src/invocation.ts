import { drawers, OwnPath, ownPath, type AnyDrawer, type DrawerName } from "@uc/contract/drawers/drawers"
import { MonitorOptions } from "@uc/contract/monitor/options"
import { pickers, type AnyPicker, type PickerName } from "@uc/contract/pickers/pickers"
import { isOperationId } from "@uc/contract/reauth/hosted-operations"
import { isSensitiveModule } from "@uc/contract/reauth/sensitive-modules"
import { text } from "@uc/contract/core/wire"
import { z } from "zod"
import { issueSentence } from "./issue-sentence.ts"
import { bridgeMessages, protocolLimits, type Method } from "./protocol.ts"
import { refusalMessages } from "./refusals.ts"

type PickerInvocation = { readonly method: "openPicker" } & AnyPicker
type DrawerInvocation = { readonly method: "openDrawer" } & AnyDrawer

/** A page's call, with all input checked. */
export type Invocation =
  | PickerInvocation
  | DrawerInvocation
  | { readonly method: "reauthenticate"; readonly mid: string }
  | { readonly method: "startMonitor"; readonly options: MonitorOptions }
  | { readonly method: "stopMonitor" }
  | { readonly method: "currentUser" }
  | { readonly method: "informationList" }
  | { readonly method: "ticket" }
  | { readonly method: "navigate"; readonly path: string }
  | { readonly method: "setTitle"; readonly title: string }

export type Checked =
  | { readonly invocation: Invocation; readonly sentence?: never }
  | { readonly sentence: string; readonly invocation?: never }

/** Throws what `invocationOf` turns into its sentence. */
class Wrong extends Error {}

/** The first problem is enough. */
function parsed<T extends z.ZodType>(shape: T, value: unknown): z.output<T> {
  const result = shape.safeParse(value, { error: issueSentence })
  if (result.success) return result.data
  const issue = result.error.issues[0]
  const place = issue?.path.join(".")
  throw new Wrong(place ? `${place}：${issue?.message}` : issue?.message)
}

/** By name, or by the number that older pages know it by (DLG-1). */
function named<Name extends string>(
  table: Readonly<Record<Name, { readonly key: number }>>,
  given: unknown,
): Name | undefined {
  return (Object.keys(table) as Name[]).find((name) => name === given || table[name].key === given)
}

function picker(name: PickerName, options: unknown): Invocation {
  const checked = parsed(pickers[name].options, options ?? {})
  return { method: "openPicker", name, options: checked } as PickerInvocation
}

function drawer(name: DrawerName, options: unknown): Invocation {
  const checked = parsed(drawers[name].options, options ?? {})
  return { method: "openDrawer", name, options: checked } as DrawerInvocation
}

/** A number is any dialog's key; a name belongs to the method's kind. */
function dialog(isPicker: boolean, given: unknown, options: unknown): Invocation {
  const isKey = typeof given === "number"
  const pickerName = isPicker || isKey ? named(pickers, given) : undefined
  if (pickerName) return picker(pickerName, options)
  const drawerName = !isPicker || isKey ? named(drawers, given) : undefined
  if (drawerName) return drawer(drawerName, options)
  throw new Wrong(bridgeMessages.noSuchDialog)
}

/** Older pages hand over numbers. */
function asText(given: unknown): string {
  return typeof given === "string" || typeof given === "number" ? String(given) : ""
}

/** AUTH-2: without a module the dialog says so. Unlocking is the portal's own: no page can open that dialog. */
function moduleId(given: unknown): string {
  const mid = parsed(text(64), asText(given))
  if (mid === "" || (isSensitiveModule(mid) && mid !== "unlock")) return mid
  // DISTRICT-13: whether the page's own application has registered it, the portal finds out.
  if (isOperationId(mid)) return mid
  throw new Wrong(refusalMessages.noSuchModule)
}

/** Invisible characters could reverse a name, or make two look alike. */
function visible(given: unknown): unknown {
  return typeof given === "string" ? given.replace(/[\p{Cc}\p{Cf}]/gu, "") : given
}

function read(method: Method, [first, second]: readonly unknown[]): Invocation {
  switch (method) {
    case "openPicker":
    case "openDrawer":
      return dialog(method === "openPicker", first, second)
    case "reauthenticate":
      return { method, mid: moduleId(first) }
    case "startMonitor":
      return { method, options: parsed(MonitorOptions, first ?? {}) }
    case "stopMonitor":
    case "currentUser":
    case "informationList":
    case "ticket":
      return { method }
    case "navigate":
      return { method, path: ownPath(parsed(OwnPath, first)) ?? "/" }
    case "setTitle":
      return { method, title: parsed(text(protocolLimits.title).trim().min(1), visible(first)) }
  }
}

/** A page's call, or a sentence about what is wrong with it. */
export function invocationOf(method: Method, args: readonly unknown[]): Checked {
  try {
    return { invocation: read(method, args) }
  } catch (error) {
    if (error instanceof Wrong) return { sentence: error.message }
    throw error
  }
}

import { z } from "zod"
import { defaultDialogKey, pickerLimits } from "../pickers/pickers.ts"
import { LenientId, notGivenIfEmpty } from "../core/lenient.ts"
import { text } from "../core/wire.ts"

const drawerLimits = { path: 1000 } as const

export const drawerMessages = {
  notOwn: "只能打开本站的页面",
  /** There is no such person in the viewer's reach. */
  nobody: "没有找到该人员，可能已被删除或不在您的管理范围内",
} as const

/**
 * A path of the portal itself, or null: e.g. `/main/home?tab=1`, as it stands behind the `#`. A browser takes `//host`
 * and `/\host` for another site and drops line breaks first, so none of them is a path.
 */
export function ownPath(given: string): string | null {
  const path = given.startsWith("#") ? given.slice(1) : given
  return /^\/(?:[^\p{Cc}\p{Cs}\\/][^\p{Cc}\p{Cs}\\]*)?$/u.test(path) ? path : null
}

export const OwnPath = z
  .string()
  .max(drawerLimits.path)
  .refine((path) => ownPath(path) !== null, drawerMessages.notOwn)

/** What opens at the side of the page, by name. A drawer only shows: its result is always null. */
export const drawers = {
  /** DLG-1: opened where no key is named: a page of the portal beside the present one. */
  page: {
    key: defaultDialogKey,
    title: "页面",
    options: z.object({ path: OwnPath, title: notGivenIfEmpty(text(pickerLimits.title)) }),
  },
  person: {
    key: 2,
    title: "人员信息",
    /** Without `orgid`: of the user's own organisation. */
    options: z.object({
      id: LenientId,
      orgid: notGivenIfEmpty(LenientId),
      title: notGivenIfEmpty(text(pickerLimits.title)),
    }),
  },
} as const

export type DrawerName = keyof typeof drawers
export type DrawerOptions<N extends DrawerName> = z.output<(typeof drawers)[N]["options"]>

/** One of them, with the options that are its own. */
export type AnyDrawer = {
  readonly [N in DrawerName]: { readonly name: N; readonly options: DrawerOptions<N> }
}[DrawerName]

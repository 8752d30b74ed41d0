import { classes } from "../theme/classes.ts"
import css from "./look.module.css"
import spaceCss from "./space.module.css"

/** The one scale of distances, in pixels. */
export const spaces = [0, 2, 4, 6, 8, 10, 12, 16, 20, 24, 32] as const
export type Space = (typeof spaces)[number]

/** The values of the other scales; each has a rule in look.module.css. */
export const scales = {
  align: ["start", "center", "end", "baseline", "stretch"],
  justify: ["start", "center", "end", "between"],
  surface: ["card", "outline", "sunken", "brand", "danger", "caution", "done"],
  line: ["top", "bottom"],
  tone: ["soft", "faint", "brand", "danger", "caution", "done"],
  size: [12, 13, 14, 15, 16, 18, 20, 22, 24, 28],
  weight: [400, 500, 600],
} as const
type Scales = { readonly [K in keyof typeof scales]?: (typeof scales)[K][number] }

/** The look of a primitive beside the arrangement of its children. Anything rarer is a rule of the feature's own. */
export interface Look extends Scales {
  readonly gap?: Space
  /** Where the distance between columns is another one than between lines. */
  readonly columnGap?: Space
  readonly pad?: Space
  readonly padX?: Space
  readonly padY?: Space
  /** Takes the rest of its row, and shrinks when there is none. */
  readonly grow?: boolean
  /** Never smaller or larger than its content. */
  readonly rigid?: boolean
  /** At the far end of its row. */
  readonly end?: boolean
  /** Digits of one width, for numbers below one another. */
  readonly figures?: boolean
  readonly centred?: boolean
  /** One line, cut with dots; the whole belongs into `title`. */
  readonly truncate?: boolean
  /** A long word breaks instead of overflowing. */
  readonly breaks?: boolean
  /** Scrolls vertically where its content is higher. */
  readonly scrolls?: boolean
  /** Line breaks stay as they were typed. */
  readonly keepsLines?: boolean
}

export const distances = ["gap", "columnGap", "pad", "padX", "padY"] as const
export const switches = [
  "grow",
  "rigid",
  "end",
  "figures",
  "centred",
  "truncate",
  "breaks",
  "keepsLines",
  "scrolls",
] as const

/** Takes a look out of an element's properties: its classes, and what remains for the element. */
export function splitLook<P extends Look>(
  properties: P,
): { readonly className: string; readonly rest: Omit<P, keyof Look> } {
  const rest = { ...properties } as unknown as Record<string, string | number | boolean | undefined>
  const names: string[] = []
  for (const key of distances) {
    if (rest[key] !== undefined) names.push(spaceCss[`${key}-${String(rest[key])}`] ?? "")
    delete rest[key]
  }
  for (const key of Object.keys(scales)) {
    if (rest[key] !== undefined) names.push(css[`${key}-${String(rest[key])}`] ?? "")
    delete rest[key]
  }
  for (const key of switches) {
    if (rest[key] === true) names.push(css[key] ?? "")
    delete rest[key]
  }
  return { className: classes(...names), rest: rest as Omit<P, keyof Look> }
}

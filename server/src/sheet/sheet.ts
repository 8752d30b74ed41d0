import type { Padding } from "./number-format.ts"

/** What a cell holds; null: nothing. A text is itself. */
export type Cell =
  | string
  | null
  /** As it is written in the file; `isDay`: shown as a date; `padding`: shown with zeros in front. */
  | { readonly is: "number"; readonly digits: string; readonly isDay: boolean; readonly padding?: Padding }
  | { readonly is: "formula" }
  | { readonly is: "error" }

export interface SheetRow {
  /** As the spreadsheet counts, from 1. */
  readonly line: number
  readonly isHidden: boolean
  /** By column, from 0; what is missing at the end holds nothing. */
  readonly cells: readonly Cell[]
}

/** What one file may hold; a test may set lower ones. */
export interface SheetLimits {
  readonly elements: number
  readonly sharedTexts: number
  readonly cells: number
}

/** From and to are inclusive; columns count from 0. */
export interface Merged {
  readonly from: { readonly line: number; readonly column: number }
  readonly to: { readonly line: number; readonly column: number }
}

export interface Sheet {
  readonly name: string
  /** Those that hold something. */
  readonly rows: readonly SheetRow[]
  readonly merged: readonly Merged[]
  readonly hasOtherSheets: boolean
  /** The day numbers count from 1904. */
  readonly isFrom1904: boolean
}

/** `C` for 2, `AB` for 27. */
export function columnLetters(column: number): string {
  const last = String.fromCodePoint(65 + (column % 26))
  return column < 26 ? last : columnLetters(Math.floor(column / 26) - 1) + last
}

/** During a long read other requests are served. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

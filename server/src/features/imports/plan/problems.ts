import type { ImportColumn } from "@uc/contract/imports/import-column"
import type { ImportProblem } from "@uc/contract/imports/calls"
import { shownCell } from "../../../sheet/cell-value.ts"
import { columnLetters, type Cell } from "../../../sheet/sheet.ts"

/** A line of the file: an empty or wrong cell has no value. */
export interface ImportedLine {
  readonly line: number
  readonly values: Readonly<Record<string, string>>
  /** The cells as they are, by the columns of the file. */
  readonly cells: readonly Cell[]
}

/** More than anybody corrects by hand; further ones are only counted. */
const keptAtMost = 50_000

/** A value that is hidden is still reported as present. */
function hidden(shown: string): string {
  return shown === "" ? "" : "******"
}

const none = { problems: [], problemCount: 0 }

/** All problems of a file, by line and column. */
export class Problems {
  readonly kept: ImportProblem[]
  count: number
  readonly #places: ReadonlyMap<string, { readonly column: ImportColumn; readonly at: number }>

  /** `places`: the column of the file that each key stands in. `found`: problems known already. */
  constructor(
    places: ReadonlyMap<string, { readonly column: ImportColumn; readonly at: number }>,
    found: { readonly problems: readonly ImportProblem[]; readonly problemCount: number } = none,
  ) {
    this.#places = places
    this.kept = [...found.problems]
    this.count = found.problemCount
  }

  /** Each column's key with its position in the file. */
  get places(): (readonly [key: string, at: number])[] {
    return [...this.#places].map(([key, { at }]) => [key, at])
  }

  /** `key`: the column; one that the file does not have stands for the whole line. */
  add({ line, cells }: Pick<ImportedLine, "line" | "cells">, key: string, message: string): void {
    this.count++
    if (this.kept.length >= keptAtMost) return
    const place = this.#places.get(key)
    const shown = shownCell((place && cells[place.at]) ?? null)
    this.kept.push({
      line,
      column: place?.column.title ?? null,
      cell: place ? `${columnLetters(place.at)}${line}` : null,
      // An id card's number is not repeated in a message.
      value: !place ? "" : key === "idcard" ? hidden(shown) : shown,
      message,
    })
  }
}

import { importCellMessages } from "@uc/contract/imports/calls"
import { columnLetters, type Merged } from "../../../sheet/sheet.ts"
import type { ImportedLine, Problems } from "../plan/problems.ts"

type Line = Pick<ImportedLine, "line" | "cells">

const toldRanges = 5

/** Merged cells of the columns that are read. DISTRICT-5: they are one problem of the file, however many they are. */
export class MergedCells {
  readonly #byLine = new Map<number, Map<number, Merged>>()
  readonly #met = new Set<Merged>()
  #first: { readonly line: Line; readonly key: string } | null = null

  /** `columns`: those that are read, from 0. */
  constructor(merged: readonly Merged[], columns: readonly number[]) {
    let left = 1_000_000
    for (const range of merged)
      for (const at of columns)
        if (at >= range.from.column && at <= range.to.column)
          for (let line = range.from.line; line <= range.to.line && left > 0; line++, left--)
            this.#byLine.set(line, (this.#byLine.get(line) ?? new Map()).set(at, range))
  }

  has(line: number, at: number): boolean {
    return this.#byLine.get(line)?.has(at) ?? false
  }

  /** A cell of a line that is read stands in one. */
  meet(line: Line, key: string, at: number): void {
    const range = this.#byLine.get(line.line)?.get(at)
    if (!range) return
    this.#met.add(range)
    this.#first ??= { line, key }
  }

  report(problems: Problems): void {
    if (!this.#first) return
    const ranges = [...this.#met].slice(0, toldRanges).map(shownRange)
    problems.add(this.#first.line, this.#first.key, importCellMessages.merged(ranges, this.#met.size))
  }
}

function shownRange({ from, to }: Merged): string {
  return `${columnLetters(from.column)}${from.line}:${columnLetters(to.column)}${to.line}`
}

interface Row {
  readonly id: string
  readonly parentId: string | null
  readonly isDisabled: boolean
}

/** DISTRICT-9: the rows of a tree without those out of use and all that stands below them; parents may come in any order. */
export function withoutDisabled<R extends Row>(rows: readonly R[]): R[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const isOff = (row: R): boolean => {
    const seen = new Set<string>()
    for (let at: R | undefined = row; at && !seen.has(at.id); at = byId.get(at.parentId ?? "")) {
      if (at.isDisabled) return true
      seen.add(at.id)
    }
    return false
  }
  return rows.filter((row) => !isOff(row))
}

import type { WrittenColumn } from "@uc/contract/news/admin-calls"

export function siblingsOf(columns: readonly WrittenColumn[], parentId: string | null): WrittenColumn[] {
  return columns.filter((column) => column.parentId === parentId)
}

/** 0 on top. They come parents first, so it ends. */
export function levelOf(columns: readonly WrittenColumn[], { parentId }: WrittenColumn): number {
  const parent = columns.find(({ id }) => id === parentId)
  return parent ? levelOf(columns, parent) + 1 : 0
}

/** As they stand below each other. */
export function columnChoices(columns: readonly WrittenColumn[]): (readonly [string, string])[] {
  return columns.map((column) => [column.id, `${"　".repeat(levelOf(columns, column))}${column.name}`])
}

/** Itself and everything below it: where it can't be moved to. */
export function familyOf(columns: readonly WrittenColumn[], id: string): ReadonlySet<string> {
  const family = new Set([id])
  for (const column of columns)
    if (column.parentId !== null && family.has(column.parentId)) family.add(column.id)
  return family
}

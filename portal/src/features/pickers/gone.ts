/** What was chosen and exists no more. */
export interface Gone {
  /** Defaults that were not found. */
  readonly defaults: number
  /** Chosen when they were removed. */
  readonly names: readonly string[]
}

export function goneNotices(
  { defaults, names }: Gone,
  missing: (count: number) => string,
): readonly string[] {
  return [
    ...(defaults > 0 ? [missing(defaults)] : []),
    ...(names.length > 0 ? [`${names.join("、")}已不存在，已从已选中移除`] : []),
  ]
}

/** Where a key leads in a list of `count` options; null: it is no navigation key. */
export function movedOption(key: string, active: number, count: number): number | null {
  const last = count - 1
  if (last < 0) return null
  if (key === "ArrowDown") return active >= last ? 0 : active + 1
  if (key === "ArrowUp") return active <= 0 ? last : active - 1
  if (key === "PageDown") return Math.min(last, active + 8)
  if (key === "PageUp") return Math.max(0, active - 8)
  return null
}

/** The next label after `from` that begins with the typed text, round the end; null: none. */
export function nextWithPrefix(labels: readonly string[], typed: string, from: number): number | null {
  const prefix = typed.toLowerCase()
  for (let step = 1; step <= labels.length; step++) {
    const at = (from + step) % labels.length
    if (labels[at]?.toLowerCase().startsWith(prefix)) return at
  }
  return null
}

/** A letter, a digit or a character, and no shortcut. */
export function isTypedKey({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return key.length === 1 && key !== " " && !ctrlKey && !metaKey && !altKey
}

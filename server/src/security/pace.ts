const keysAtMost = 20_000

/**
 * At most so many per second on average, with a burst of one second's worth. In memory, because it may be lost: several
 * processes allow several times as much.
 */
export function pace(perSecond: number, nowMs: () => number): (key: string) => boolean {
  const spent = new Map<string, { left: number; atMs: number }>()
  return (key) => {
    const now = nowMs()
    const before = spent.get(key) ?? { left: perSecond, atMs: now }
    const left = Math.min(perSecond, before.left + ((now - before.atMs) / 1000) * perSecond)
    const isAllowed = left >= 1
    if (spent.size >= keysAtMost && !spent.has(key)) spent.clear()
    spent.set(key, { left: isAllowed ? left - 1 : left, atMs: now })
    return isAllowed
  }
}

/** The same answer for some time, and asked for once at a time: for checks that go out to other machines. */
export function cachedFor<T>(
  work: () => Promise<T>,
  lastsMs: (result: T) => number,
  nowMs: () => number,
): () => Promise<T> {
  let kept: { readonly result: T; readonly untilMs: number } | null = null
  let under: Promise<T> | null = null
  return async () => {
    if (kept && nowMs() < kept.untilMs) return kept.result
    under ??= work()
      .then((result) => {
        kept = { result, untilMs: nowMs() + lastsMs(result) }
        return result
      })
      .finally(() => {
        under = null
      })
    return under
  }
}

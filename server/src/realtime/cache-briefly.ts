const freshMs = 1000
const atMost = 5000

/**
 * Caches an answer for a second, and shares one load between all requests that come meanwhile. The key must hold
 * everything that the answer depends on, above all whose it is.
 */
export function cacheBriefly<CachedRequest, Answer extends object>(
  nowMs: () => number,
  load: (request: CachedRequest) => Promise<Answer>,
): (key: string, request: CachedRequest) => Promise<Answer> {
  const answers = new Map<string, { untilMs: number; answer: Promise<Answer> }>()
  return (key, request) => {
    const known = answers.get(key)
    if (known && known.untilMs > nowMs()) return known.answer
    if (answers.size >= atMost) answers.clear()
    const answer = load(request).then((found) => Object.freeze(found))
    answers.set(key, { untilMs: nowMs() + freshMs, answer })
    // A failure is not cached: the next request loads again.
    answer.catch(() => answers.delete(key))
    return answer
  }
}

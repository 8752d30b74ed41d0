const freshMs = 1000
const atMost = 5000

/**
 * Repeats an answer out of memory for a second, and gives everybody who asks meanwhile the same one. The key must hold
 * everything that the answer depends on, above all whose it is.
 */
export function cacheBriefly<Question, Answer extends object>(
  nowMs: () => number,
  load: (question: Question) => Promise<Answer>,
): (key: string, question: Question) => Promise<Answer> {
  const answers = new Map<string, { until: number; answer: Promise<Answer> }>()
  return (key, question) => {
    const known = answers.get(key)
    if (known && known.until > nowMs()) return known.answer
    if (answers.size >= atMost) answers.clear()
    const answer = load(question).then((found) => Object.freeze(found))
    answers.set(key, { until: nowMs() + freshMs, answer })
    // A failure is not an answer: the next one asks again.
    answer.catch(() => answers.delete(key))
    return answer
  }
}

interface UnderWayLimit {
  readonly key: string
  readonly atMost: number
}

/** How many of something may be under way at once, by key. In memory: several processes allow several times as many. */
export class UnderWay {
  readonly #underWay = new Map<string, number>()

  /** Enters all of them, or none where one is full: null. What is given must be called at the end. */
  enter(limits: readonly UnderWayLimit[]): (() => void) | null {
    if (limits.some(({ key, atMost }) => (this.#underWay.get(key) ?? 0) >= atMost)) return null
    for (const { key } of limits) this.#underWay.set(key, (this.#underWay.get(key) ?? 0) + 1)
    return () => {
      for (const { key } of limits) {
        const left = (this.#underWay.get(key) ?? 0) - 1
        if (left > 0) this.#underWay.set(key, left)
        else this.#underWay.delete(key)
      }
    }
  }
}

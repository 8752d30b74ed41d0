interface Bucket {
  left: number
  atMs: number
}

interface Pace {
  readonly perSecond: number
  /** The burst, in seconds' worth. */
  readonly savedS: number
}

const keysAtMost = 20_000

/**
 * How often each key may do something: a rate with a burst. In memory, because it may be lost; several processes allow
 * several times as much. A bucket that was not used for `savedS` is full again and is dropped, and there are never more than
 * two generations of them, so that nobody fills the memory with keys.
 */
export class TokenBuckets {
  readonly #perMs: number
  readonly #most: number
  readonly #generationMs: number
  readonly #nowMs: () => number
  #young = new Map<string, Bucket>()
  #old = new Map<string, Bucket>()
  #bornMs: number

  constructor({ perSecond, savedS }: Pace, nowMs: () => number) {
    this.#perMs = perSecond / 1000
    this.#most = perSecond * savedS
    this.#generationMs = savedS * 1000
    this.#nowMs = nowMs
    this.#bornMs = nowMs()
  }

  get size(): number {
    return this.#young.size + this.#old.size
  }

  /** Takes one; gives 0, or after how many seconds there will be one again. */
  take(key: string): number {
    const now = this.#nowMs()
    if (now - this.#bornMs > this.#generationMs || this.#young.size >= keysAtMost) this.#ageAt(now)
    const bucket = this.#bucketOf(key, now)
    bucket.left = Math.min(this.#most, bucket.left + (now - bucket.atMs) * this.#perMs)
    bucket.atMs = now
    if (bucket.left < 1) return Math.ceil((1 - bucket.left) / this.#perMs / 1000)
    bucket.left -= 1
    return 0
  }

  #bucketOf(key: string, now: number): Bucket {
    const young = this.#young.get(key)
    if (young) return young
    const bucket = this.#old.get(key) ?? { left: this.#most, atMs: now }
    this.#old.delete(key)
    this.#young.set(key, bucket)
    return bucket
  }

  #ageAt(now: number): void {
    this.#old = this.#young
    this.#young = new Map()
    this.#bornMs = now
  }
}

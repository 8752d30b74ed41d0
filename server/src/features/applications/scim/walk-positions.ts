import type { Id } from "@uc/contract/core/wire"

/** For how long the next page may be asked for, and how many are kept in mind. */
const goodMs = 60_000
const atMost = 2000

interface Position {
  readonly after: Id
  readonly atMs: number
}

/**
 * Where the pages of walks begin: the page that follows one that was just read goes on behind its last id, and the rows before it are
 * not counted again. Another process, or a client that jumps, counts them.
 */
export class WalkPositions {
  readonly #known = new Map<string, Position>()
  readonly #nowMs: () => number

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs
  }

  /** Null: not known. */
  at(walk: string, start: number): Id | null {
    const found = this.#known.get(`${start} ${walk}`)
    return found && this.#nowMs() - found.atMs < goodMs ? found.after : null
  }

  keep(walk: string, start: number, after: Id): void {
    const name = `${start} ${walk}`
    // The oldest are dropped first.
    this.#known.delete(name)
    this.#known.set(name, { after, atMs: this.#nowMs() })
    const [oldest] = this.#known.keys()
    if (this.#known.size > atMost && oldest !== undefined) this.#known.delete(oldest)
  }
}

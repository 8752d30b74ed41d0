import { createHash } from "node:crypto"
import type { Source } from "./provider.ts"

export interface GivenToken {
  readonly token: string
  /** For so long it is good. */
  readonly seconds: number
}

interface Kept {
  readonly given: Promise<GivenToken>
  /** Null: it is being asked for. */
  untilMs: number | null
}

const keptAtMost = 500
/** So long before its end another one is asked for: what has just been given must last for a sign-in. */
const marginS = 300

/**
 * SSO-11: the access tokens of sources, for their lifetime and in this process. Asked for one at a time, and never shared by sources or by
 * the secrets of one: whoever enters a wrong secret learns nothing by somebody else's token.
 */
export class KeptTokens {
  readonly #kept = new Map<string, Kept>()
  readonly #nowMs: () => number

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs
  }

  async tokenFor(source: Source, ask: () => Promise<GivenToken>): Promise<string> {
    const key = keyOf(source)
    const known = this.#kept.get(key)
    if (known && (known.untilMs === null || known.untilMs > this.#nowMs())) return (await known.given).token
    const kept: Kept = { given: ask(), untilMs: null }
    this.#makeRoom()
    this.#kept.set(key, kept)
    try {
      const { token, seconds } = await kept.given
      kept.untilMs = this.#nowMs() + Math.max(0, seconds - marginS) * 1000
      return token
    } catch (error) {
      if (this.#kept.get(key) === kept) this.#kept.delete(key)
      throw error
    }
  }

  /** The other side calls it void. One that was asked for meanwhile stays. */
  async drop(source: Source, token: string): Promise<void> {
    const key = keyOf(source)
    const known = this.#kept.get(key)
    if (known && known.untilMs !== null && (await known.given).token === token) this.#kept.delete(key)
  }

  #makeRoom(): void {
    const [oldest] = this.#kept.keys()
    if (this.#kept.size >= keptAtMost && oldest !== undefined) this.#kept.delete(oldest)
  }
}

function keyOf({ id, address, clientId, secret }: Source): string {
  return createHash("sha256")
    .update(JSON.stringify([id, address, clientId, secret]))
    .digest("base64url")
}

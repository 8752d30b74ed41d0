import { createHash, createHmac } from "node:crypto"
import { hash, verify, type Options } from "@node-rs/argon2"

interface Strength {
  readonly memoryCost: number
  readonly timeCost: number
}

/** OWASP's minimum for argon2id. */
const ordinaryStrength: Strength = { memoryCost: 19_456, timeCost: 2 }
const argon2id = 2

/** How many may wait for one of the two places before the next is refused. */
const queueLength = 20

export class TooManyWaiting extends Error {}

/**
 * LOGIN-2: what the browser sends (upper-case MD5) is as good as the password, so it is stored only as argon2id over an HMAC
 * whose key, the pepper, is not in the database: a stolen table can't be tried against lists of leaked MD5s.
 */
export interface Passwords {
  /** An id of the pepper that does not reveal it; stored with each record. */
  readonly kid: string
  readonly hash: (md5: string) => Promise<string>
  /** For an account without a record the same work is done, so that time reveals nothing (LOGIN-5). */
  readonly matches: (md5: string, record: string | null) => Promise<boolean>
  /** A record that was made with other parameters than a new one would be. */
  readonly isOld: (record: string) => boolean
}

/** Only tests give another strength: they sign in thousands of times. */
export function passwordsWith(pepper: string, strength = ordinaryStrength): Passwords {
  const { memoryCost, timeCost } = strength
  const options: Options = { algorithm: argon2id, memoryCost, timeCost, parallelism: 1 }
  const prefix = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=1$`
  // Base64, because the library reads a password as UTF-8 text.
  const peppered = (md5: string) => createHmac("sha256", pepper).update(md5).digest("base64")
  const inTurn = limitedTo(2)
  let recordOfNobody: Promise<string> | null = null
  return {
    kid: createHash("sha256").update(`kid ${pepper}`).digest("hex").slice(0, 12),
    hash: (md5) => inTurn(() => hash(peppered(md5), options)),
    async matches(md5, record) {
      recordOfNobody ??= hash(peppered("nobody"), options)
      const against = record ?? (await recordOfNobody)
      const isRight = await inTurn(() => verify(against, peppered(md5)))
      return isRight && record !== null
    },
    isOld: (record) => !record.startsWith(prefix),
  }
}

/** argon2 takes 19 MiB and a core each: two at once, a short queue, then a refusal. */
function limitedTo(places: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let free = places
  return async (work) => {
    if (free === 0) {
      if (waiting.length >= queueLength) throw new TooManyWaiting()
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else {
      free--
    }
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}

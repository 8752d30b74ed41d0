/** A seeded random source: the same seed gives the same world. */
export interface Random {
  /** From 0 up to, but without, 1. */
  next(): number
  /** A whole number from 0 up to, but without, `n`. */
  below(n: number): number
  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
  shuffled<T>(list: readonly T[]): T[]
  uuid(): string
}

/** sfc32: small and fast. */
export function randomFrom(seed: number): Random {
  let a = 0x9e3779b9
  let b = seed | 0
  let c = 0x243f6a88
  let counter = 1

  function bits(): number {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return sum >>> 0
  }
  // The first numbers still depend visibly on the seed.
  for (let round = 0; round < 15; round++) bits()

  const next = () => bits() / 2 ** 32
  const below = (n: number) => Math.floor(next() * n)
  return {
    next,
    below,
    between: (least, most) => least + below(most - least + 1),
    chance: (probability) => next() < probability,
    pick<T>(list: readonly T[]) {
      if (list.length === 0) throw new Error("There is nothing to pick from.")
      return list[below(list.length)] as T
    },
    shuffled(list) {
      const copy = [...list]
      for (let at = copy.length - 1; at > 0; at--) {
        const other = below(at + 1)
        ;[copy[at], copy[other]] = [copy[other] as never, copy[at] as never]
      }
      return copy
    },
    uuid() {
      const hex = [bits(), bits(), bits(), bits()].map((part) => part.toString(16).padStart(8, "0")).join("")
      const variant = "89ab".charAt(below(4))
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`
    },
  }
}

/** A picker by weight, made once and used often. */
export function weighted<T>(list: readonly (readonly [T, number])[]): (random: Random) => T {
  const values = list.map(([value]) => value)
  let total = 0
  const upTo = list.map(([, weight]) => (total += weight))
  return (random) => {
    const wanted = random.next() * total
    let low = 0
    let high = upTo.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if ((upTo[middle] as number) > wanted) high = middle
      else low = middle + 1
    }
    return values[low] as T
  }
}

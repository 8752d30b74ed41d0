/** A whole number from 0 up to, not including, `below`: `crypto.randomInt` in the product, seeded in tests. */
export type Random = (below: number) => number

/** 96 bits: too many sceneries to try all for a picture. */
export type Seed = readonly [number, number, number]

/** sfc32. For scenery only: secrets come from the random source that is handed in. */
export function seededRandom([first, second, third]: Seed): Random {
  let a = first | 0
  let b = second | 0
  let c = third | 0
  let count = 1
  const next = () => {
    const sum = (((a + b) | 0) + count) | 0
    count = (count + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    c |= 0
    return sum >>> 0
  }
  for (let round = 0; round < 15; round++) next()
  return (below) => Math.floor((next() / 2 ** 32) * below)
}

export function newSeed(random: Random): Seed {
  return [random(2 ** 32), random(2 ** 32), random(2 ** 32)]
}

export function between(random: Random, low: number, high: number): number {
  return low + ((high - low) * random(2 ** 24)) / (2 ** 24 - 1)
}

export function isLikely(random: Random, share: number): boolean {
  return between(random, 0, 1) < share
}

export function pick<Item>(random: Random, items: readonly Item[]): Item {
  const item = items[random(items.length)]
  if (item === undefined) throw new Error("There is nothing to pick from")
  return item
}

export function shuffled<Item>(random: Random, items: readonly Item[]): Item[] {
  const left = [...items]
  return items.map(() => left.splice(random(left.length), 1)[0]!)
}

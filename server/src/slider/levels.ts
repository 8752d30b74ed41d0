/** How hard a picture is. The higher ones are for who has failed, or comes from an address that did (CAPT-6, C10). */
export interface SliderDifficulty {
  readonly level: number
  /** So many failed sliders of the browser in a quarter of an hour lead to it … */
  readonly failures: number
  /** … or so many of its address: failed sliders and wrong passwords. A whole school may share one. */
  readonly addressFailures: number
  /** Leading zero bits of each part of the proof of work: one more doubles it. */
  readonly workBits: number
  readonly decoys: number
  /** Thin lines in the piece's row, and in rows that it can't reach. */
  readonly ghosts: number
  readonly strays: number
  /** By how much of 255 a hole is darker or lighter than what is around it (C6). */
  readonly depth: readonly [low: number, high: number]
  /** The strength of the line around a hole. */
  readonly outline: readonly [low: number, high: number]
  /** How much of what shows through a hole is evened out. */
  readonly flatness: number
  readonly wobble: number
  readonly scale: number
}

/** DAY-1: who has not failed sees one clear hole. */
export const sliderDifficulties = [
  {
    level: 5,
    failures: 0,
    addressFailures: 0,
    workBits: 13,
    decoys: 0,
    ghosts: 0,
    strays: 0,
    depth: [66, 78],
    outline: [0.8, 0.9],
    flatness: 0.6,
    wobble: 0,
    scale: 0,
  },
  {
    level: 6,
    failures: 1,
    addressFailures: 20,
    workBits: 14,
    decoys: 1,
    ghosts: 4,
    strays: 3,
    depth: [42, 52],
    outline: [0, 0.12],
    flatness: 0.2,
    wobble: 1.4,
    scale: 0.06,
  },
  {
    level: 7,
    failures: 2,
    addressFailures: 50,
    workBits: 15,
    decoys: 2,
    ghosts: 5,
    strays: 3,
    depth: [40, 50],
    outline: [0, 0.12],
    flatness: 0.2,
    wobble: 1.8,
    scale: 0.07,
  },
  {
    level: 8,
    failures: 3,
    addressFailures: 100,
    workBits: 16,
    decoys: 3,
    ghosts: 7,
    strays: 3,
    depth: [33, 41],
    outline: [0, 0.12],
    flatness: 0.2,
    wobble: 1.8,
    scale: 0.07,
  },
] as const satisfies readonly SliderDifficulty[]

export type SliderLevel = (typeof sliderDifficulties)[number]["level"]
export const sliderLevels: readonly SliderLevel[] = sliderDifficulties.map(({ level }) => level)
/** What most people get. */
export const usualLevel = sliderDifficulties[0].level
const hardest = sliderDifficulties[3]

/** The nearest one that is not easier. */
export function difficultyOf(level: number): SliderDifficulty & { readonly level: SliderLevel } {
  return sliderDifficulties.find((each) => each.level >= level) ?? hardest
}

export function levelAfter(failures: number, addressFailures: number): SliderLevel {
  const reached = sliderDifficulties.findLast((each) => failures >= each.failures && each.failures > 0)
  const ofAddress = sliderDifficulties.findLast(
    (each) => addressFailures >= each.addressFailures && each.addressFailures > 0,
  )
  return Math.max(usualLevel, reached?.level ?? 0, ofAddress?.level ?? 0) as SliderLevel
}

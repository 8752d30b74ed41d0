import { between, type Random } from "../random.ts"

/** Hue, saturation and lightness. */
export type Colour = readonly [hue: number, saturation: number, lightness: number]

export interface Palette {
  /** From the top down to the horizon. */
  readonly sky: readonly [Colour, Colour, Colour]
  readonly light: Colour
  readonly far: Colour
  readonly near: Colour
  readonly accents: readonly Colour[]
}

// Nothing very dark or very light: a hole must be seen on it, whether it is darker or lighter.
const palettes: readonly Palette[] = [
  {
    sky: [
      [212, 58, 56],
      [204, 62, 70],
      [36, 78, 82],
    ],
    light: [46, 96, 88],
    far: [214, 34, 64],
    near: [162, 36, 36],
    accents: [
      [12, 80, 66],
      [44, 88, 64],
      [186, 46, 52],
      [340, 58, 70],
    ],
  },
  {
    sky: [
      [252, 38, 50],
      [318, 42, 64],
      [22, 84, 72],
    ],
    light: [38, 98, 84],
    far: [288, 26, 58],
    near: [250, 32, 38],
    accents: [
      [350, 72, 66],
      [28, 88, 66],
      [276, 42, 62],
      [200, 48, 62],
    ],
  },
  {
    sky: [
      [186, 52, 48],
      [178, 46, 62],
      [58, 64, 80],
    ],
    light: [54, 92, 88],
    far: [178, 32, 58],
    near: [192, 48, 34],
    accents: [
      [16, 74, 64],
      [164, 44, 52],
      [48, 84, 66],
      [206, 52, 58],
    ],
  },
  {
    sky: [
      [28, 62, 58],
      [34, 78, 68],
      [46, 86, 80],
    ],
    light: [50, 98, 88],
    far: [18, 48, 58],
    near: [8, 46, 38],
    accents: [
      [4, 68, 54],
      [38, 86, 58],
      [80, 38, 46],
      [344, 48, 52],
    ],
  },
  {
    sky: [
      [204, 54, 66],
      [190, 46, 76],
      [340, 58, 84],
    ],
    light: [350, 82, 90],
    far: [156, 26, 62],
    near: [146, 34, 40],
    accents: [
      [338, 66, 72],
      [350, 74, 80],
      [96, 38, 54],
      [48, 78, 68],
    ],
  },
  {
    sky: [
      [226, 44, 46],
      [206, 48, 60],
      [168, 46, 74],
    ],
    light: [152, 68, 84],
    far: [206, 34, 54],
    near: [222, 40, 36],
    accents: [
      [168, 52, 60],
      [44, 80, 68],
      [260, 38, 64],
      [326, 46, 66],
    ],
  },
  {
    sky: [
      [354, 46, 62],
      [16, 70, 72],
      [42, 82, 82],
    ],
    light: [44, 94, 88],
    far: [340, 26, 60],
    near: [322, 28, 38],
    accents: [
      [8, 70, 62],
      [178, 36, 52],
      [42, 84, 64],
      [300, 28, 58],
    ],
  },
  {
    sky: [
      [96, 32, 60],
      [78, 40, 70],
      [54, 66, 82],
    ],
    light: [52, 92, 88],
    far: [112, 24, 56],
    near: [138, 34, 34],
    accents: [
      [50, 84, 62],
      [22, 78, 62],
      [168, 36, 48],
      [344, 54, 68],
    ],
  },
]

/** One of the palettes, turned a little. */
export function newPalette(random: Random): Palette {
  const { sky, light, far, near, accents } = palettes[random(palettes.length)]!
  const turn = between(random, -14, 14)
  const lift = between(random, -3, 3)
  const moved = ([hue, saturation, lightness]: Colour): Colour => [hue + turn, saturation, lightness + lift]
  return {
    sky: [moved(sky[0]), moved(sky[1]), moved(sky[2])],
    light: moved(light),
    far: moved(far),
    near: moved(near),
    accents: accents.map(moved),
  }
}

export function css([hue, saturation, lightness]: Colour, opacity = 1): string {
  return `hsla(${((hue % 360) + 360) % 360},${saturation}%,${lightness}%,${opacity})`
}

export function lighter([hue, saturation, lightness]: Colour, by: number): Colour {
  return [hue, saturation, Math.min(96, Math.max(8, lightness + by))]
}

/** The shorter way round the circle of hues. */
export function mixed(one: Colour, other: Colour, share: number): Colour {
  const way = ((other[0] - one[0] + 540) % 360) - 180
  return [one[0] + way * share, one[1] + (other[1] - one[1]) * share, one[2] + (other[2] - one[2]) * share]
}

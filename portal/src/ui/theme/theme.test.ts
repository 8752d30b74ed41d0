import { describe, expect, test } from "vitest"
import { themeCss, themes, type ThemeName } from "./theme.ts"

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const grounds = ["ground", "surface", "sunken", "brandSoft"] as const
const inks = ["text", "textSoft", "textFaint", "brand", "danger", "caution", "done"] as const

describe.each(Object.keys(themes) as ThemeName[])("the %s theme", (name) => {
  const palette = themes[name]

  test("every ink keeps 4.5:1 on every ground", () => {
    const weak = grounds.flatMap((ground) =>
      inks.filter((ink) => contrast(palette[ink], palette[ground]) < 4.5).map((ink) => `${ink} on ${ground}`),
    )
    expect(weak).toEqual([])
  })

  test("white words keep 4.5:1 on the blue and the red of buttons", () => {
    expect(contrast("#ffffff", palette.brandFill)).toBeGreaterThanOrEqual(4.5)
    expect(contrast("#ffffff", palette.brandFillHover)).toBeGreaterThanOrEqual(4.5)
    expect(contrast("#ffffff", palette.dangerFill)).toBeGreaterThanOrEqual(4.5)
  })

  test("a meaning keeps 4.5:1 on its own soft ground", () => {
    expect(contrast(palette.danger, palette.dangerSoft)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(palette.caution, palette.cautionSoft)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(palette.done, palette.doneSoft)).toBeGreaterThanOrEqual(4.5)
  })

  test.each(["Red", "Orange", "Yellow", "Blue"] as const)(
    "[DAY-3] text keeps 4.5:1 on the colour of an alarm's level: %s",
    (colour) => {
      const fill = palette[`level${colour}`]
      expect(contrast(palette[`level${colour}Ink`], fill)).toBeGreaterThanOrEqual(4.5)
    },
  )

  test("[DAY-3] 橙 is orange, not brown", () => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
      Number.parseInt(palette.levelOrange.slice(at, at + 2), 16),
    )
    expect(Math.min(red, 230)).toBe(230)
    expect(green).toBeGreaterThan(100)
    expect(blue).toBeLessThan(60)
  })

  test("the outline of a field keeps 3:1", () => {
    expect(contrast(palette.edge, palette.surface)).toBeGreaterThanOrEqual(3)
  })
})

test("the dark colours come by the system's wish unless light was chosen", () => {
  expect(themeCss()).toContain(
    '@media (prefers-color-scheme:dark){:root:not([data-theme="light"]){color-scheme:dark',
  )
  expect(themeCss()).toContain(`--brand-soft:${themes.light.brandSoft}`)
})

const pixelsOf: Readonly<Record<string, number>> = { px: 1, pt: 96 / 72, cm: 96 / 2.54, in: 96 }

/** How wide a picture was where it comes from, in pixels; null: not said, or as a part of something else. */
export function pictureWidth(element: Element): number | null {
  const style = element.getAttribute("style") ?? ""
  const [, size, unit] = /(?:^|[;\s])width:\s*([\d.]+)(px|pt|cm|in)\b/i.exec(style) ?? []
  const pixels =
    size === undefined || unit === undefined
      ? Number(element.getAttribute("width") ?? Number.NaN)
      : Number(size) * (pixelsOf[unit.toLowerCase()] ?? Number.NaN)
  const whole = Math.round(pixels)
  return whole > 0 && whole < 10_000 ? whole : null
}

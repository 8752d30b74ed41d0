import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { spaces } from "./look.ts"

const sheet = ["look", "space"]
  .map((name) => readFileSync(new URL(`./${name}.module.css`, import.meta.url), "utf8"))
  .join("")
const arranging = readFileSync(new URL("./arrange.module.css", import.meta.url), "utf8")

const named = [
  ...["gap", "columnGap", "pad", "padX", "padY"].flatMap((key) => spaces.map((space) => `${key}-${space}`)),
  ...["start", "center", "end", "baseline", "stretch"].map((value) => `align-${value}`),
  ...["start", "center", "end", "between"].map((value) => `justify-${value}`),
  ...["soft", "faint", "brand", "danger", "caution", "done"].map((value) => `tone-${value}`),
  ...["card", "outline", "sunken", "brand", "danger", "caution", "done"].map((value) => `surface-${value}`),
  ...[12, 13, 14, 15, 16, 18, 20, 22, 24, 28].map((value) => `size-${value}`),
  ...[400, 500, 600].map((value) => `weight-${value}`),
  "line-top",
  "line-bottom",
  "grow",
  "rigid",
  "end",
  "figures",
  "centred",
  "truncate",
  "breaks",
  "keepsLines",
  "scrolls",
]

test.each(named)("[LAYOUT-3] the look %s has a rule", (name) => {
  expect(sheet).toContain(`.${name} {`)
})

test.each([
  "stack",
  "fills",
  "row",
  "wraps",
  "grid",
  "columns-2",
  "columns-3",
  "columns-4",
  "split",
  "toolbar",
])("[LAYOUT-3] the arrangement %s has a rule", (name) => {
  expect(arranging).toMatch(new RegExp(`\\.${name}( \\{|,)`))
})

import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { distances, scales, spaces, switches } from "./look.ts"

const sheet = ["look", "space"]
  .map((name) => readFileSync(new URL(`./${name}.module.css`, import.meta.url), "utf8"))
  .join("")
const arranging = readFileSync(new URL("./arrange.module.css", import.meta.url), "utf8")

const named = [
  ...distances.flatMap((key) => spaces.map((space) => `${key}-${space}`)),
  ...Object.entries(scales).flatMap(([key, values]) => values.map((value) => `${key}-${value}`)),
  ...switches,
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

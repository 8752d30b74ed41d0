import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { root } from "./prepare.mjs"
import { retiredWords } from "./retired-words.ts"

const rows = readFileSync(join(root, "docs/glossary.md"), "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| --"))
  .map((line) => line.split("|").map((cell) => cell.trim()))
const words = rows.filter((cells) => cells.length === 6 && cells[1] !== "word").map(([, word = ""]) => word)

test("[LAYOUT-2] the glossary has about fifty words, each once", () => {
  expect(words.length).toBeGreaterThan(40)
  expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([])
})

test("[LAYOUT-2] every word that identifiers may not use stands in the glossary", () => {
  const text = rows.flat().join(" ")
  const unexplained = Object.keys(retiredWords).filter((word) => !new RegExp(`\\b${word}\\b`).test(text))
  expect(unexplained).toEqual([])
})

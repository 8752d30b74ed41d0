import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { root } from "./prepare.mjs"
import { retiredNames, retiredWords } from "./retired-words.ts"

const rows = readFileSync(join(root, "docs/glossary.md"), "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| --"))
  .map((line) => line.split("|").map((cell) => cell.trim()))
const words = rows.filter((cells) => cells.length === 6 && cells[1] !== "word").map(([, word = ""]) => word)

test("[LAYOUT-2] the glossary has about fifty words, each once", () => {
  expect(words.length).toBeGreaterThan(40)
  expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([])
})

/** The last column of what things are called, and the first one of the words to avoid; a name in backticks is meant as it stands. */
function refusedWords(): string[] {
  const cells = rows.flatMap((row) => {
    if (row[1] === "word" || row[1] === "not") return []
    return row.length === 6 ? [row[4] ?? ""] : row.length === 4 ? [row[1] ?? ""] : []
  })
  return cells.flatMap((cell) => (cell === "–" ? [] : cell.split(", ")))
}

test("[LAYOUT-2] the glossary and the check of identifiers refuse the same words", () => {
  const names = Object.keys(retiredNames).map((name) => `\`${name}\``)
  expect(refusedWords().toSorted()).toEqual([...Object.keys(retiredWords), ...names].toSorted())
})

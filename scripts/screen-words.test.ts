import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { root } from "./prepare.mjs"
import { projectFiles } from "./project-files.mjs"

const refused = readFileSync(join(root, "docs/glossary.md"), "utf8")
  .split("## Sentences on the screen")[1]
  ?.split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| --") && !line.startsWith("| not"))
  .map((line) => line.split("|")[1]?.trim() ?? "")

test("[DAY-19] no sentence on the screen is worded as the glossary refuses", () => {
  expect(refused?.length).toBeGreaterThan(10)
  const read = projectFiles().filter(
    (file) => /^(contract|portal|server)\/.*\.(ts|tsx|html|js)$/.test(file) && !file.includes(".test."),
  )
  const found = read.flatMap((file) => {
    const text = readFileSync(join(root, file), "utf8")
    return (refused ?? []).filter((words) => text.includes(words)).map((words) => `${file}: ${words}`)
  })
  expect(found).toEqual([])
})

import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { root } from "./prepare.mjs"

const page = readFileSync(join(root, "docs/scale.md"), "utf8")
const sections = page.split(/^## /m).map((text) => ({ title: text.slice(0, text.indexOf("\n")), text }))
/** Numbers that were run or multiplied; the others are versions of a database, and what another product's documents say. */
const isOfNumbers = ({ title }: (typeof sections)[number]) => !/^(?:Versions of|Citus)/.test(title)

/** Paragraphs; of a table whose rows say it themselves each row, of another the whole of it. */
function statements(text: string): string[] {
  return text.split(/\n{2,}/).flatMap((block) => {
    if (!block.startsWith("|")) return [block]
    const [head = "", , ...rows] = block.split("\n")
    return head.includes("how known") ? rows : [block]
  })
}

test("[OPS-6] every number in docs/scale.md says whether it was measured or is reckoned", () => {
  const all = sections.filter(isOfNumbers).flatMap(({ text }) => statements(text))
  const withNumbers = all.filter((each) => /\d/.test(each.replaceAll(/`[^`]*`|\]\([^)]*\)|^#+ .*$/gm, "")))
  expect(withNumbers.length).toBeGreaterThan(12)
  expect(withNumbers.filter((each) => !/\b(?:measured|reckoned)\b/i.test(each))).toEqual([])
})

test("[OPS-6] docs/scale.md goes up to 10 million people and 100,000 streams, by every way of growing", () => {
  expect(sections.map(({ title }) => title)).toEqual(
    expect.arrayContaining(["One process", "One machine", "One PostgreSQL with replicas", "Citus"]),
  )
  for (const wanted of [
    "10 million people and 100,000 streams",
    "NOTIFY",
    "foreign keys",
    "row-level security",
  ])
    expect(page).toContain(wanted)
})

import { readFileSync } from "node:fs"
import { join } from "node:path"
import { checkSync, type Diagnostics, type Parameters } from "recheck"
import { beforeAll, expect, test } from "vitest"
import { projectFiles } from "./project-files.mjs"
import { expressionsIn, type Expression, type KnownParts } from "./regular-expressions.ts"

const root = join(import.meta.dirname, "..")

beforeAll(() => {
  // In this process and in JavaScript: neither a Java nor a program of the package is started.
  process.env["RECHECK_SYNC_BACKEND"] = "pure"
})

const parts: KnownParts = {
  // Names of helpers and of a user's fields, which are words of the contract.
  "contract/src/domains/calls.ts": {
    anyHelper: "(?:reauth|person|department)",
  },
  "contract/src/domains/user-fields.ts": { anyUserField: "(?:account|name|phone)" },
  "contract/src/drills/calls.ts": { drillWord: "演练" },
  // Names of attributes, which xlsx-sheet.ts writes: letters and digits.
  "server/src/sheet/xml.ts": { name: "id" },
}

/**
 * Too many states for a proof in seconds; attacked with made-up texts instead. It stands in the specification and in a check of
 * the database, and no label holds a dot, so each letter can be read in one way only.
 */
const attacked = new Set(["contract/src/domains/domain-address.ts:6"])

/** By automata, which is a proof. Most take milliseconds; a pattern that takes this long needs a simpler one. */
const timeout = 120_000
const proof: Parameters = { checker: "automaton", timeout }
// By steps and not by time, so that the machine's speed decides nothing.
const attack: Parameters = {
  checker: "fuzz",
  timeout,
  attackTimeout: null,
  incubationTimeout: null,
  seedingTimeout: null,
}

function problemOf({ path, line, pattern, flags }: Expression): string | null {
  const place = `${path}:${line}`
  const found: Diagnostics = checkSync(pattern, flags, attacked.has(place) ? attack : proof)
  if (found.status === "safe") return null
  const reason =
    found.status === "vulnerable"
      ? `${found.complexity.summary}, e.g. for ${found.attack.pattern}`
      : `not proven (${found.error.kind}${"message" in found.error ? `: ${found.error.message}` : ""})`
  return `${place}: /${pattern}/${flags} is ${reason}`
}

const isProduct = (path: string) =>
  /\.(ts|js|mjs)$/.test(path) && !/\.(test|soak)\.\w+$|\/(test|scratch)(-\w+)*\.ts$/.test(path)

// A quarter of a minute on a free machine; a busy one may take its time.
const patienceMs = 600_000

test(
  "[BARE-5] every regular expression of contract, server and bridge is linear",
  { timeout: patienceMs },
  () => {
    const sources = projectFiles().filter(
      (path) => /^(contract|server|bridge)\/src\//.test(path) && isProduct(path),
    )
    const found = sources.map((path) => expressionsIn(path, readFileSync(join(root, path), "utf8"), parts))
    const expressions = found.flatMap((each) => each.expressions)
    expect(expressions.length).toBeGreaterThan(100)
    expect(found.flatMap(({ problems }) => problems)).toEqual([])
    expect(
      [...attacked].filter((place) => !expressions.some(({ path, line }) => `${path}:${line}` === place)),
    ).toEqual([])
    const once = new Map(expressions.map((each) => [`/${each.pattern}/${each.flags}`, each]))
    expect([...once.values()].map(problemOf).filter((problem) => problem !== null)).toEqual([])
  },
)

test.each([
  ["const a = /^(a+)+$/", "exponential"],
  ["const a = /\\([^)]*\\)/g", "2nd degree polynomial"],
  ['const a = new RegExp("^(a|a)*$", "i")', "exponential"],
])("[BARE-5] a pattern that is not linear is named with place and attack: %s", (source, complexity) => {
  const [expression] = expressionsIn("server/src/a.ts", `\n${source}\n`).expressions
  const problem = expression && problemOf(expression)
  expect(problem).toContain("server/src/a.ts:2: /")
  expect(problem).toContain(`${complexity}, e.g. for '`)
})

test("[BARE-5] an expression out of unknown parts is named, one out of known parts is looked at", () => {
  const source = "export const made = (word: string) => new RegExp(`^${word}+$`)"
  expect(expressionsIn("a.ts", source).problems[0]).toContain("a.ts:1: new RegExp(`^${word}+$`)")
  const known = expressionsIn("a.ts", source, { "a.ts": { word: "a" } })
  expect(known).toMatchObject({ problems: [], expressions: [{ pattern: "^a+$" }] })
  expect(expressionsIn("a.ts", 'export const at = "b".search("(a+)+$")').problems).toHaveLength(1)
})

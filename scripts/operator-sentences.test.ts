import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Visitor } from "oxc-parser"
import { expect, test } from "vitest"
import { inLanguage } from "../server/src/words/operator-language.ts"
import { root } from "./prepare.mjs"
import { projectFiles } from "./project-files.mjs"
import { parsedSource } from "./source-imports.ts"

/** Errors whose message an operator reads as it is. */
const told = new Set([
  "BackupRefusal",
  "DatabaseRefusal",
  "EmbeddedRefusal",
  "MonthFileError",
  "CommandError",
  "NoHost",
])

interface Expression {
  readonly type: string
  readonly value?: unknown
  readonly name?: string
  readonly quasis?: readonly { readonly value: { readonly cooked: string | null } }[]
  readonly left?: Expression
  readonly right?: Expression
  readonly consequent?: Expression
  readonly alternate?: Expression
}

/** The sentences that an expression may be, with a number for each value. Of what is made elsewhere: none. */
function sentencesOf(node: Expression = { type: "none" }): readonly string[] {
  switch (node.type) {
    case "Literal":
      return [String(node.value)]
    case "TemplateLiteral":
      return [(node.quasis ?? []).map(({ value }) => value.cooked ?? "").join("1")]
    case "BinaryExpression":
      return sentencesOf(node.left).flatMap((left) => sentencesOf(node.right).map((right) => left + right))
    case "ConditionalExpression":
      return [...sentencesOf(node.consequent), ...sentencesOf(node.alternate)]
    default:
      return []
  }
}

function sentencesIn(file: string): readonly string[] {
  const source = readFileSync(join(root, file), "utf8")
  if (![...told].some((name) => source.includes(`new ${name}(`))) return []
  const found: string[] = []
  new Visitor({
    NewExpression({ callee, arguments: [given] }) {
      const { name = "" } = callee as Expression
      if (told.has(name)) found.push(...sentencesOf(given as Expression | undefined))
    },
  }).visit(parsedSource(file, source).program)
  return found
}

const files = projectFiles().filter((file) => /^server\/src\/.*(?<!\.test)\.ts$/.test(file))
const sentences = files.flatMap(sentencesIn)

test("[OPERATE-8] every refusal that an operator reads has its Chinese", () => {
  expect(sentences.length).toBeGreaterThan(50)
  const isEnglish = (text: string) => /[A-Za-z]{3,} [a-z]{2,}/.test(text)
  const missing = sentences.filter((text) => isEnglish(text) && inLanguage(text, "zh") === text)
  expect(missing).toEqual([])
})

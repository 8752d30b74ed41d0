import { dirname, posix } from "node:path"
import { parseSync, Visitor, type ParseResult } from "oxc-parser"

/** Parsed once for all rules: parsing takes longer than anything that is asked of the tree. */
const parsed = new Map<string, ParseResult>()

export function parsedSource(path: string, source: string): ParseResult {
  const key = `${path}\n${source}`
  const before = parsed.get(key)
  if (before) return before
  const result = parseSync(path, source)
  if (result.errors.length > 0) throw new Error(`${path}: ${result.errors[0]?.message}`)
  parsed.set(key, result)
  return result
}

interface Node {
  readonly type: string
}

function textOf(node: Node | null | undefined): string | null {
  if (node?.type !== "Literal" || !("value" in node)) return null
  return typeof node.value === "string" ? node.value : null
}

/** The patterns of an `import.meta.glob`; those that begin with `!` take files away and import none. */
function patternsOf(node: Node | undefined): string[] {
  const elements =
    node?.type === "ArrayExpression" && "elements" in node ? (node.elements as (Node | null)[]) : [node]
  return elements.flatMap((element) => textOf(element) ?? []).filter((pattern) => !pattern.startsWith("!"))
}

function isImportMeta(node: Node): boolean {
  return node.type === "MetaProperty"
}

export interface Imports {
  /** Of statements, `import()` and types, as they are written. */
  readonly names: readonly string[]
  /** Of `import.meta.glob`. */
  readonly globs: readonly string[]
}

/** What a file imports, of which kind ever. Style sheets import nothing of ours. */
export function importsOf(path: string, source: string): Imports {
  if (!/\.(ts|tsx|mjs|js)$/.test(path)) return { names: [], globs: [] }
  const { module, program } = parsedSource(path, source)
  const names = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap((each) => each.moduleRequest?.value ?? []),
    ),
  ]
  const globs: string[] = []
  function note(given: Node): void {
    const name = textOf(given)
    if (name !== null) names.push(name)
  }
  new Visitor({
    ImportExpression: ({ source: given }) => note(given),
    TSImportType: ({ source: given }) => note(given),
    CallExpression({ callee, arguments: [first] }) {
      if (callee.type !== "MemberExpression" || !isImportMeta(callee.object)) return
      if (callee.property.type === "Identifier" && callee.property.name === "glob")
        globs.push(...patternsOf(first))
    },
  }).visit(program)
  return { names: [...new Set(names)], globs }
}

/** The files that a glob of a file finds. */
export function foundBy(glob: string, from: string, paths: Iterable<string>): string[] {
  const pattern = posix.join(dirname(from), glob)
  const expression = pattern
    .replace(/[.+^$()|[\]\\]/g, "\\$&")
    .replace(/\{([^}]*)\}/g, (_all, choices: string) => `(?:${choices.replaceAll(",", "|")})`)
    .replace(/\*\*\/|\*/g, (star) => (star === "*" ? "[^/]*" : "(?:.*/)?"))
  const fits = new RegExp(`^${expression}$`)
  return [...paths].filter((path) => path !== from && fits.test(path))
}

import { parseSync, Visitor, type ESTree } from "vite"

export interface Expression {
  readonly path: string
  readonly line: number
  readonly pattern: string
  readonly flags: string
}

/** What a part that is put into an expression may be, by file and name, and why nothing else comes in. */
export type KnownParts = Readonly<Record<string, Readonly<Record<string, string>>>>

export interface Found {
  readonly expressions: readonly Expression[]
  /** What can't be looked at, with what to do about it. */
  readonly problems: readonly string[]
}

/** Of these a text is read as an expression too. */
const readers = new Set(["match", "matchAll", "search"])

/** Every regular expression of a source: literals, and those that are put together out of known parts. */
export function expressionsIn(path: string, source: string, parts: KnownParts = {}): Found {
  const expressions: Expression[] = []
  const problems: string[] = []
  const lineAt = (at: number) => source.slice(0, at).split("\n").length

  const made = (args: readonly ESTree.Argument[], at: number) => {
    const [written, flags] = args
    if (written?.type === "Literal" && "regex" in written) return
    const pattern = textOf(written, parts[path] ?? {})
    const signs = flags === undefined ? "" : textOf(flags, {})
    if (pattern !== null && signs !== null)
      expressions.push({ path, line: lineAt(at), pattern, flags: signs })
    else
      problems.push(
        `${path}:${lineAt(at)}: ${source.slice(at, at + 80)} is put together out of parts that nobody has listed; write a literal, or name its parts in regular-expressions.test.ts`,
      )
  }

  new Visitor({
    Literal(node) {
      if (!("regex" in node)) return
      const { pattern, flags } = node.regex
      expressions.push({ path, line: lineAt(node.start), pattern, flags })
    },
    NewExpression(node) {
      if (isRegExp(node.callee)) made(node.arguments, node.start)
    },
    CallExpression({ callee, arguments: args, start }) {
      if (isRegExp(callee)) made(args, start)
      const isReader =
        callee.type === "MemberExpression" &&
        callee.property.type === "Identifier" &&
        readers.has(callee.property.name)
      const [first] = args
      const isText =
        first?.type === "TemplateLiteral" || (first?.type === "Literal" && typeof first.value === "string")
      if (isReader && isText)
        problems.push(`${path}:${lineAt(start)}: a text that is read as an expression; write a literal`)
    },
  }).visit(parsed(path, source))
  return { expressions, problems }
}

function parsed(path: string, source: string): ESTree.Program {
  const { program, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path} can't be read: ${errors[0]?.message}`)
  return program
}

function isRegExp(callee: ESTree.Expression): boolean {
  return callee.type === "Identifier" && callee.name === "RegExp"
}

function textOf(node: ESTree.Argument | undefined, parts: Readonly<Record<string, string>>): string | null {
  if (node?.type === "Literal" && typeof node.value === "string") return node.value
  if (node?.type !== "TemplateLiteral") return null
  let text = ""
  for (const [at, { value }] of node.quasis.entries()) {
    text += value.cooked ?? value.raw
    const part = node.expressions[at]
    if (!part) continue
    const known = part.type === "Identifier" ? parts[part.name] : undefined
    if (known === undefined) return null
    text += known
  }
  return text
}

import { Visitor } from "oxc-parser"
import { parsedSource } from "./source-imports.ts"

/** Functions of the portal whose first argument is a call that they make. */
const makers = new Set("send useCall ask act attempt request".split(" "))

interface Node {
  readonly type: string
  readonly name?: unknown
  readonly object?: Node
  readonly property?: Node
}

function identifier(node: Node | undefined): string | null {
  return node?.type === "Identifier" && typeof node.name === "string" ? node.name : null
}

/** `alarmCalls.records` as it is written, or null. */
function callIn(node: Node | null | undefined): string | null {
  if (node?.type !== "MemberExpression") return null
  const [group, verb] = [identifier(node.object), identifier(node.property)]
  return group?.endsWith("Calls") && verb !== null ? `${group}.${verb}` : null
}

function nameOf(callee: Node): string {
  return identifier(callee.type === "MemberExpression" ? callee.property : callee) ?? ""
}

/**
 * The calls that a file of the portal makes: handed to what sends them, or to a list as its `call`. To name a call elsewhere, in a type,
 * a list of what is loaded again or a comment, is not to make it.
 */
export function callsMade(path: string, source: string): string[] {
  const made: string[] = []
  const note = (node: Node | null | undefined) => {
    const name = callIn(node)
    if (name !== null) made.push(name)
  }
  new Visitor({
    CallExpression({ callee, arguments: [first] }) {
      if (makers.has(nameOf(callee))) note(first)
    },
    JSXAttribute({ name, value }) {
      if (name.type === "JSXIdentifier" && name.name === "call" && value?.type === "JSXExpressionContainer")
        note(value.expression)
    },
    Property({ key, value }) {
      if (key.type === "Identifier" && key.name === "call") note(value)
    },
  }).visit(parsedSource(path, source).program)
  return made
}

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

/** `alarmCalls.records` as it is written, or null. */
function callIn(node: Node | null | undefined): string | null {
  if (node?.type !== "MemberExpression" || node.object?.type !== "Identifier") return null
  const group = String(node.object.name)
  return group.endsWith("Calls") && node.property?.type === "Identifier"
    ? `${group}.${String(node.property.name)}`
    : null
}

function nameOf(callee: Node): string {
  return String((callee.type === "MemberExpression" ? callee.property : callee)?.name ?? "")
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
      if (makers.has(nameOf(callee as Node))) note(first as Node | undefined)
    },
    JSXAttribute({ name, value }) {
      if (name.type === "JSXIdentifier" && name.name === "call" && value?.type === "JSXExpressionContainer")
        note(value.expression as Node)
    },
    Property({ key, value }) {
      if (key.type === "Identifier" && key.name === "call") note(value as Node)
    },
  }).visit(parsedSource(path, source).program)
  return made
}

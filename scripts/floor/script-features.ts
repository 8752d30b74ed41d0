import { parseSync, Visitor, type ESTree } from "vite"
import { compatAt, lackedBy } from "./compat-data.ts"
import { isGlobal, lackedGlobal, lackedMember, lackedOption, lackedStyle } from "./script-names.ts"
import { lackingInSelector } from "./selector-features.ts"

/** What a file uses and the floor lacks: by name, with who lacks it. */
export type Lacking = ReadonlyMap<string, readonly string[]>

/** Syntax that came after ECMAScript 2020, as the data call it. Whatever is no part of ECMAScript at all the parser refuses. */
const syntax = {
  "static block": ["javascript", "classes", "static", "initialization_blocks"],
  "#name in": ["javascript", "classes", "private_class_fields_in"],
  "private field": ["javascript", "classes", "private_class_fields"],
  "private method": ["javascript", "classes", "private_class_methods"],
  "class field": ["javascript", "classes", "public_class_fields"],
  "await at the top": ["javascript", "operators", "await", "top_level"],
  "import with": ["javascript", "statements", "import", "import_attributes"],
  "??=": ["javascript", "operators", "nullish_coalescing_assignment"],
  "||=": ["javascript", "operators", "logical_or_assignment"],
  "&&=": ["javascript", "operators", "logical_and_assignment"],
  "1_000": ["javascript", "grammar", "numeric_separators"],
  using: ["javascript", "statements", "using"],
  "await using": ["javascript", "statements", "await_using"],
  "#!": ["javascript", "grammar", "hashbang_comments"],
} as const

const inExpressions = {
  "look-behind": [/\(\?<[=!]/, ["javascript", "regular_expressions", "lookbehind_assertion"]],
  "flags inside": [/\(\?[ims]*-?[ims]+:/, ["javascript", "regular_expressions", "modifier"]],
  "\\p{…}": [/\\p\{/i, ["javascript", "regular_expressions", "unicode_character_class_escape"]],
  "(?<name>": [/\(\?<[^=!]/, ["javascript", "regular_expressions", "named_capturing_group"]],
} as const

const flagNames: Readonly<Record<string, string>> = {
  d: "hasIndices",
  s: "dotAll",
  v: "unicodeSets",
  y: "sticky",
}

export function lackingInScript(path: string, source: string): Lacking {
  const { program, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path} can't be parsed: ${errors[0]?.message ?? ""}`)
  const found = new Map<string, readonly string[]>()
  const note = (name: string, lacks: readonly string[]) => {
    if (lacks.length > 0) found.set(name, lacks)
  }
  const noteSyntax = (name: keyof typeof syntax) => {
    const compat = compatAt(syntax[name])
    if (!compat) throw new Error(`The data know no ${syntax[name].join(".")} any more`)
    note(name, lackedBy(compat))
  }
  const noteExpression = (pattern: string, flags: string) => {
    for (const [name, [sign, place]] of Object.entries(inExpressions)) {
      const compat = compatAt(place)
      if (!compat) throw new Error(`The data know no ${place.join(".")} any more`)
      if (sign.test(pattern)) note(`regular expression: ${name}`, lackedBy(compat))
    }
    for (const flag of flags) {
      const name = flagNames[flag]
      const compat = name === undefined ? undefined : compatAt(["javascript", "builtins", "RegExp", name])
      if (compat) note(`regular expression: flag ${flag}`, lackedBy(compat))
    }
  }
  const noteMade = (callee: ESTree.Expression, args: readonly ESTree.Argument[]) => {
    if (callee.type !== "Identifier" || callee.name !== "RegExp") return
    const [pattern, flags] = args.map(textsIn)
    noteExpression(pattern ?? "", flags ?? "")
  }

  const noteMember = (node: ESTree.MemberExpression, isCalled: boolean) => {
    const name = memberName(node)
    if (name === null) return
    const object = node.object.type === "Identifier" && isGlobal(node.object.name) ? node.object.name : null
    const written =
      object !== null && /^(?:window|self|globalThis)$/.test(object) ? name : `${object ?? ""}.${name}`
    note(written, lackedMember(object, name, isCalled))
  }

  // A selector that a browser can't read throws.
  const noteSelector = (text: string) => {
    if (text.length < 500 && /:[a-z-]+/.test(text))
      for (const [name, lacks] of lackingInSelector(text)) note(`"${name}"`, lacks)
  }

  let depth = 0
  const enter = () => void (depth += 1)
  const leave = () => void (depth -= 1)
  new Visitor({
    FunctionDeclaration: enter,
    "FunctionDeclaration:exit": leave,
    FunctionExpression: enter,
    "FunctionExpression:exit": leave,
    ArrowFunctionExpression: enter,
    "ArrowFunctionExpression:exit": leave,
    PropertyDefinition: enter,
    "PropertyDefinition:exit": leave,
    AwaitExpression: () => depth === 0 && noteSyntax("await at the top"),
    ForOfStatement: (node) => node.await && depth === 0 && noteSyntax("await at the top"),
    StaticBlock: () => noteSyntax("static block"),
    ClassBody({ body }) {
      for (const part of body) {
        if (part.type === "PropertyDefinition")
          noteSyntax(part.key.type === "PrivateIdentifier" ? "private field" : "class field")
        if (part.type === "MethodDefinition" && part.key.type === "PrivateIdentifier")
          noteSyntax("private method")
      }
    },
    BinaryExpression({ left }) {
      if ((left.type as string) === "PrivateIdentifier") noteSyntax("#name in")
    },
    AssignmentExpression({ operator }) {
      if (operator === "??=" || operator === "||=" || operator === "&&=") noteSyntax(operator)
    },
    VariableDeclaration({ kind }) {
      if (kind === "using" || kind === "await using") noteSyntax(kind)
    },
    ImportDeclaration({ attributes }) {
      if (attributes.length > 0) noteSyntax("import with")
    },
    Literal(node) {
      if ("regex" in node) noteExpression(node.regex.pattern, node.regex.flags)
      else if (typeof node.value === "string") noteSelector(node.value)
      else if (typeof node.value === "number" && node.raw?.includes("_")) noteSyntax("1_000")
    },
    NewExpression: ({ callee, arguments: args }) => noteMade(callee, args),
    CallExpression({ callee, arguments: args }) {
      noteMade(callee, args)
      if (callee.type !== "MemberExpression") return
      noteMember(callee, true)
      const method = memberName(callee)
      if (method === null) return
      for (const arg of args)
        if (arg.type === "ObjectExpression")
          for (const key of arg.properties.map(keyOf))
            if (key !== null) note(`${method}({ ${key} })`, lackedOption(method, key))
    },
    ObjectExpression({ properties }) {
      for (const key of properties.map(keyOf)) if (key !== null) note(`{ ${key}: }`, lackedStyle(key))
    },
    TemplateElement: ({ value }) => noteSelector(value.cooked ?? ""),
    MemberExpression: (node) => noteMember(node, false),
    ObjectPattern({ properties }) {
      for (const part of properties)
        if (part.type === "Property" && !part.computed && part.key.type === "Identifier")
          note(`.${part.key.name}`, lackedMember(null, part.key.name, false))
    },
    Identifier({ name }) {
      // Members and keys have a node of the same kind: a global that is lacking counts wherever its name stands.
      note(name, lackedGlobal(name))
    },
  }).visit(program)
  if (program.hashbang) noteSyntax("#!")
  return found
}

function keyOf(part: ESTree.ObjectExpression["properties"][number]): string | null {
  if (part.type !== "Property" || part.computed) return null
  return part.key.type === "Identifier" ? part.key.name : null
}

function memberName(node: ESTree.MemberExpression): string | null {
  if (!node.computed) return node.property.type === "Identifier" ? node.property.name : null
  return node.property.type === "Literal" && typeof node.property.value === "string"
    ? node.property.value
    : null
}

/** All texts in an expression that puts a pattern together. */
function textsIn(node: unknown): string {
  if (Array.isArray(node)) return node.map(textsIn).join("")
  if (typeof node !== "object" || node === null) return ""
  const { type, value } = node as { type?: unknown; value?: unknown }
  if (type === "Literal") return typeof value === "string" ? value : ""
  if (type === "TemplateElement") return (value as { cooked?: string }).cooked ?? ""
  return Object.values(node).map(textsIn).join("")
}

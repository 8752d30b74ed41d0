import postcss, { type AtRule, type Container, type Declaration, type Rule } from "postcss"
import { entryAt, namesAt } from "./compat-data.ts"
import type { Lacking } from "./script-features.ts"
import { lackedAt, lackingInSelector, type Part } from "./selector-features.ts"

const units: Readonly<Record<string, string>> = {
  d: "viewport_percentage_units_dynamic",
  l: "viewport_percentage_units_large",
  s: "viewport_percentage_units_small",
  cq: "container_query_length_units",
}

/** Functions of values by their names, wherever the data have them. */
const functions = functionsIn(["css", "types"])

function functionsIn(place: readonly string[]): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const name of namesAt(place)) {
    const below = [...place, name]
    if (/^[a-z][\w-]*$/.test(name) && !found.has(name)) found.set(name, below)
    if (place.length < 4)
      for (const [inner, path] of functionsIn(below)) if (!found.has(inner)) found.set(inner, path)
  }
  return found
}

export function lackingInSheet(source: string): Lacking {
  const found = new Map<string, readonly string[]>()
  const note = (name: string, lacks: readonly string[]) => {
    if (lacks.length > 0) found.set(name, lacks)
  }
  const root = postcss.parse(source)
  root.walkAtRules((rule) => {
    for (const [name, lacks] of inAtRule(rule)) note(name, lacks)
  })
  root.walkRules((rule) => {
    // The steps of an animation are no selectors.
    if (rule.parent?.type === "atrule" && (rule.parent as AtRule).name.endsWith("keyframes")) return
    for (const [name, lacks] of inSelector(rule)) if (!isAskedFor(rule, name)) note(name, lacks)
  })
  root.walkDecls((declaration) => {
    const lacking = inDeclaration(declaration)
    if (lacking.length === 0 || hasPlainOneBefore(declaration) || hasPrefixedBeside(declaration)) return
    for (const [name, lacks] of lacking)
      if (!isAskedFor(declaration, name) && !isReplaced(declaration, name)) note(name, lacks)
  })
  return found
}

function inAtRule({ name, params }: AtRule): Part[] {
  const plain = name.replace(/^-\w+-/, "")
  const parts = lackedAt(`@${name}`, "css", "at-rules", plain)
  if (plain === "supports" && params.includes("selector("))
    parts.push(...lackedAt("@supports selector()", "css", "at-rules", "supports", "selector"))
  if (plain !== "media") return parts
  if (/[<>]/.test(params))
    parts.push(...lackedAt("@media (a < b)", "css", "at-rules", "media", "range_syntax"))
  for (const [, feature = ""] of params.matchAll(/\(\s*(?:min-|max-)?([a-z-]+)/g))
    parts.push(...lackedAt(`@media (${feature})`, "css", "at-rules", "media", feature))
  return parts
}

function inSelector(rule: Rule): readonly Part[] {
  const nested = rule.parent?.type === "rule" ? lackedAt("nesting", "css", "selectors", "nesting") : []
  return [...nested, ...lackingInSelector(rule.selector)]
}

function inDeclaration({ prop, value }: Declaration): Part[] {
  const parts: Part[] = []
  const isOwn = prop.startsWith("--")
  // What has a prefix is for the engine that knows it.
  if (prop.startsWith("-") && !isOwn) return []
  if (!isOwn) parts.push(...lackedAt(prop, "css", "properties", prop))
  const plain = value.replace(/"[^"]*"|'[^']*'|url\([^)]*\)|var\(--[\w-]+/g, " ")
  for (const [, name = ""] of plain.matchAll(/(?<![\w-])([a-z][\w-]*)\(/g)) {
    const path = functions.get(name)
    if (path) parts.push(...lackedAt(`${name}()`, ...path))
  }
  for (const [, unit = "", kind = ""] of plain.matchAll(
    /\d((d|s|l|cq)(?:vw|vh|vi|vb|vmin|vmax|w|h|i|b|min|max))\b/g,
  )) {
    const name = units[kind]
    if (name) parts.push(...lackedAt(unit, "css", "types", "length", name))
  }
  if (isOwn) return parts
  for (const [, word = ""] of plain.matchAll(/(?<![\w-.#])([a-z][a-z-]+)(?![\w(-])/g))
    if (entryAt(["css", "properties", prop, word]))
      parts.push(...lackedAt(`${prop}: ${word}`, "css", "properties", prop, word))
  return parts
}

/**
 * `height: 100vh; height: 100dvh`: browsers that do not know the second keep the first. A custom property, and every value with
 * var(), is kept unread (BROWSER-17): it becomes `auto` or transparent there, so it needs `@supports`.
 */
function hasPlainOneBefore(declaration: Declaration): boolean {
  if (declaration.prop.startsWith("--") || declaration.value.includes("var(")) return false
  for (let before = declaration.prev(); before; before = before.prev())
    if (before.type === "decl" && before.prop === declaration.prop && inDeclaration(before).length === 0)
      return true
  return false
}

/** `-webkit-user-select` beside `user-select`: Safari has the first. */
function hasPrefixedBeside({ prop, parent }: Declaration): boolean {
  return (parent?.nodes ?? []).some((node) => node.type === "decl" && node.prop === `-webkit-${prop}`)
}

/** `@supports not (aspect-ratio: 1)` has something else for the same elements. */
function isReplaced(declaration: Declaration, name: string): boolean {
  const { selector } = declaration.parent as Rule
  let found = false
  declaration.root().walkAtRules("supports", (rule) => {
    if (!rule.params.startsWith("not") || !rule.params.includes(name.replace(/\(.*$|:.*$/, ""))) return
    rule.walkRules((inside) => {
      found ||= inside.selector === selector
    })
  })
  return found
}

/** Inside of an `@supports` that asks for it. */
function isAskedFor(node: Rule | Declaration, name: string): boolean {
  const asked = name.replace(/^:|\(.*$/g, "")
  for (let around: Container | undefined = node.parent; around; around = around.parent as Container) {
    if (around.type !== "atrule") continue
    const { name: kind, params } = around as AtRule
    if (kind === "supports" && !params.startsWith("not") && params.includes(asked)) return true
  }
  return false
}

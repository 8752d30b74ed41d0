import { compatAt, lackedBy } from "./compat-data.ts"

export type Part = readonly [name: string, lacks: readonly string[]]

export function lackedAt(name: string, ...path: string[]): Part[] {
  const compat = compatAt(path)
  const lacks = compat ? lackedBy(compat) : []
  return lacks.length > 0 ? [[name, lacks]] : []
}

/** What a selector uses and the floor lacks. What has a prefix is for the engine that knows it. */
export function lackingInSelector(written: string): Part[] {
  const selector = written.replace(/\[[^\]]*\]|\\./g, "")
  const parts: Part[] = []
  for (const [, name = ""] of selector.matchAll(/::?([a-z][a-z-]*)/g))
    parts.push(...lackedAt(`:${name}`, "css", "selectors", name))
  if (/:not\((?:[^()]|\([^()]*\))*,/.test(selector))
    parts.push(...lackedAt(":not(a, b)", "css", "selectors", "not", "selector_list"))
  return parts
}

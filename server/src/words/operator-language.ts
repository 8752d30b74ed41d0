import { operatorWords } from "./operator-words.ts"

export type OperatorLanguage = "en" | "zh"

type Environment = Readonly<Record<string, string | undefined>>

/** OPERATE-8: what the operator set for this product, otherwise the language of the terminal or of the system. */
export function operatorLanguage(environment: Environment = process.env): OperatorLanguage {
  const own = environment["UC_LANGUAGE"]
  if (own === "zh" || own === "en") return own
  const system = environment["LC_ALL"] || environment["LC_MESSAGES"] || environment["LANG"] || ""
  return /^zh(?:[_.-]|$)/i.test(system) ? "zh" : "en"
}

/**
 * A sentence for operators in their language. The program writes it in English, and the catalogue has the Chinese of it, as gettext
 * does it; what is not in the catalogue stays English. Values that stand in it may be sentences of their own.
 */
export function told(text: string, language: OperatorLanguage = operatorLanguage()): string {
  return language === "en" ? text : inChinese(text)
}

function inChinese(text: string): string {
  const exact = operatorWords.get(text)
  if (exact !== undefined) return exact
  for (const { pattern, names, chinese } of patterns()) {
    const found = pattern.exec(text)
    if (!found) continue
    const values = new Map(names.map((name, at) => [name, found[at + 1] ?? ""]))
    return chinese.replace(/\{(\w+)\}/g, (_whole, name: string) => inChinese(values.get(name) ?? ""))
  }
  if (text.includes("\n"))
    return text
      .split("\n")
      .map((line) => (line === "" ? line : inChinese(line)))
      .join("\n")
  // A variable with what is wrong about it, as configuration errors list them.
  const [, head, reason] = /^( *[A-Z][A-Z_]+: )(.+)$/.exec(text) ?? []
  return head === undefined || reason === undefined ? text : `${head}${inChinese(reason)}`
}

interface Pattern {
  readonly pattern: RegExp
  readonly names: readonly string[]
  readonly chinese: string
}

let made: readonly Pattern[] | null = null

/** Made once it is needed: mostly nobody is told anything. Those with most of their own words first. */
function patterns(): readonly Pattern[] {
  return (made ??= [...operatorWords]
    .filter(([english]) => english.includes("{"))
    .toSorted(([a], [b]) => fixedLength(b) - fixedLength(a))
    .map(([english, chinese]) => ({
      pattern: new RegExp(`^${patternOf(english)}$`, english.includes("\n") ? "s" : ""),
      names: [...english.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name),
      chinese,
    })))
}

function fixedLength(english: string): number {
  return english.replaceAll(/\{\w+\}/g, "").length
}

function patternOf(english: string): string {
  return english
    .split(/\{\w+\}/)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
    .join("(.+?)")
}

import { operatorWords } from "./operator-words.ts"

export type OperatorLanguage = "en" | "zh"

type Environment = Readonly<Record<string, string | undefined>>

/** OPERATE-8: what the operator set for this product, otherwise the language of the terminal or of the system. */
export function operatorLanguage(environment: Environment): OperatorLanguage {
  const own = environment["UC_LANGUAGE"]
  if (own === "zh" || own === "en") return own
  const system = environment["LC_ALL"] || environment["LC_MESSAGES"] || environment["LANG"] || ""
  return /^zh(?:[_.-]|$)/i.test(system) ? "zh" : "en"
}

/**
 * A sentence for operators in their language. The program writes it in English, and the catalogue has the Chinese of it, as gettext
 * does it; what is not in the catalogue stays English. Values that stand in it may be sentences of their own.
 */
export function inLanguage(text: string, language: OperatorLanguage): string {
  return language === "en" ? text : inChinese(text)
}

function inChinese(text: string): string {
  const exact = operatorWords.get(text)
  if (exact !== undefined) return exact
  for (const { fixed, names, chinese } of templates()) {
    const values = valuesBetween(text, fixed)
    if (values === null) continue
    const named = new Map(names.map((name, at) => [name, values[at] ?? ""]))
    return chinese.replace(/\{(\w+)\}/g, (_whole, name: string) => inChinese(named.get(name) ?? ""))
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

interface Template {
  /** What stands before, between and after the values. */
  readonly fixed: readonly string[]
  readonly names: readonly string[]
  readonly chinese: string
}

let made: readonly Template[] | null = null

/** Made once it is needed: mostly nobody is told anything. Those with most of their own words first. */
function templates(): readonly Template[] {
  const ownWords = ({ fixed }: Template) => fixed.join("").length
  return (made ??= [...operatorWords]
    .filter(([english]) => english.includes("{"))
    .map(([english, chinese]) => ({
      fixed: english.split(/\{\w+\}/),
      names: [...english.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name),
      chinese,
    }))
    .toSorted((a, b) => ownWords(b) - ownWords(a)))
}

/** Null: the text is none of this template. A value may be empty, and has several lines only where the template has. */
function valuesBetween(text: string, fixed: readonly string[]): readonly string[] | null {
  const [first = "", ...others] = fixed
  const isLong = fixed.some((part) => part.includes("\n"))
  if (!text.startsWith(first) || (!isLong && text.includes("\n"))) return null
  const values: string[] = []
  let from = first.length
  for (const [at, part] of others.entries()) {
    const isLast = at === others.length - 1
    const to = isLast ? text.length - part.length : text.indexOf(part, from)
    if (to < from || !text.endsWith(isLast ? part : "")) return null
    values.push(text.slice(from, to))
    from = to + part.length
  }
  return values
}

import { scimLimits, scimMessages } from "@uc/contract/applications/scim"
import { badRequest } from "./scim-error.ts"

export type Comparison = "eq" | "ne" | "co" | "sw" | "ew" | "gt" | "ge" | "lt" | "le"
export type FilterValue = string | number | boolean | null

/** RFC 7644, 3.4.2.2: `urn:…:attribute.sub`. Names are compared without case. */
export interface AttributePath {
  readonly urn: string | null
  readonly attribute: string
  readonly sub: string | null
}

export type Filter =
  | { readonly is: "and" | "or"; readonly of: readonly Filter[] }
  | { readonly is: "not"; readonly of: Filter }
  | { readonly is: "present"; readonly path: AttributePath }
  | {
      readonly is: "compared"
      readonly path: AttributePath
      readonly by: Comparison
      readonly value: FilterValue
    }
  /** One and the same value of a list fulfils it. */
  | { readonly is: "some"; readonly path: AttributePath; readonly of: Filter }

/** The target of a PATCH: `attribute[filter].sub`. */
export interface PatchPath {
  readonly path: AttributePath
  readonly filter: Filter | null
  readonly sub: string | null
}

type Token =
  | { readonly is: "sign"; readonly sign: string; readonly at: number }
  | { readonly is: "word"; readonly word: string; readonly at: number }
  | { readonly is: "value"; readonly value: FilterValue; readonly at: number }

const comparisons = new Set<string>(["eq", "ne", "co", "sw", "ew", "gt", "ge", "lt", "le"])
const attributeName = /^[a-z][\w-]*$/i
const subName = /^(?:\$ref|[a-z][\w-]*)$/i
const urnPattern = /^urn:[\w.:-]+$/i

function broken(at: number) {
  return badRequest("invalidFilter", scimMessages.filterSyntax(at + 1))
}

function isComparison(word: string): word is Comparison {
  return comparisons.has(word)
}

/** Null: no path. */
export function readPath(written: string): AttributePath | null {
  const at = written.lastIndexOf(":")
  const urn = at === -1 ? null : written.slice(0, at)
  if (urn !== null && !urnPattern.test(urn)) return null
  const [attribute = "", sub, ...rest] = written.slice(at + 1).split(".")
  if (rest.length > 0 || !attributeName.test(attribute)) return null
  if (sub !== undefined && !subName.test(sub)) return null
  return { urn, attribute, sub: sub ?? null }
}

/** Signs, words and JSON values; a text ends at its own quotation mark. */
function tokensOf(text: string): Token[] {
  const pattern = /\s*(?:([()[\]])|("(?:[^"\\]|\\.)*")|([^\s()[\]"]+))/suy
  const tokens: Token[] = []
  const end = text.trimEnd().length
  while (pattern.lastIndex < end) {
    const at = pattern.lastIndex
    const found = pattern.exec(text)
    if (!found) throw broken(at)
    const [, sign, quoted, word = ""] = found
    if (sign !== undefined) tokens.push({ is: "sign", sign, at })
    else if (quoted !== undefined || /^-?\d/.test(word))
      tokens.push({ is: "value", value: jsonOf(quoted ?? word, at), at })
    else tokens.push({ is: "word", word, at })
  }
  return tokens
}

function jsonOf(written: string, at: number): FilterValue {
  try {
    return JSON.parse(written) as FilterValue
  } catch {
    throw broken(at)
  }
}

const constants = new Map<string, FilterValue>([
  ["true", true],
  ["false", false],
  ["null", null],
])

/** Recursive descent: `or` binds weakest, then `and`, then `not`. */
class Reader {
  readonly #tokens: readonly Token[]
  readonly #length: number
  #next = 0
  #depth = 0
  #terms = 0

  constructor(text: string) {
    if (text.length > scimLimits.filterLength) throw badRequest("invalidFilter", scimMessages.filterTooLong)
    this.#length = text.length
    this.#tokens = tokensOf(text)
  }

  get isOver(): boolean {
    return this.#next >= this.#tokens.length
  }

  whole(): Filter {
    const filter = this.#or()
    if (!this.isOver) throw this.#broken()
    return filter
  }

  patchPath(): PatchPath {
    const path = this.#path()
    let filter: Filter | null = null
    let sub: string | null = null
    if (this.#takes("[")) {
      if (path.sub !== null) throw this.#broken()
      filter = this.#inside("]", () => this.#or())
      sub = this.#subAfterBracket()
    }
    if (!this.isOver) throw this.#broken()
    return { path, filter, sub }
  }

  #broken() {
    return broken(this.#tokens[this.#next]?.at ?? this.#length)
  }

  #takes(sign: string): boolean {
    const token = this.#tokens[this.#next]
    if (token?.is !== "sign" || token.sign !== sign) return false
    this.#next++
    return true
  }

  #takesWord(wanted: string): boolean {
    const token = this.#tokens[this.#next]
    if (token?.is !== "word" || token.word.toLowerCase() !== wanted) return false
    this.#next++
    return true
  }

  #inside<T>(closing: string, read: () => T): T {
    if (++this.#depth > scimLimits.filterDepth) throw badRequest("invalidFilter", scimMessages.filterTooLong)
    const found = read()
    if (!this.#takes(closing)) throw this.#broken()
    this.#depth--
    return found
  }

  #or(): Filter {
    const of = [this.#and()]
    while (this.#takesWord("or")) of.push(this.#and())
    return of.length === 1 && of[0] ? of[0] : { is: "or", of }
  }

  #and(): Filter {
    const of = [this.#one()]
    while (this.#takesWord("and")) of.push(this.#one())
    return of.length === 1 && of[0] ? of[0] : { is: "and", of }
  }

  #one(): Filter {
    if (this.#takes("(")) return this.#inside(")", () => this.#or())
    const [token, after] = [this.#tokens[this.#next], this.#tokens[this.#next + 1]]
    if (token?.is === "word" && token.word.toLowerCase() === "not" && after?.is === "sign") {
      this.#next++
      if (!this.#takes("(")) throw this.#broken()
      return { is: "not", of: this.#inside(")", () => this.#or()) }
    }
    return this.#term()
  }

  #term(): Filter {
    if (++this.#terms > scimLimits.filterTerms) throw badRequest("invalidFilter", scimMessages.filterTooLong)
    const path = this.#path()
    if (!this.#takes("[")) return this.#compared(path)
    if (path.sub !== null) throw this.#broken()
    const of = this.#inside("]", () => this.#or())
    const sub = this.#subAfterBracket()
    // `emails[type eq "work"].value eq "x"`, as some clients write it.
    if (sub === null) return { is: "some", path, of }
    const also = this.#compared({ urn: null, attribute: sub, sub: null })
    return { is: "some", path, of: { is: "and", of: [of, also] } }
  }

  #path(): AttributePath {
    const token = this.#tokens[this.#next]
    const path = token?.is === "word" ? readPath(token.word) : null
    if (!path) throw this.#broken()
    this.#next++
    return path
  }

  #subAfterBracket(): string | null {
    const token = this.#tokens[this.#next]
    if (token?.is !== "word" || !token.word.startsWith(".")) return null
    const sub = token.word.slice(1)
    if (!subName.test(sub)) throw this.#broken()
    this.#next++
    return sub
  }

  #compared(path: AttributePath): Filter {
    const token = this.#tokens[this.#next]
    const by = token?.is === "word" ? token.word.toLowerCase() : ""
    if (by === "pr") {
      this.#next++
      return { is: "present", path }
    }
    if (!isComparison(by)) throw this.#broken()
    this.#next++
    const value = this.#value()
    return { is: "compared", path, by, value }
  }

  #value(): FilterValue {
    const token = this.#tokens[this.#next]
    if (token?.is === "value") {
      this.#next++
      return token.value
    }
    const known = token?.is === "word" ? constants.get(token.word.toLowerCase()) : undefined
    if (known === undefined) throw this.#broken()
    this.#next++
    return known
  }
}

/** SSO-5: a filter as a tree; a wrong, long or deep one is refused. */
export function parseFilter(text: string): Filter {
  return new Reader(text).whole()
}

export function parsePatchPath(text: string): PatchPath {
  return new Reader(text).patchPath()
}

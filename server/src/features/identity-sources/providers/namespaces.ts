const declaration = /\s*([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/y

interface Opened {
  readonly prefix: string
  /** Null: no declaration covers its prefix. */
  readonly namespace: string | null
  readonly declared: ReadonlyMap<string, string>
}

/** Which namespace the elements of an XML document belong to, whatever their prefixes are (Namespaces in XML 1.0). */
export class Namespaces {
  readonly #opened: Opened[] = []

  /** Of the innermost element that is open. */
  get current(): string | null {
    return this.#opened.at(-1)?.namespace ?? null
  }

  /** `attributes` as they are written. */
  open(prefix: string, attributes: string): void {
    const above = this.#opened.at(-1)?.declared ?? new Map<string, string>()
    const own = declaredIn(attributes)
    const declared = own.size === 0 ? above : new Map([...above, ...own])
    this.#opened.push({ prefix, namespace: declared.get(prefix) ?? null, declared })
  }

  /** Gives the prefix that the element was opened with. */
  close(): string | undefined {
    return this.#opened.pop()?.prefix
  }
}

/** One attribute after the other: what looks like a declaration inside of a value is none. */
function declaredIn(attributes: string): ReadonlyMap<string, string> {
  const declared = new Map<string, string>()
  declaration.lastIndex = 0
  for (let found = declaration.exec(attributes); found; found = declaration.exec(attributes)) {
    const [, name = "", quoted, single] = found
    if (name === "xmlns" || name.startsWith("xmlns:")) declared.set(name.slice(6), quoted ?? single ?? "")
  }
  return declared
}

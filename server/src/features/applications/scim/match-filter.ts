import type { AttributePath, Comparison, Filter, FilterValue } from "./parse-filter.ts"

type Json = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

/** Names are compared without case (RFC 7643, 2.1). */
export function keyIn(object: Json, name: string): string | undefined {
  if (Object.hasOwn(object, name)) return name
  const wanted = name.toLowerCase()
  return Object.keys(object).find((key) => key.toLowerCase() === wanted)
}

export function valueIn(object: Json, name: string): unknown {
  const key = keyIn(object, name)
  return key === undefined ? undefined : object[key]
}

/** Whether a value of a list fulfils what stands in the brackets of a path. */
export function matches(value: unknown, filter: Filter): boolean {
  switch (filter.is) {
    case "and":
      return filter.of.every((each) => matches(value, each))
    case "or":
      return filter.of.some((each) => matches(value, each))
    case "not":
      return !matches(value, filter.of)
    case "present":
      return valuesAt(value, filter.path).some((each) => each !== "")
    case "some":
      return wholesAt(value, filter.path).some((each) => matches(each, filter.of))
    case "compared": {
      const found = valuesAt(value, filter.path)
      if (filter.by === "ne") return !found.some((each) => isSo(each, "eq", filter.value))
      if (filter.value === null) return filter.by === "eq" && found.length === 0
      return found.some((each) => isSo(each, filter.by, filter.value))
    }
  }
}

/** Values that are there; of a list each one, of a complex one its `value`. */
function valuesAt(value: unknown, path: AttributePath): unknown[] {
  return wholesAt(value, path).map((each) =>
    path.sub === null && isObject(each) && "value" in each ? each["value"] : each,
  )
}

function wholesAt(value: unknown, { urn, attribute, sub }: AttributePath): unknown[] {
  const from = urn !== null && isObject(value) ? (valueIn(value, urn) ?? value) : value
  const found = isObject(from) ? valueIn(from, attribute) : attribute.toLowerCase() === "value" ? from : null
  return (Array.isArray(found) ? found : [found])
    .map((each: unknown) => (sub !== null && isObject(each) ? valueIn(each, sub) : each))
    .filter((each) => each !== undefined && each !== null)
}

function isSo(found: unknown, by: Comparison, wanted: FilterValue): boolean {
  if (typeof found === "string" && typeof wanted === "string") {
    const [a, b] = [found.toLowerCase(), wanted.toLowerCase()]
    if (by === "co") return a.includes(b)
    if (by === "sw") return a.startsWith(b)
    if (by === "ew") return a.endsWith(b)
    return isOrdered(a < b ? -1 : a > b ? 1 : 0, by)
  }
  if (typeof found === "number" && typeof wanted === "number") return isOrdered(found - wanted, by)
  return by === "eq" && found === wanted
}

function isOrdered(difference: number, by: Comparison): boolean {
  if (by === "eq") return difference === 0
  if (by === "gt") return difference > 0
  if (by === "ge") return difference >= 0
  if (by === "lt") return difference < 0
  return by === "le" && difference <= 0
}

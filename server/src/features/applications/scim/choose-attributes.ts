import { isObject, keyIn } from "./match-filter.ts"
import type { AttributePath } from "./parse-filter.ts"

type Json = Record<string, unknown>

/** Which attributes of a resource an answer has (RFC 7644, 3.9); null: all. */
export interface Chosen {
  readonly only: readonly AttributePath[] | null
  readonly without: readonly AttributePath[]
}

export const allAttributes: Chosen = { only: null, without: [] }

/** Never left out. */
const always = ["schemas", "id"]

export function isChosen({ only, without }: Chosen, attribute: string): boolean {
  const isIt = (path: AttributePath) => path.attribute.toLowerCase() === attribute
  if (only) return only.some(isIt)
  return !without.some((path) => isIt(path) && path.sub === null)
}

export function chooseAttributes(resource: Json, { only, without }: Chosen): Json {
  if (only) {
    const chosen: Json = {}
    for (const key of always) if (key in resource) chosen[key] = resource[key]
    for (const path of only) copy(resource, chosen, path)
    return chosen
  }
  return without.reduce(withoutOne, resource)
}

/** The object that holds the attribute, and the key of the extension that it stands in. */
function holderOf(resource: Json, { urn }: AttributePath): { holder: Json; inside: string | null } {
  const inside = urn === null ? undefined : keyIn(resource, urn)
  const held = inside === undefined ? undefined : resource[inside]
  return inside !== undefined && isObject(held)
    ? { holder: held, inside }
    : { holder: resource, inside: null }
}

function copy(from: Json, to: Json, path: AttributePath): void {
  // An extension as a whole is asked for by its name.
  const whole = keyIn(from, `${path.urn ?? ""}:${path.attribute}`)
  if (whole !== undefined) {
    to[whole] = from[whole]
    return
  }
  const { holder, inside } = holderOf(from, path)
  const key = keyIn(holder, path.attribute)
  if (key === undefined) return
  const target = inside === null ? to : ((to[inside] ??= {}) as Json)
  target[key] = path.sub === null ? holder[key] : joined(target[key], parts(holder[key], path.sub, true))
}

function withoutOne(resource: Json, path: AttributePath): Json {
  const whole = keyIn(resource, `${path.urn ?? ""}:${path.attribute}`)
  if (whole !== undefined) return omitted(resource, whole)
  const { holder, inside } = holderOf(resource, path)
  const key = keyIn(holder, path.attribute)
  if (key === undefined || (inside === null && always.includes(key))) return resource
  const less =
    path.sub === null ? omitted(holder, key) : { ...holder, [key]: parts(holder[key], path.sub, false) }
  return inside === null ? less : { ...resource, [inside]: less }
}

function omitted(object: Json, key: string): Json {
  return Object.fromEntries(Object.entries(object).filter(([name]) => name !== key))
}

/** Of a complex value, or of each of a list, that part alone or everything but it. */
function parts(value: unknown, sub: string, isOnly: boolean): unknown {
  if (Array.isArray(value)) return value.map((each) => parts(each, sub, isOnly))
  if (!isObject(value)) return value
  const wanted = sub.toLowerCase()
  return Object.fromEntries(
    Object.entries(value).filter(([key]) => (key.toLowerCase() === wanted) === isOnly),
  )
}

/** Two parts of the same attribute were asked for. */
function joined(known: unknown, more: unknown): unknown {
  if (Array.isArray(known) && Array.isArray(more)) return known.map((each, at) => joined(each, more[at]))
  return isObject(known) && isObject(more) ? { ...known, ...more } : more
}

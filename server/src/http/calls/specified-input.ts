import type { Call } from "@uc/contract/core/call"

type Parameters = Readonly<Record<string, unknown>>

/** By call, because what may be left out is asked of a shape and not said by it. */
const optionalNames = new WeakMap<Call, ReadonlySet<string>>()

function optionalOf(call: Call): ReadonlySet<string> {
  let names = optionalNames.get(call)
  if (names === undefined) {
    const shapes = Object.entries(call.input.shape)
    names = new Set(shapes.filter(([, shape]) => shape.safeParse(undefined).success).map(([name]) => name))
    optionalNames.set(call, names)
  }
  return names
}

/**
 * SPEC-2: what a client of the specification has sent, as the call's shape takes it. Parameters that the shape does not know
 * are left out, and so is the empty text of what may be left out: such clients send every field of their form. JSON is read
 * as the form that it stands for.
 */
export function specifiedInput(call: Call, given: Parameters): Parameters {
  const optional = optionalOf(call)
  const input: Record<string, unknown> = {}
  for (const [name, raw] of Object.entries(given)) {
    if (!Object.hasOwn(call.input.shape, name)) continue
    const value = asText(raw)
    const isNothing = value === "" && optional.has(name) && !call.specified?.emptyIsValue.includes(name)
    if (!isNothing && value !== null && value !== undefined) input[name] = value
  }
  return input
}

/** A number too large to be exact would name something else; the shape refuses it. */
function asText(value: unknown): unknown {
  if (typeof value === "boolean") return String(value)
  return typeof value === "number" && Number.isSafeInteger(value) ? String(value) : value
}

/** SPEC-2: a parameter that is a part of the address counts in the body as well, e.g. `topType`. */
export function hasFixed({ fixed, specified }: Call, query: Parameters, body: unknown): boolean {
  const inBody: Parameters =
    specified !== null && typeof body === "object" && body !== null ? { ...body } : {}
  return Object.entries(fixed).every(
    ([name, value]) => query[name] === value || (query[name] === undefined && asText(inBody[name]) === value),
  )
}

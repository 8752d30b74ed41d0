import { scimLimits, scimMessages, scimSchemas } from "@uc/contract/applications/scim"
import { ownIn } from "./filter-to-sql.ts"
import { isObject, keyIn, matches, valueIn } from "./match-filter.ts"
import { parsePatchPath, type Filter, type PatchPath } from "./parse-filter.ts"
import { bodyOf } from "./read-request.ts"
import { badRequest, ScimError } from "./scim-error.ts"

type Json = Record<string, unknown>

/** What a PATCH may change in a resource, names in lower case. */
export interface Patchable {
  /** Canonical names of attributes that may be written, each by its lower-case name; those of an extension with its URN. */
  readonly writable: Readonly<Record<string, string>>
  /** Lists among them. */
  readonly lists: ReadonlySet<string>
  /** Shown, and not to be written. */
  readonly readOnly: ReadonlySet<string>
  /** Among those that may be written: what a resource always has. */
  readonly required: ReadonlySet<string>
  /** Of the protocol, and not kept here: accepted without effect, as in POST and PUT. */
  readonly ignored: ReadonlySet<string>
  readonly extensions: readonly string[]
}

interface Operation {
  readonly op: "add" | "remove" | "replace"
  readonly path: string | null
  readonly value: unknown
}

const operations = new Set(["add", "remove", "replace"])

/** RFC 7644, 3.5.2. Some clients write `Add` and `Replace`. */
export function operationsIn(body: unknown): Operation[] {
  const given = valueIn(bodyOf(body, scimSchemas.patch), "Operations")
  if (!Array.isArray(given) || given.length === 0)
    throw badRequest("invalidSyntax", scimMessages.required("Operations"))
  if (given.length > scimLimits.operations)
    throw new ScimError(413, scimMessages.tooManyOperations, { type: "tooMany" })
  return given.map((each: unknown) => {
    const written = isObject(each) ? valueIn(each, "op") : null
    const op = typeof written === "string" ? written.toLowerCase() : ""
    if (!isObject(each) || !operations.has(op)) throw badRequest("invalidSyntax", scimMessages.badOperation)
    const path = valueIn(each, "path") ?? null
    if (path !== null && typeof path !== "string")
      throw badRequest("invalidPath", scimMessages.badPath(JSON.stringify(path).slice(0, 50)))
    return { op: op as Operation["op"], path, value: valueIn(each, "value") }
  })
}

/** The resource as it is to be: nothing is written here. */
export function applyPatch(resource: Json, wanted: readonly Operation[], patchable: Patchable): Json {
  let changed = structuredClone(resource)
  for (const { op, path, value } of wanted) {
    if (path !== null) {
      changed = applyOne(changed, { op, path, value }, patchable)
      continue
    }
    if (op === "remove") throw badRequest("noTarget", scimMessages.noTarget("（无）"))
    if (!isObject(value)) throw badRequest("invalidValue", scimMessages.badAttributeValue("value"))
    for (const [key, each] of entriesOf(value, patchable)) {
      // Okta repeats the id of what it changes beside the changes.
      if (key.toLowerCase() === "id" && each === resource["id"]) continue
      changed = applyOne(changed, { op, path: key, value: each }, patchable)
    }
  }
  return changed
}

/** Without a path, each attribute is one; those of an extension stand inside of its URN, or behind it in the name. */
function entriesOf(value: Json, { extensions }: Patchable): [string, unknown][] {
  return Object.entries(value).flatMap(([key, each]): [string, unknown][] => {
    if (key.toLowerCase() === "schemas") return []
    const urn = extensions.find((one) => one.toLowerCase() === key.toLowerCase())
    if (urn === undefined || !isObject(each)) return [[key, each]]
    return Object.entries(each).map(([name, part]) => [`${urn}:${name}`, part])
  })
}

interface Target {
  readonly urn: string | null
  readonly name: string
  readonly isList: boolean
}

/** Null: it is kept nowhere, and that is no mistake. */
function targetOf({ path }: PatchPath, written: string, patchable: Patchable): Target | null {
  const { attribute, urn } = path
  const extension = patchable.extensions.find((each) => each.toLowerCase() === urn?.toLowerCase()) ?? null
  const core = [scimSchemas.user, scimSchemas.group].some((each) => each.toLowerCase() === urn?.toLowerCase())
  if (urn !== null && extension === null && !core)
    throw badRequest("invalidPath", scimMessages.badPath(written.slice(0, 100)))
  const key = (extension === null ? attribute : `${extension}:${attribute}`).toLowerCase()
  const name = ownIn(patchable.writable, key)
  if (name !== undefined) return { urn: extension, name, isList: patchable.lists.has(key) }
  if (patchable.readOnly.has(key)) throw badRequest("mutability", scimMessages.readOnly(attribute))
  if (patchable.ignored.has(key)) return null
  throw badRequest("invalidPath", scimMessages.badPath(written.slice(0, 100)))
}

function applyOne(
  resource: Json,
  { op, path: written, value }: { op: Operation["op"]; path: string; value: unknown },
  patchable: Patchable,
): Json {
  const path = pathIn(written)
  const target = targetOf(path, written, patchable)
  if (!target) return resource
  const { urn, name, isList } = target
  const holder = urn === null ? resource : ((resource[urn] ?? {}) as Json)
  const key = keyIn(holder, name) ?? name
  const before = holder[key]
  const sub = path.sub ?? path.path.sub
  // RFC 7644, 3.5.2.2; an empty value takes it away as well.
  const isTaken = op === "remove" || value === null || value === ""
  if (isTaken && sub === null && urn === null && patchable.required.has(name.toLowerCase()))
    throw badRequest("mutability", scimMessages.notRemoved(name))
  if (path.filter !== null && !isList)
    throw badRequest("invalidPath", scimMessages.badPath(written.slice(0, 100)))
  const after = isList
    ? changedList(Array.isArray(before) ? before : [], { op, filter: path.filter, sub, value, written })
    : changedValue(before, { op, sub, value })
  const less = Object.fromEntries(Object.entries(holder).filter(([each]) => each !== key))
  const more = after === undefined ? less : { ...less, [key]: after }
  return urn === null ? more : { ...resource, [urn]: more }
}

function pathIn(written: string): PatchPath {
  try {
    return parsePatchPath(written)
  } catch (error) {
    // A broken filter in it is told as one.
    if (error instanceof ScimError && written.includes("[")) throw error
    throw badRequest("invalidPath", scimMessages.badPath(written.slice(0, 100)))
  }
}

interface Change {
  readonly op: Operation["op"]
  readonly sub: string | null
  readonly value: unknown
}

function changedValue(before: unknown, { op, sub, value }: Change): unknown {
  if (sub !== null) {
    const own = isObject(before) ? before : {}
    const key = keyIn(own, sub) ?? sub
    const less = Object.fromEntries(Object.entries(own).filter(([each]) => each !== key))
    return op === "remove" ? less : { ...less, [key]: value }
  }
  if (op === "remove") return undefined
  // Both keep parts of a complex attribute that they do not name (3.5.2.1, 3.5.2.3).
  return isObject(before) && isObject(value) ? { ...before, ...value } : value
}

function changedList(
  before: readonly unknown[],
  { op, sub, value, filter, written }: Change & { readonly filter: Filter | null; readonly written: string },
): unknown[] {
  if (filter === null) {
    if (sub !== null) return before.map((each) => changedValue(each, { op, sub, value }))
    const given = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]
    if (op === "replace") return given
    if (op === "add") return withNew(before, given)
    // Some clients name what is to be removed in the value.
    return given.length === 0 ? [] : before.filter((each) => !given.some((one) => idOf(one) === idOf(each)))
  }
  const isMeant = (each: unknown) => matches(each, filter)
  if (!before.some(isMeant)) {
    if (op === "add") return [...before, newOf(filter, sub, value)]
    // What is to go is gone: a client that asks again has not heard the first answer (3.5.2.2 knows no error for it).
    if (op === "remove") return [...before]
    throw badRequest("noTarget", scimMessages.noTarget(written.slice(0, 100)))
  }
  if (op === "remove" && sub === null) return before.filter((each) => !isMeant(each))
  return before.map((each) => (isMeant(each) ? changedValue(each, { op, sub, value }) : each))
}

function idOf(value: unknown): unknown {
  return isObject(value) ? valueIn(value, "value") : value
}

function withNew(before: readonly unknown[], given: readonly unknown[]): unknown[] {
  const known = new Set(before.map(idOf))
  const more: unknown[] = []
  for (const each of given) {
    if (known.has(idOf(each))) continue
    known.add(idOf(each))
    more.push(each)
  }
  return [...before, ...more]
}

/** `phoneNumbers[type eq "mobile"].value` where there is none: one that fulfils it. */
function newOf(filter: Filter, sub: string | null, value: unknown): Json {
  const made: Json =
    filter.is === "compared" && filter.by === "eq" ? { [filter.path.attribute]: filter.value } : {}
  if (sub !== null) return { ...made, [sub]: value }
  return { ...made, ...(isObject(value) ? value : { value }) }
}

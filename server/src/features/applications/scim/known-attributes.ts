import { scimMessages, scimSchemas } from "@uc/contract/applications/scim"
import { schemas } from "./describe-service.ts"
import { isObject } from "./match-filter.ts"
import type { AttributePath, Filter } from "./parse-filter.ts"
import { badRequest } from "./scim-error.ts"

/** Parts of an attribute by their names in lower case; null: it has none. */
type Parts = ReadonlySet<string> | null

/** The attributes of a type of resource, by schema, all names in lower case. */
export interface KnownAttributes {
  readonly core: string
  readonly bySchema: ReadonlyMap<string, ReadonlyMap<string, Parts>>
}

interface Described {
  readonly name: string
  readonly subAttributes?: readonly Described[]
}

/** RFC 7643, 2.4: every list of the protocol may have them. */
const partsOfLists = ["value", "type", "primary", "display", "$ref"] as const

/** Of every resource (RFC 7643, 3). */
const common: readonly (readonly [string, Parts])[] = [
  ["id", null],
  ["externalid", null],
  ["schemas", null],
  ["meta", new Set(["resourcetype", "created", "lastmodified", "location", "version"])],
]

/** RFC 7643, 4.1 and 4.3: what the protocol knows and we do not keep. It is no mistake to ask for it: nobody has a value. */
const notKept: Readonly<Record<string, Readonly<Record<string, readonly string[] | null>>>> = {
  [scimSchemas.user]: {
    nickName: null,
    profileUrl: null,
    userType: null,
    preferredLanguage: null,
    locale: null,
    timezone: null,
    name: ["formatted", "familyName", "givenName", "middleName", "honorificPrefix", "honorificSuffix"],
    ims: partsOfLists,
    photos: partsOfLists,
    addresses: [...partsOfLists, "formatted", "streetAddress", "locality", "region", "postalCode", "country"],
    entitlements: partsOfLists,
    x509Certificates: partsOfLists,
  },
  [scimSchemas.enterprise]: {
    employeeNumber: null,
    costCenter: null,
    division: null,
    manager: ["value", "$ref", "displayName"],
  },
}

function knownIn(core: string, ...extensions: readonly string[]): KnownAttributes {
  const described = schemas("")
  const bySchema = new Map<string, ReadonlyMap<string, Parts>>()
  for (const urn of [core, ...extensions]) {
    const own = (described.find(({ id }) => id === urn)?.["attributes"] ?? []) as readonly (Described & {
      readonly multiValued: boolean
    })[]
    const known = new Map<string, Parts>(urn === core ? common : [])
    for (const { name, subAttributes, multiValued } of own)
      known.set(name.toLowerCase(), partsOf(subAttributes?.map((part) => part.name) ?? null, multiValued))
    for (const [name, parts] of Object.entries(notKept[urn] ?? {}))
      known.set(name.toLowerCase(), partsOf(parts, false))
    bySchema.set(urn.toLowerCase(), known)
  }
  return { core: core.toLowerCase(), bySchema }
}

function partsOf(names: readonly string[] | null, isList: boolean): Parts {
  if (names === null) return null
  return new Set([...names, ...(isList ? partsOfLists : [])].map((name) => name.toLowerCase()))
}

export const knownOfUsers = knownIn(scimSchemas.user, scimSchemas.enterprise, scimSchemas.userMore)
export const knownOfGroups = knownIn(scimSchemas.group, scimSchemas.groupMore)
export const knownOfOrganisations = knownIn(scimSchemas.organisation)

/** Undefined: there is no such attribute. Without a schema it may be one of any of them. */
function partsAt({ bySchema }: KnownAttributes, { urn, attribute }: AttributePath): Parts | undefined {
  const name = attribute.toLowerCase()
  if (urn !== null) return bySchema.get(urn.toLowerCase())?.get(name)
  for (const attributes of bySchema.values()) if (attributes.has(name)) return attributes.get(name)
  return undefined
}

export function isKnown(known: KnownAttributes, path: AttributePath): boolean {
  const parts = partsAt(known, path)
  return parts !== undefined && (path.sub === null || (parts?.has(path.sub.toLowerCase()) ?? false))
}

function written({ urn, attribute, sub }: AttributePath): string {
  return [...(urn === null ? [] : [urn, ":"]), attribute, ...(sub === null ? [] : [".", sub])]
    .join("")
    .slice(0, 100)
}

/** What an address or a tag is compared with is no question that a directory answers. */
const notCompared = new Set(["schemas", "meta.location", "meta.version", "password"])

/**
 * SSO-5: a filter over an attribute that no schema has is refused by name: to a typing error "nobody" would be an answer that looks
 * right. An attribute that the application may not know, and one that is not kept, has no value.
 */
export function mustBeKnown(filter: Filter, known: KnownAttributes): void {
  switch (filter.is) {
    case "and":
    case "or":
      for (const each of filter.of) mustBeKnown(each, known)
      return
    case "not":
      mustBeKnown(filter.of, known)
      return
    case "some": {
      const parts = partsAt(known, filter.path)
      if (parts === undefined) throw unknown(filter.path)
      if (parts === null) throw badRequest("invalidFilter", scimMessages.filterType(written(filter.path)))
      mustBeParts(filter.of, filter.path, parts)
      return
    }
    case "present":
    case "compared": {
      const { path } = filter
      if (!isKnown(known, path)) throw unknown(path)
      const name = (path.sub === null ? path.attribute : `${path.attribute}.${path.sub}`).toLowerCase()
      if (notCompared.has(name) || path.sub?.toLowerCase() === "$ref")
        throw badRequest("invalidFilter", scimMessages.filterType(written(path)))
    }
  }
}

/** In brackets the parts stand by themselves. */
function mustBeParts(filter: Filter, of: AttributePath, parts: ReadonlySet<string>): void {
  switch (filter.is) {
    case "and":
    case "or":
      for (const each of filter.of) mustBeParts(each, of, parts)
      return
    case "not":
      mustBeParts(filter.of, of, parts)
      return
    case "some":
    case "present":
    case "compared": {
      const { urn, attribute, sub } = filter.path
      const whole = { ...of, sub: attribute }
      if (filter.is === "some" || urn !== null || sub !== null || !parts.has(attribute.toLowerCase()))
        throw unknown(whole)
      if (attribute.toLowerCase() === "$ref")
        throw badRequest("invalidFilter", scimMessages.filterType(written(whole)))
    }
  }
}

function unknown(path: AttributePath) {
  return badRequest("invalidFilter", scimMessages.unknownAttribute(written(path)))
}

/**
 * SSO-5: what a body names and no schema has is refused by name. What is read only (`roles`, `administrator` …) is known, and is ignored, as
 * RFC 7644, 3.3 and 3.5.1 want it: clients send back what they have read.
 */
export function mustKnowAll(body: Readonly<Record<string, unknown>>, known: KnownAttributes): void {
  const { core, bySchema } = known
  const own = bySchema.get(core)
  for (const [key, value] of Object.entries(body)) {
    const name = key.toLowerCase()
    if (own?.has(name) === true || name === core) continue
    const extension = bySchema.get(name)
    if (!extension) throw badRequest("invalidSyntax", scimMessages.unknownAttribute(key.slice(0, 100)))
    if (!isObject(value)) continue
    const other = Object.keys(value).find((each) => !extension.has(each.toLowerCase()))
    if (other !== undefined)
      throw badRequest("invalidSyntax", scimMessages.unknownAttribute(`${key}:${other}`.slice(0, 150)))
  }
}

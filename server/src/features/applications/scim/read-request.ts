import { scimLimits, scimMessages, scimSchemas } from "@uc/contract/applications/scim"
import { z } from "zod"
import type { Chosen } from "./choose-attributes.ts"
import { isObject } from "./match-filter.ts"
import { parseFilter, readPath, type AttributePath, type Filter } from "./parse-filter.ts"
import { badRequest } from "./scim-error.ts"

export interface Listing {
  readonly filter: Filter | null
  readonly sortBy: string | null
  readonly isDescending: boolean
  /** How many stand before the page. */
  readonly start: number
  readonly count: number
  readonly chosen: Chosen
}

const listNames = ["filter", "sortBy", "sortOrder", "startIndex", "count", "attributes", "excludedAttributes"]
const oneNames = ["attributes", "excludedAttributes"]

/** A parameter is used or refused. */
function parametersOf(query: unknown, known: readonly string[]): Readonly<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const [name, value] of Object.entries(query as Readonly<Record<string, unknown>>)) {
    const own = known.find((each) => each.toLowerCase() === name.toLowerCase())
    if (own === undefined) throw badRequest("invalidValue", scimMessages.unknownParameter(name.slice(0, 50)))
    if (typeof value !== "string" || own in found) throw badRequest("invalidValue", scimMessages.twice(own))
    found[own] = value
  }
  return found
}

export function chosenIn(query: unknown): Chosen {
  return chosenOf(parametersOf(query, oneNames))
}

export function listingIn(query: unknown): Listing {
  const given = parametersOf(query, listNames)
  const { filter, sortBy, sortOrder } = given
  const whole = (name: "startIndex" | "count") => {
    const written = given[name]
    if (written === undefined) return undefined
    if (!/^[+-]?\d{1,15}$/.test(written)) throw badRequest("invalidValue", scimMessages.wholeNumber(name))
    return Number(written)
  }
  return listingOf({
    filter,
    sortBy,
    sortOrder,
    startIndex: whole("startIndex"),
    count: whole("count"),
    chosen: chosenOf(given),
  })
}

interface Given {
  readonly filter?: string | undefined
  readonly sortBy?: string | undefined
  readonly sortOrder?: string | undefined
  readonly startIndex?: number | undefined
  readonly count?: number | undefined
  readonly chosen: Chosen
}

/** RFC 7644, 3.4.2.4: what is less than the least counts as the least. */
function listingOf({ filter, sortBy, sortOrder, startIndex = 1, count, chosen }: Given): Listing {
  const order = sortOrder?.toLowerCase() ?? "ascending"
  if (order !== "ascending" && order !== "descending")
    throw badRequest("invalidValue", scimMessages.badSortOrder)
  return {
    filter: filter === undefined ? null : parseFilter(filter),
    sortBy: sortBy ?? null,
    isDescending: order === "descending",
    start: Math.max(1, startIndex) - 1,
    count: Math.min(scimLimits.countAtMost, Math.max(0, count ?? scimLimits.count)),
    chosen,
  }
}

function chosenOf(given: Readonly<Record<string, string>>): Chosen {
  const listed = (name: string) =>
    given[name] === undefined ? null : pathsOf(given[name].split(",").map((each) => each.trim()))
  return oneOf(listed("attributes"), listed("excludedAttributes"))
}

function oneOf(only: AttributePath[] | null, without: AttributePath[] | null): Chosen {
  if (only && without) throw badRequest("invalidValue", scimMessages.bothAttributes)
  return { only, without: without ?? [] }
}

function pathsOf(names: readonly string[]): AttributePath[] {
  if (names.length > scimLimits.attributes) throw badRequest("invalidValue", scimMessages.tooManyAttributes)
  return names
    .filter((name) => name !== "")
    .map((name) => {
      const path = readPath(name)
      if (!path) throw badRequest("invalidValue", scimMessages.badAttribute(name.slice(0, 50)))
      return path
    })
}

const Search = z.object({
  filter: z.string().optional(),
  sortBy: z.string().optional(),
  sortOrder: z.string().optional(),
  startIndex: z.int().optional(),
  count: z.int().optional(),
  attributes: z.array(z.string()).optional(),
  excludedAttributes: z.array(z.string()).optional(),
})

/** `POST …/.search`: the same in a body, where it may be longer than an address. */
export function searchIn(body: unknown): Listing {
  const given = bodyOf(body, scimSchemas.search)
  const unknown = Object.keys(given).find((key) => key !== "schemas" && !listNames.includes(key))
  if (unknown !== undefined)
    throw badRequest("invalidValue", scimMessages.unknownParameter(unknown.slice(0, 50)))
  const read = Search.safeParse(given)
  if (!read.success)
    throw badRequest(
      "invalidValue",
      scimMessages.badAttributeValue(String(read.error.issues[0]?.path[0] ?? "")),
    )
  const { attributes, excludedAttributes, ...rest } = read.data
  const chosen = oneOf(
    attributes ? pathsOf(attributes) : null,
    excludedAttributes ? pathsOf(excludedAttributes) : null,
  )
  return listingOf({ ...rest, chosen })
}

/** An object that names the schema. */
export function bodyOf(body: unknown, urn: string): Record<string, unknown> {
  if (!isObject(body)) throw badRequest("invalidSyntax", scimMessages.badJson)
  const { schemas } = body
  const isNamed =
    Array.isArray(schemas) &&
    schemas.some((each) => typeof each === "string" && each.toLowerCase() === urn.toLowerCase())
  if (!isNamed) throw badRequest("invalidSyntax", scimMessages.badSchemas(urn))
  return body
}

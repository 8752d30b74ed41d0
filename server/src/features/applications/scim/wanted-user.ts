import { scimLimits, scimMessages, scimSchemas } from "@uc/contract/applications/scim"
import { peopleAdminCalls } from "@uc/contract/people/admin-calls"
import type { Id } from "@uc/contract/core/wire"
import { z } from "zod"
import type { Patchable } from "./apply-patch.ts"
import type { KnownKey } from "./known-key.ts"
import { isObject, valueIn } from "./match-filter.ts"
import { badRequest } from "./scim-error.ts"

/** What a client wants a person to be; undefined: it says nothing about it. */
export interface WantedUser {
  readonly userName: string | undefined
  /** What it calls the name, in the order in which it counts. */
  readonly names: readonly string[]
  readonly active: boolean | undefined
  /** The empty text: none. */
  readonly phone: string | undefined
  /** The empty text: none. */
  readonly email: string | undefined
  readonly places: readonly WantedPlace[] | undefined
  /** Null: none any more. */
  readonly externalId: string | null | undefined
}

export interface WantedPlace {
  readonly value: Id
  /** Null: none. */
  readonly post: string | null
  readonly primary: boolean
}

/** The same shapes as those of the portal's form. */
export const {
  account: Account,
  nickname: Nickname,
  phone: Phone,
  email: Email,
} = peopleAdminCalls.add.input.shape

export function mustBe<T>(shape: z.ZodType<T>, value: unknown, name: string): T {
  const read = shape.safeParse(value)
  if (read.success) return read.data
  const own = read.error.issues[0]
  const isOurs = own?.code === "custom" || own?.code === "invalid_format" || own?.code === "too_big"
  const words =
    isOurs && own.path.length === 0 ? `${scimMessages.badAttributeValue(name)}：${own.message}` : null
  throw badRequest("invalidValue", words ?? scimMessages.badAttributeValue(name))
}

const Text = z.string()
/** Some clients send it as a word. */
const Flag = z.union([
  z.boolean(),
  z
    .string()
    .regex(/^(?:true|false)$/i)
    .transform((word) => word.toLowerCase() === "true"),
])
/** Phone numbers and mail addresses. */
const Contacts = z
  .array(z.looseObject({ value: Text, type: Text.nullish(), primary: Flag.nullish() }))
  .max(20)
const PlaceList = z
  .array(
    z.looseObject({
      value: z.union([Text, z.int().transform(String)]).pipe(z.string().regex(/^\d{1,18}$/)),
      post: Text.nullish(),
      primary: Flag.nullish(),
    }),
  )
  .max(50)

function isPrintable(written: string): boolean {
  // PostgreSQL can't hold a NUL; other control characters are never meant.
  return !/\p{Cc}/u.test(written)
}
export const ExternalId = z.string().min(1).max(scimLimits.externalId).refine(isPrintable)

export function wantedUser(body: Readonly<Record<string, unknown>>, key: KnownKey): WantedUser {
  const read = <T>(name: string, shape: z.ZodType<T>): T | undefined => {
    const value = valueIn(body, name)
    return value === undefined || value === null ? undefined : mustBe(shape, value, name)
  }
  const externalId = valueIn(body, "externalId")
  const more = valueIn(body, scimSchemas.userMore)
  const places = isObject(more) ? valueIn(more, "places") : undefined
  return {
    userName: read("userName", Text),
    names: namesIn(body),
    active: read("active", Flag),
    phone: phoneOf(read("phoneNumbers", Contacts), key),
    email: emailOf(read("emails", Contacts), key),
    places: places === undefined || places === null ? undefined : placesIn(places),
    externalId:
      externalId === null || externalId === "" ? null : (read("externalId", ExternalId) ?? undefined),
  }
}

function namesIn(body: Readonly<Record<string, unknown>>): string[] {
  const name = valueIn(body, "name") ?? {}
  if (!isObject(name)) throw badRequest("invalidValue", scimMessages.badAttributeValue("name"))
  const textAt = (object: Readonly<Record<string, unknown>>, key: string, shown: string) => {
    const value = valueIn(object, key)
    return value === undefined || value === null ? undefined : mustBe(Text, value, shown)
  }
  const [family, given] = [
    textAt(name, "familyName", "name.familyName"),
    textAt(name, "givenName", "name.givenName"),
  ]
  const both = family !== undefined && given !== undefined ? `${family}${given}` : undefined
  return [textAt(body, "displayName", "displayName"), textAt(name, "formatted", "name.formatted"), both]
    .filter((each) => each !== undefined)
    .map((each) => each.trim())
    .filter((each) => each !== "")
}

/** The main one, or that of this type, or the first. Undefined: the client says nothing. */
function chosenOf(
  contacts: z.infer<typeof Contacts> | undefined,
  { claims }: KnownKey["application"],
  { claim, type, notAllowed }: { claim: "phone" | "email"; type: string; notAllowed: string },
): string | undefined {
  if (contacts === undefined) return undefined
  if (!claims.includes(claim)) {
    if (contacts.length === 0) return undefined
    throw badRequest("invalidValue", notAllowed)
  }
  const chosen =
    contacts.find(({ primary }) => primary === true) ??
    contacts.find((each) => each.type?.toLowerCase() === type) ??
    contacts[0]
  return chosen?.value ?? ""
}

const phoneContact = { claim: "phone", type: "mobile", notAllowed: scimMessages.phoneNotAllowed } as const
const emailContact = { claim: "email", type: "work", notAllowed: scimMessages.emailNotAllowed } as const

function emailOf(emails: z.infer<typeof Contacts> | undefined, { application }: KnownKey) {
  const chosen = chosenOf(emails, application, emailContact)
  return chosen === undefined ? undefined : mustBe(Email, chosen, "emails")
}

function phoneOf(numbers: z.infer<typeof Contacts> | undefined, { application }: KnownKey) {
  const chosen = chosenOf(numbers, application, phoneContact)
  if (chosen === undefined) return undefined
  const digits = chosen
    .replace(/^tel:/i, "")
    .replaceAll(/[\s()-]/gu, "")
    .replace(/^\+?86(?=1\d{10}$)/, "")
  return mustBe(Phone, digits, "phoneNumbers")
}

function placesIn(given: unknown): WantedPlace[] {
  const read = mustBe(PlaceList, given, "places")
  const hasMain = read.some(({ primary }) => primary === true)
  return read.map(({ value, post, primary }, at) => ({
    value,
    post: post === undefined || post === null || post === "" ? null : post,
    primary: hasMain ? primary === true : at === 0,
  }))
}

const places = `${scimSchemas.userMore}:places`

export const patchableUser: Patchable = {
  writable: {
    externalid: "externalId",
    username: "userName",
    displayname: "displayName",
    name: "name",
    active: "active",
    phonenumbers: "phoneNumbers",
    emails: "emails",
    [places.toLowerCase()]: "places",
  },
  lists: new Set(["phonenumbers", "emails", places.toLowerCase()]),
  readOnly: new Set(
    [
      "id",
      "meta",
      "schemas",
      "groups",
      "roles",
      `${scimSchemas.userMore}:organisation`,
      `${scimSchemas.userMore}:administrator`,
    ].map((name) => name.toLowerCase()),
  ),
  required: new Set(["username"]),
  // SSO-16: Okta sends a password, Entra the department and the title that it knows, whatever the schemas say.
  ignored: new Set([
    "password",
    "title",
    "nickname",
    "profileurl",
    "usertype",
    "preferredlanguage",
    "locale",
    "timezone",
    "ims",
    "photos",
    "addresses",
    "entitlements",
    "x509certificates",
    ...["department", "organization", "employeeNumber", "costCenter", "division", "manager"].map((name) =>
      `${scimSchemas.enterprise}:${name}`.toLowerCase(),
    ),
  ]),
  extensions: [scimSchemas.enterprise, scimSchemas.userMore],
}

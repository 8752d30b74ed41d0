import type { Call } from "@uc/contract/core/call"
import { timestampParameter } from "@uc/contract/core/http"
import { replyMessages } from "@uc/contract/core/reply"
import { isStorable } from "@uc/contract/core/wire"
import { Refusal } from "../../errors/refusal.ts"
import { unstorableText } from "../../errors/unstorable-text.ts"
import { hasFixed, specifiedInput } from "./specified-input.ts"

type Parameters = Readonly<Record<string, unknown>>

const maxDepth = 20

const contentTypes = { form: "application/x-www-form-urlencoded", json: "application/json" } as const

/** The parameters of a request as one object, or a refusal: nothing doubled, nothing that PostgreSQL can't hold. */
export function inputFrom(
  call: Call,
  query: Parameters,
  body: unknown,
  contentType: string | undefined,
): Parameters {
  const read = (given: Parameters) => (call.specified === null ? given : specifiedInput(call, given))
  const fromQuery = read(query)
  const fromBody = read(bodyOf(call, body, contentType))
  const input: Record<string, unknown> = Object.create(null)
  for (const [name, value] of [...Object.entries(fromQuery), ...Object.entries(fromBody)]) {
    if (name === timestampParameter || Object.hasOwn(call.fixed, name)) continue
    // SPEC-2: a client of the specification may say the same in its address and in its form.
    if (name in input && (call.specified === null || input[name] !== value)) throw refused(`${name}重复`)
    input[name] = value
  }
  const texts = isForm(contentType) ? { ...fromBody, ...fromQuery } : fromQuery
  for (const [name, value] of Object.entries(texts)) if (Array.isArray(value)) throw refused(`${name}重复`)
  // A signed call parses each item by its own shape: a bad one must not fail the others.
  if (!call.signed) assertStorable(input)
  return input
}

/** The call of this path whose fixed parameters the request carries; the most exact one wins. */
export function callFor<C extends { readonly call: Call }>(
  candidates: readonly C[],
  query: Parameters,
  body?: unknown,
): C | undefined {
  const [only] = candidates
  if (candidates.length === 1 && only && isUnfixed(only.call)) return only
  return candidates
    .filter(({ call }) => hasFixed(call, query, body))
    .toSorted((a, b) => Object.keys(b.call.fixed).length - Object.keys(a.call.fixed).length)[0]
}

function isUnfixed({ fixed }: Call): boolean {
  return Object.keys(fixed).length === 0
}

function bodyOf({ encoding, specified }: Call, body: unknown, contentType: string | undefined): Parameters {
  if (encoding === "query" || body === undefined || body === null) return {}
  const taken = specified === null ? [contentTypes[encoding]] : Object.values(contentTypes)
  if (!taken.some((type) => contentType?.toLowerCase().startsWith(type)))
    throw new Refusal(`${replyMessages.badInput}：内容类型应为${contentTypes[encoding]}`, { status: 415 })
  if (typeof body !== "object" || Array.isArray(body)) throw refused("内容应为一个对象")
  return { ...body }
}

function isForm(contentType: string | undefined): boolean {
  return contentType?.toLowerCase().startsWith(contentTypes.form) ?? false
}

/** Of what a client has sent as JSON or as a form: every text in it can be stored. */
function assertStorable(value: unknown, depth = 0): void {
  if (depth > maxDepth) throw refused("内容层级过深")
  if (typeof value === "string") {
    if (!isStorable(value)) throw unstorableText()
  } else if (value !== null && typeof value === "object") {
    for (const [key, inner] of Object.entries(value)) {
      assertStorable(key, depth + 1)
      assertStorable(inner, depth + 1)
    }
  }
}

export function refused(what: string, about: { readonly field?: string } = {}): Refusal {
  return new Refusal(`${replyMessages.badInput}：${what}`, about)
}

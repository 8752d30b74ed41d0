import { casNamespace, type CasFailureCode } from "@uc/contract/applications/cas"
import { xmlText } from "./xml-text.ts"

export type CasFormat = "XML" | "JSON"

/** What an application learns. A list is an attribute with several values. */
export type CasAttributes = Readonly<Record<string, string | boolean | readonly string[]>>

export interface CasSuccess {
  readonly user: string
  /** Null: the protocol before 3.0 has none. */
  readonly attributes: CasAttributes | null
}

/** What developers of applications read. Nothing of the request is repeated in it. */
const descriptions: Readonly<Record<CasFailureCode, string>> = {
  INVALID_REQUEST: "service and ticket are required, each once; format is XML or JSON",
  INVALID_TICKET_SPEC: "a service ticket (ST-) is expected",
  UNAUTHORIZED_SERVICE_PROXY:
    "proxy authentication is not supported; validate service tickets at /p3/serviceValidate",
  INVALID_TICKET:
    "the ticket is unknown, used, older than 10 seconds, or its session has ended; with renew: it did not come from a new login",
  INVALID_SERVICE: "the ticket was issued for another service",
  INTERNAL_ERROR: "the ticket could not be validated, try again",
}

function serviceResponse(content: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<cas:serviceResponse xmlns:cas="${casNamespace}">\n${content}\n</cas:serviceResponse>\n`
}

export interface CasAnswer {
  readonly type: string
  readonly body: string
}

const xml = (content: string): CasAnswer => ({
  type: "application/xml; charset=utf-8",
  body: serviceResponse(content),
})
const json = (response: object): CasAnswer => ({
  type: "application/json; charset=utf-8",
  body: JSON.stringify({ serviceResponse: response }),
})

export function failureAnswer(
  code: CasFailureCode,
  format: CasFormat,
  what: "authentication" | "proxy" = "authentication",
): CasAnswer {
  const description = descriptions[code]
  if (format === "JSON") return json({ [`${what}Failure`]: { code, description } })
  return xml(`  <cas:${what}Failure code="${code}">${xmlText(description)}</cas:${what}Failure>`)
}

export function successAnswer({ user, attributes }: CasSuccess, format: CasFormat): CasAnswer {
  if (format === "JSON")
    return json({ authenticationSuccess: { user, ...(attributes === null ? {} : { attributes }) } })
  return xml(
    [
      "  <cas:authenticationSuccess>",
      `    <cas:user>${xmlText(user)}</cas:user>`,
      ...(attributes === null ? [] : attributeLines(attributes)),
      "  </cas:authenticationSuccess>",
    ].join("\n"),
  )
}

function attributeLines(attributes: CasAttributes): string[] {
  const lines = Object.entries(attributes).flatMap(([name, value]) =>
    (Array.isArray(value) ? (value as readonly string[]) : [String(value)]).map(
      (each) => `      <cas:${name}>${xmlText(each)}</cas:${name}>`,
    ),
  )
  return ["    <cas:attributes>", ...lines, "    </cas:attributes>"]
}

/** CAS 1.0: two lines, of which the second is empty in a refusal. A name with a line break would be two lines of the answer. */
export function plainAnswer(user: string | null): CasAnswer {
  const body = user === null ? "no\n\n" : `yes\n${user.replaceAll(/[\r\n]/g, " ")}\n`
  return { type: "text/plain; charset=utf-8", body }
}

import { timestampParameter } from "@uc/contract/core/http"
import type { FastifyRequest } from "fastify"
import type { z } from "zod"
import { Refusal } from "../../errors/refusal.ts"
import type { CallEntry } from "./call-entry.ts"
import { inputFrom, refused } from "./input.ts"

const maxParsed = 200

/** Thousands of timers send the same request in one second: it is parsed once, whatever timestamp comes with it. */
export function readInput({ call, parsed }: CallEntry, request: FastifyRequest): unknown {
  const isRepeated = call.polled && call.method === "GET"
  const address = isRepeated ? withoutTimestamp(request.url) : ""
  const known = isRepeated ? parsed.get(address) : undefined
  if (known !== undefined) return known
  const query = request.query as Record<string, unknown>
  const raw = inputFrom(call, query, request.body, request.headers["content-type"])
  const result = call.input.safeParse(raw)
  if (!result.success) {
    const issue = result.error.issues[0]
    const [field] = issue?.path ?? []
    const about = field === undefined ? {} : { field: String(field) }
    if (call.failed !== null) throw new Refusal(sentenceOf(issue) ?? call.failed, about)
    throw refused(issue ? `${issue.path.join(".")} ${issue.message}`.trim() : "", about)
  }
  if (isRepeated) {
    if (parsed.size >= maxParsed) parsed.clear()
    parsed.set(address, Object.freeze(result.data))
  }
  return result.data
}

/** Of what is missing, or is no text at all, zod's own words are no sentence for a person. */
function sentenceOf(issue: z.core.$ZodIssue | undefined): string | null {
  return issue === undefined || wordless.includes(issue.code) ? null : issue.message
}

const wordless: readonly string[] = ["invalid_type", "invalid_union"]

const timestampPart = `${timestampParameter}=`

function withoutTimestamp(url: string): string {
  const at = url.indexOf(timestampPart)
  if (at === -1 || (url[at - 1] !== "&" && url[at - 1] !== "?")) return url
  const end = url.indexOf("&", at)
  return url.slice(0, at) + (end === -1 ? "" : url.slice(end))
}

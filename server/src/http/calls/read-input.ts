import { timestampParameter } from "@uc/contract/core/http"
import type { FastifyRequest } from "fastify"
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
    throw refused(
      issue ? `${issue.path.join(".")} ${issue.message}`.trim() : "",
      field === undefined ? {} : { field: String(field) },
    )
  }
  if (isRepeated) {
    if (parsed.size >= maxParsed) parsed.clear()
    parsed.set(address, Object.freeze(result.data))
  }
  return result.data
}

const timestampPart = `${timestampParameter}=`

function withoutTimestamp(url: string): string {
  const at = url.indexOf(timestampPart)
  if (at === -1 || (url[at - 1] !== "&" && url[at - 1] !== "?")) return url
  const end = url.indexOf("&", at)
  return url.slice(0, at) + (end === -1 ? "" : url.slice(end))
}

import type { Service } from "@uc/contract/core/call"
import { httpMessages } from "@uc/contract/core/http"
import { errtypes, Reply, succeeded } from "@uc/contract/core/reply"
import { Failure } from "./failure.ts"
import { siteConfigAtHand } from "../browser/site-config.ts"

interface Part {
  readonly service: Service
  readonly path: string
  readonly parameters: Readonly<Record<string, string>>
  readonly body: Blob
}

const triesOfAPart = 3

/** Uploads a part of a file; repeats it after a broken connection, because the same part replaces itself. */
export async function sendPart(
  { service, path, parameters, body }: Part,
  signal: AbortSignal,
): Promise<void> {
  const base = siteConfigAtHand().services[service].replace(/\/$/, "")
  const address = `${base}${path}?${new URLSearchParams(parameters).toString()}`
  for (let tried = 1; ; tried++) {
    const answer = await answerTo(address, body, signal)
    if (answer instanceof Failure) {
      if (tried < triesOfAPart && answer.kind !== "cancelled") continue
      throw answer
    }
    if (succeeded(answer.ret)) return
    const errtype = answer.errtype ?? undefined
    const kind = errtype === errtypes.signedOut ? "signed-out" : "refused"
    throw new Failure(kind, answer.msg ?? "", { errtype })
  }
}

async function answerTo(address: string, body: Blob, signal: AbortSignal): Promise<Reply | Failure> {
  try {
    const answer = await fetch(address, {
      method: "POST",
      headers: { "content-type": "application/octet-stream" },
      credentials: "include",
      body,
      signal,
    })
    const reply = Reply.safeParse(await answer.json().catch(() => null))
    if (answer.status === 503) return new Failure("slow", httpMessages.slow)
    if (answer.status >= 500) return new Failure("server", httpMessages.serverFault)
    return reply.success ? reply.data : new Failure("malformed", httpMessages.malformed)
  } catch (error) {
    return signal.aborted
      ? new Failure("cancelled", "")
      : new Failure("slow", httpMessages.slow, { cause: error })
  }
}

import { apiDocumentPath, type ApiDocument } from "@uc/contract/api-docs/api-document"
import { httpMessages } from "@uc/contract/core/http"
import { Failure } from "../../platform/http/failure.ts"

const limitMs = 20_000

/** No call of the contract: it describes them. What comes is the server's own, compressed and with a tag. */
export async function readDocument(): Promise<ApiDocument> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), limitMs)
  try {
    const answer = await fetch(apiDocumentPath, { credentials: "same-origin", signal: controller.signal })
    if (!answer.ok) throw new Failure("refused", httpMessages.serverFault)
    return (await answer.json()) as ApiDocument
  } finally {
    clearTimeout(timer)
  }
}

import { AsyncLocalStorage } from "node:async_hooks"
import type { Outbound } from "../../../http/outbound/outbound.ts"
import type { OutboundOptions } from "../../../http/outbound/send-request.ts"

interface Telling {
  /** To where the application's owner may have requests made. */
  readonly outbound: Outbound
  /** The queue is being stopped. */
  readonly until: AbortSignal
}

/** The sign-out that is being told. The provider sends it itself and has no parameter for what it concerns. */
export const telling = new AsyncLocalStorage<Telling>()

/** SSO-7: the requests that tell applications of sign-outs. */
export async function tellOver(address: string | URL, options: OutboundOptions): Promise<Response> {
  const under = telling.getStore()
  if (!under) throw new Error("A request was made that tells of no sign-out")
  return under.outbound.fetch(address, { ...options, until: under.until })
}

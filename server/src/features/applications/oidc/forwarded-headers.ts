import type { FastifyRequest } from "fastify"
import { originOf } from "../../../http/host.ts"
import type { Services } from "../../../http/services.ts"

/** The provider believes these headers (`proxy`), so nothing that came with the request may be left in them. */
export function trustWhatFastifyTrusts({ site }: Services, request: FastifyRequest): void {
  const { protocol, host } = new URL(originOf(site, request))
  Object.assign(request.raw.headers, {
    "x-forwarded-proto": protocol.slice(0, -1),
    "x-forwarded-host": host,
    "x-forwarded-for": request.ip,
  })
}

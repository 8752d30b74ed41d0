import { replyMessages } from "@uc/contract/core/reply"
import type { SiteConfig } from "@uc/contract/core/site"
import type { FastifyRequest } from "fastify"
import { originOf } from "./host.ts"
import { Refusal } from "../errors/refusal.ts"

/** A POST that rides on a cookie must come from a page of this site; a browser always says from where. */
export function assertOwnOrigin(origin: string | undefined, own: readonly string[]): void {
  if (!origin || !own.includes(origin)) throw new Refusal(replyMessages.foreignOrigin, { status: 403 })
}

/** What only servers ask has no page that it comes from; a browser that asks it was led to by somebody else's. */
export function assertNoPage(origin: string | undefined): void {
  if (origin !== undefined) throw new Refusal(replyMessages.foreignOrigin, { status: 403 })
}

/** Of a page that may send something on behalf of who is signed in. */
export function ownOrigins(site: SiteConfig, request: FastifyRequest): string[] {
  return [new URL(originOf(site, request)).origin]
}

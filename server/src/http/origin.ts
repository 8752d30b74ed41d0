import { replyMessages } from "@uc/contract/core/reply"
import type { SiteConfig } from "@uc/contract/core/site"
import type { FastifyRequest } from "fastify"
import { originOf } from "./host.ts"
import { Refusal } from "../errors/refusal.ts"

/** A POST with a cookie must come from a page of this site; a browser always sends the origin. */
export function assertOwnOrigin(origin: string | undefined, own: readonly string[]): void {
  if (!origin || !own.includes(origin)) throw foreignPage()
}

/** Calls for servers never have an origin; a browser that makes one was led to it by a foreign page. */
export function assertNoOrigin(origin: string | undefined): void {
  if (origin !== undefined) throw foreignPage()
}

function foreignPage(): Refusal {
  return new Refusal(replyMessages.foreignOrigin, { status: 403, isOfForeignPage: true })
}

/** Of a page that may send calls for the signed-in person. */
export function ownOrigins(site: SiteConfig, request: FastifyRequest): string[] {
  return [new URL(originOf(site, request)).origin]
}

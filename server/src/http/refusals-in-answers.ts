import { acceptWithStatuses } from "@uc/contract/core/http"
import type { FastifyRequest } from "fastify"
import { Refusal } from "../errors/refusal.ts"

declare module "fastify" {
  interface FastifyRequest {
    /** The status of a refusal that was sent as 200: log and metrics must not take it for a success. Null: what was sent is what it was. */
    refusedStatus: number | null
  }
  interface FastifyContextConfig {
    /** SPEC-3: the address is one of the specification's, whose clients read `ret`, `msg` and `errtype` of an answer with 200 only. */
    isSpecified?: boolean
    /** SPEC-5: what it says of input that can't be read. */
    failed?: string | null
  }
}

/** Of broken JSON and of a type of content that nobody reads: Fastify refuses them before the call is known. */
const inputStatuses: readonly (number | undefined)[] = [400, 415]

/**
 * SPEC-3, decision 113: whether a refusal is told as 200. Input, rules and the session are the call's own; what stands before it (the
 * host, the budget, a foreign page) and faults keep their statuses, which section 8 has sentences of its own for.
 */
export function isToldInAnswer(error: Error, request: FastifyRequest): boolean {
  if (!request.routeOptions.config?.isSpecified) return false
  if (request.headers.accept?.includes(statusesAsked)) return false
  if (error instanceof Refusal) return request.callName !== null && !error.details.isOfForeignPage
  return "statusCode" in error && inputStatuses.includes(error.statusCode as number | undefined)
}

const [, statusesAsked = ""] = acceptWithStatuses.split(";")

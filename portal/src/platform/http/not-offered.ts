import type { Service } from "@uc/contract/core/call"
import { siteConfigAtHand } from "../browser/site-config.ts"
import { Failure } from "./failure.ts"

/**
 * DISTRICT-16: the service does not have this call. A service on another host may know the specification alone; what we call beside
 * that it answers with 404, mostly without the headers by which a browser would show the answer: then it looks like no answer at all.
 */
export function isNotOffered(error: unknown, service: Service): boolean {
  if (!(error instanceof Failure)) return false
  if (error.kind === "not-found") return true
  return error.kind === "slow" && error.cause instanceof TypeError && isElsewhere(service)
}

function isElsewhere(service: Service): boolean {
  const { origin, href } = window.location
  return new URL(siteConfigAtHand().services[service], href).origin !== origin
}

import { requestBudgets } from "@uc/contract/core/http"
import { replyMessages } from "@uc/contract/core/reply"
import { portalBase } from "@uc/contract/core/site-defaults"
import type { FastifyRequest } from "fastify"
import { addressKey } from "../security/address-key.ts"
import { TokenBuckets } from "../security/token-buckets.ts"
import { plainAddress } from "../session/caller.ts"
import { cookieOf } from "../session/cookies.ts"
import { isHealthCheck } from "./health-paths.ts"
import { Refusal } from "../errors/refusal.ts"
import { sessionCookieName } from "../session/session-cookie.ts"
import { isToken } from "../session/session-token.ts"

/** Requests per second, on average; 0: no limit. */
export interface RequestBudget {
  readonly perAddress: number
  readonly perSession: number
}

/**
 * BARE-14: checked before anything else is done for a request, so that a flood costs no query and no picture. The portal's
 * files have a budget of their own: a school that loads the portal in the morning does not use up that of its calls.
 */
export function budgetCheck(
  { perAddress, perSession }: RequestBudget,
  nowMs: () => number,
): (request: FastifyRequest) => Refusal | undefined {
  const { address, session } = requestBudgets
  const calls = perAddress > 0 ? new TokenBuckets({ ...address, perSecond: perAddress }, nowMs) : null
  const files = perAddress > 0 ? new TokenBuckets({ ...address, perSecond: perAddress }, nowMs) : null
  const sessions = perSession > 0 ? new TokenBuckets({ ...session, perSecond: perSession }, nowMs) : null

  return (request) => {
    const { url } = request
    if (isHealthCheck(url)) return undefined
    const isFile = url.startsWith(portalBase)
    const waitS = (isFile ? files : calls)?.take(addressKey(plainAddress(request.ip))) ?? 0
    if (waitS > 0) return refusal(replyMessages.crowded, waitS)
    if (sessions === null || isFile) return undefined
    const token = cookieOf(request, sessionCookieName(request))
    const ownWaitS = token === undefined || !isToken(token) ? 0 : sessions.take(token)
    return ownWaitS > 0 ? refusal(replyMessages.busy, ownWaitS) : undefined
  }
}

function refusal(sentence: string, retryAfterS: number): Refusal {
  return new Refusal(sentence, { status: 429, retryAfterS })
}

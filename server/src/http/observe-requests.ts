import { eventStream } from "@uc/contract/core/events"
import { defaultSiteConfig } from "@uc/contract/core/site-defaults"
import type { Logger } from "pino"
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { plainAddress } from "../session/caller.ts"
import { countRequest } from "../metrics/count-request.ts"
import { traceRequest, type TransactionTimes } from "../tracing/trace-request.ts"
import { noteCallTime } from "./call-times.ts"
import { isHealthCheck } from "./health-paths.ts"
import { RequestLog } from "./request-log.ts"

declare module "fastify" {
  interface FastifyRequest {
    /** The call of the contract, once it is known which one it is. */
    callName: string | null
    /** Null: it has made no query. */
    transactionTimes: TransactionTimes | null
  }
  interface FastifyContextConfig {
    /** Of a route of the contract: several calls may share an address. */
    callNameFor?: (query: Readonly<Record<string, unknown>>) => string
  }
}

/**
 * What a request is called in the log and in metrics: the contract's name, else the pattern of its route. Never what somebody
 * typed, which may be personal and of which there is no end.
 */
export function callNameOf(request: FastifyRequest): string {
  if (request.callName) return request.callName
  const { config, url } = request.routeOptions
  const named = config?.callNameFor?.(request.query as Readonly<Record<string, unknown>>)
  return named ?? url ?? unknownAddress
}

const streamRoute = `${defaultSiteConfig.services[eventStream.service]}${eventStream.path}`
const unknownAddress = "no-such-address"
const brokenAddress = "broken-address"
const brokenHttp = "broken-http"
/** As nginx counts it: the client went away before there was an answer. */
const clientLeft = 499

export interface RequestObserver {
  /** Every request of the application from its first moment on. */
  attach(app: FastifyInstance): void
  /** One that Fastify refuses before any hook. */
  refused(request: FastifyRequest, reply: FastifyReply): void
  /** What was not even a request. */
  broken(status: number, address: string | undefined): void
}

/** OPS-2, OPS-3: the access log and the numbers of requests, when the answer is sent or the client has left. */
export function requestObserver(access: Logger): RequestObserver {
  const observe = (request: FastifyRequest, reply: FastifyReply, name?: string) => {
    if (request.log instanceof RequestLog) request.log.callName = () => name ?? callNameOf(request)
    const beganMs = performance.now()
    const { socket } = request.raw
    // Later it may be gone: a closed connection has no address.
    const { ip } = request
    const bytesBefore = socket.bytesWritten
    reply.raw.once("close", () => {
      const ms = performance.now() - beganMs
      const { raw } = reply
      const call = name ?? callNameOf(request)
      const sent = raw.headersSent ? raw.statusCode : clientLeft
      const status = raw.headersSent ? (request.refusedStatus ?? sent) : sent
      countRequest(call, status, call === streamRoute ? null : ms)
      if (request.callName) noteCallTime(call, ms)
      traceRequest({
        call,
        method: request.method,
        status,
        reqId: request.id,
        beganMs,
        endedMs: beganMs + ms,
        transaction: request.transactionTimes ?? null,
      })
      const level = isHealthCheck(request.url) ? "debug" : "info"
      if (!access.isLevelEnabled(level)) return
      access[level](
        {
          reqId: request.id,
          call,
          ...whoIn(request, ip),
          status,
          // SPEC-3: a proxy has logged this one.
          ...(sent === status ? {} : { sent }),
          ms: Math.round(ms * 10) / 10,
          bytes: socket.bytesWritten - bytesBefore,
        },
        "request",
      )
    })
  }
  return {
    attach(app) {
      app.decorateRequest("callName", null)
      app.decorateRequest("madeBy", null)
      app.decorateRequest("refusedStatus", null)
      app.decorateRequest("transactionTimes", null)
      app.addHook("onRequest", (request, reply, next) => {
        observe(request, reply)
        next()
      })
    },
    refused: (request, reply) => observe(request, reply, brokenAddress),
    broken(status, address = "") {
      countRequest(brokenHttp, status, null)
      access.info({ call: brokenHttp, status, ip: plainAddress(address) }, "request")
    },
  }
}

/** Ids only. The address is for defence against attacks, which come without a session; whose session it is, is known otherwise. */
function whoIn({ madeBy }: FastifyRequest, ip: string | undefined): object {
  if (!madeBy) return { ip: plainAddress(ip ?? "") }
  if ("sessionId" in madeBy) return { person: madeBy.user.id, org: madeBy.user.orgid }
  return { screen: madeBy.id, org: madeBy.orgid }
}

import { STATUS_CODES } from "node:http"
import type { Socket } from "node:net"
import { httpMessages } from "@uc/contract/core/http"
import { errtypes, replyMessages } from "@uc/contract/core/reply"
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { TooManyWaiting } from "../security/sign-in/passwords.ts"
import type { Headers } from "./headers.ts"
import { transientFaultIn } from "../errors/transient-fault.ts"
import { Refusal } from "../errors/refusal.ts"
import { refusalOfText } from "../errors/unstorable-text.ts"
import { isToldInAnswer } from "./refusals-in-answers.ts"
import { countUnavailable } from "../metrics/count-request.ts"

/** The one place that shapes every answer that is not a success: a refusal has a message, a fault a log entry. */
export function handleErrors(app: FastifyInstance): void {
  app.setNotFoundHandler((_request, reply) => refuse(reply, 404, httpMessages.notFound))
  app.setErrorHandler((error: FastifyError | Error, request, reply) => answerError(error, request, reply))
}

export function answerError(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (error instanceof Refusal) {
    const { retryAfterS, status: _status, commits: _commits, isOfForeignPage: _is, ...fields } = error.details
    if (retryAfterS !== undefined) reply.header("retry-after", retryAfterS)
    if (isToldInAnswer(error, request)) return tell(request, reply, error.status, error.message, fields)
    return refuse(reply, error.status, error.message, fields)
  }
  if (error instanceof TooManyWaiting) {
    reply.header("retry-after", 2)
    return refuse(reply, 429, replyMessages.busy)
  }
  const unstorable = refusalOfText(error)
  if (unstorable) {
    request.log.warn({ err: error }, "text that PostgreSQL can't hold came as far as the database")
    return refuse(reply, unstorable.status, unstorable.message)
  }
  const status = "statusCode" in error ? error.statusCode : undefined
  if (status !== undefined && isToldInAnswer(error, request))
    return tell(request, reply, status, request.routeOptions.config.failed ?? replyMessages.badInput)
  if (status !== undefined && status >= 400 && status < 500)
    return refuse(reply, status, status === 413 ? replyMessages.tooLarge : replyMessages.badInput)
  const passing = transientFaultIn(error)
  if (passing === "unavailable") {
    const because = countUnavailable(error)
    request.log.error({ err: error, because }, "the database can't answer at the moment")
    reply.header("retry-after", 5)
    return refuse(reply, 503, httpMessages.slow)
  }
  if (passing === "at once") {
    request.log.warn({ err: error }, "two waited for each other, and this one gave way")
    reply.header("retry-after", 1)
    return refuse(reply, 503, replyMessages.changedConcurrently)
  }
  request.log.error({ err: error }, "fault")
  return refuse(reply, 500, httpMessages.serverFault)
}

/**
 * For input that is not HTTP, too slow or too long: it never becomes a request, so no hook or handler sees it. Gives the status,
 * or null where nobody reads it. A client that neither reads it nor leaves is given `unreadMs`.
 */
export function answerBrokenHttp(
  error: NodeJS.ErrnoException,
  socket: Socket,
  headers: Headers,
  unreadMs: number,
): number | null {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy()
    return null
  }
  const status = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }[error.code ?? ""] ?? 400
  const body = JSON.stringify({
    ret: 0,
    msg: status === 431 ? replyMessages.tooLarge : replyMessages.badInput,
  })
  const lines = Object.entries({
    ...headers,
    "content-type": "application/json; charset=utf-8",
    "content-length": String(Buffer.byteLength(body)),
    connection: "close",
  }).map(([name, value]) => `${name}: ${value}`)
  socket.setTimeout(unreadMs, () => socket.destroy())
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, "", body].join("\r\n"))
  return status
}

/** SPEC-3: as a client of the specification reads it, always with all three fields. */
function tell(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  msg: string,
  more: object = {},
): FastifyReply {
  request.refusedStatus = status
  return refuse(reply, 200, msg, { errtype: errtypes.plain, ...more })
}

function refuse(reply: FastifyReply, status: number, msg: string, more: object = {}): FastifyReply {
  return reply
    .code(status)
    .type("application/json; charset=utf-8")
    .send({ ret: 0, msg, ...more })
}

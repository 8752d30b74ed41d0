import { replyMessages } from "@uc/contract/core/reply"
import type { FastifyReply, FastifyRequest } from "fastify"
import { Refusal } from "../../errors/refusal.ts"

/** RFC 9110: a server knows one expectation. Node has answered it before the request comes here, and a request with it goes on. */
const known = /^\s*100-continue\s*$/i

/** FAULT-12: of requests that Node hands over for the expectation's sake as well. */
export function refusalOfExpectation({ headers }: FastifyRequest, reply: FastifyReply): Refusal | undefined {
  const { expect } = headers
  if (expect === undefined || known.test(expect)) return undefined
  reply.header("connection", "close")
  return new Refusal(replyMessages.badInput)
}

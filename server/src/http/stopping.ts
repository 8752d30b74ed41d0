import type { ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { performance } from "node:perf_hooks"
import { setTimeout as delay } from "node:timers/promises"
import { httpMessages } from "@uc/contract/core/http"
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { isHealthCheck } from "./health-paths.ts"
import { Refusal } from "../errors/refusal.ts"

/** A balancer that has asked for `/readyz` within this time routes requests by it. */
const watchedMs = 30_000
/** Without a balancer: long enough to read requests that have arrived already and would be lost with their connection. */
const unwatchedMs = 100
const sweepMs = 50

/**
 * How the application stops (BARE-16). First it announces it: `/readyz` is 503 and every answer closes its connection, so
 * that a balancer routes elsewhere before anything is refused. That phase is short where nobody asks for `/readyz`.
 * Then it closes: no new connections, idle ones and event streams are ended; a request that still comes in over an open
 * connection gets 503 with a retry time. What has not ended by the deadline is cut off.
 */
export class Stopping {
  readonly #app: FastifyInstance
  #stage: "serving" | "leaving" | "closing" = "serving"
  #checkedAtMs = Number.NEGATIVE_INFINITY
  /** The last answer on each connection; null: it had no request yet. */
  readonly #answers = new Map<Socket, ServerResponse | null>()

  constructor(app: FastifyInstance) {
    this.#app = app
    app.server.on("connection", (socket: Socket) => this.#track(socket, null))
  }

  get isLeaving(): boolean {
    return this.#stage !== "serving"
  }

  noteCheck(): void {
    this.#checkedAtMs = performance.now()
  }

  /** Why a request can't be served any more; undefined: it can. */
  refusalOf({ raw, url }: FastifyRequest, reply: FastifyReply): Refusal | undefined {
    this.#track(raw.socket, reply.raw)
    if (this.#stage === "serving") return undefined
    reply.raw.setHeader("connection", "close")
    if (this.#stage === "leaving" || isHealthCheck(url)) return undefined
    return new Refusal(httpMessages.slow, { status: 503, retryAfterS: 1 })
  }

  async stop(untilMs: number): Promise<void> {
    const beganMs = performance.now()
    this.#stage = "leaving"
    for (const answer of this.#answers.values())
      if (answer && !answer.headersSent) answer.setHeader("connection", "close")
    const isWatched = beganMs - this.#checkedAtMs < watchedMs
    await delay(isWatched ? (untilMs - beganMs) / 2 : unwatchedMs)

    this.#stage = "closing"
    const sweeping = setInterval(() => this.#endIdle(), sweepMs)
    const cutting = setTimeout(() => this.#endAll(), Math.max(untilMs - performance.now(), 0))
    await this.#app.close()
    clearInterval(sweeping)
    clearTimeout(cutting)
  }

  #track(socket: Socket, answer: ServerResponse | null): void {
    if (!this.#answers.has(socket)) socket.once("close", () => this.#answers.delete(socket))
    this.#answers.set(socket, answer)
  }

  /** Keep-alive connections whose last answer was sent, and those that browsers open in advance. */
  #endIdle(): void {
    for (const [socket, answer] of this.#answers)
      if (answer === null ? socket.bytesRead === 0 : answer.writableFinished) socket.destroySoon()
  }

  #endAll(): void {
    for (const socket of this.#answers.keys()) socket.destroy()
  }
}

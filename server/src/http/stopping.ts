import type { ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { performance } from "node:perf_hooks"
import { setTimeout as delay } from "node:timers/promises"
import { httpMessages } from "@uc/contract/core/http"
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { isHealthCheck } from "./health-paths.ts"
import { Refusal } from "../errors/refusal.ts"

/** Whoever has asked for `/readyz` within this time decides by it where requests go. */
const watchedMs = 30_000
/** Where nobody does: long enough to read what has arrived already and would be lost with its connection. */
const shortlyMs = 100
const sweepMs = 50

/**
 * How the application stops (BARE-16). First it only says so: `/readyz` is 503 and every answer asks for the end of its
 * connection, so that a balancer turns away before anything is refused. That is short where nobody looks at `/readyz`.
 * Then it closes: no new connections, idle ones are ended, event streams too; a request that still comes in over an open
 * connection is told to come again, which will be elsewhere. What has not ended by its time is cut off.
 */
export class Stopping {
  readonly #app: FastifyInstance
  #stage: "serving" | "leaving" | "closing" = "serving"
  #checkedAtMs = Number.NEGATIVE_INFINITY
  /** The last answer on each connection; null: nothing was asked there yet. */
  readonly #answers = new Map<Socket, ServerResponse | null>()

  constructor(app: FastifyInstance) {
    this.#app = app
    app.server.on("connection", (socket: Socket) => this.#keep(socket, null))
  }

  get isLeaving(): boolean {
    return this.#stage !== "serving"
  }

  noteCheck(): void {
    this.#checkedAtMs = performance.now()
  }

  /** Of a request that comes in: why it can't be taken any more. */
  refusalOf({ raw, url }: FastifyRequest, reply: FastifyReply): Refusal | undefined {
    this.#keep(raw.socket, reply.raw)
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
    await delay(isWatched ? (untilMs - beganMs) / 2 : shortlyMs)

    this.#stage = "closing"
    const sweeping = setInterval(() => this.#endIdle(), sweepMs)
    const cutting = setTimeout(() => this.#endAll(), Math.max(untilMs - performance.now(), 0))
    await this.#app.close()
    clearInterval(sweeping)
    clearTimeout(cutting)
  }

  #keep(socket: Socket, answer: ServerResponse | null): void {
    if (!this.#answers.has(socket)) socket.once("close", () => this.#answers.delete(socket))
    this.#answers.set(socket, answer)
  }

  /** Kept-open connections whose last answer has left, and those that browsers open ahead and say nothing on. */
  #endIdle(): void {
    for (const [socket, answer] of this.#answers)
      if (answer === null ? socket.bytesRead === 0 : answer.writableFinished) socket.destroySoon()
  }

  #endAll(): void {
    for (const socket of this.#answers.keys()) socket.destroy()
  }
}

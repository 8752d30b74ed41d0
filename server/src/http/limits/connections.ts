import { Socket } from "node:net"
import type { IncomingMessage, ServerResponse } from "node:http"

export interface ConnectionLimits {
  /** How many requests may wait on a connection for the answer before theirs. */
  readonly waiting: number
  /** After how long without any progress an answer ends that its client does not read. */
  readonly unreadMs: number
}

/** Browsers and proxies send the next request after the answer; proxies wait as long for a client that does not read. */
export const connectionLimits: ConnectionLimits = { waiting: 10, unreadMs: 60_000 }

/**
 * What one connection may hold (FAULT-12). Node reads requests that are sent together ahead, and would begin all of them; it
 * tells only the first one's answer when the client leaves, so that files and streams of the others would stay open for ever.
 * Here a request is begun when its answer is the one that the connection is sending, also where the router refuses its address ahead
 * of all hooks. `onFlood` is told of a client that sends more requests than may wait.
 */
export function boundConnections(
  { waiting, unreadMs }: ConnectionLimits,
  onFlood: (socket: Socket) => void,
): (request: IncomingMessage, answer: ServerResponse, next: () => void) => void {
  const waitingOn = new WeakMap<Socket, number>()
  return ({ socket }, answer, next) => {
    // Tests hand requests in without a connection.
    if (!(socket instanceof Socket)) return next()
    const begin = () => {
      endUnread(socket, answer, unreadMs)
      next()
    }
    if (answer.socket) return begin()
    // What has been read together with too many others arrives here even after the connection has ended.
    if (socket.destroyed) return
    const before = waitingOn.get(socket) ?? 0
    if (before >= waiting) {
      onFlood(socket)
      socket.destroy()
      return
    }
    waitingOn.set(socket, before + 1)
    // Node gives an answer its socket when the answer before has been sent.
    answer.once("socket", () => {
      waitingOn.set(socket, (waitingOn.get(socket) ?? 1) - 1)
      // Others come first: a connection with many requests must not hold up the rest.
      setImmediate(() => {
        if (!answer.destroyed) begin()
      })
    })
  }
}

/**
 * Node's time limit of a socket begins again whenever the system has taken some of what was written, so that a slow download
 * goes on. It passes as well while an answer is being made, and in a quiet event stream: those have nothing left to send.
 */
function endUnread(socket: Socket, answer: ServerResponse, unreadMs: number): void {
  socket.setTimeout(unreadMs)
  answer.on("timeout", () => {
    if (socket.writableLength > 0) socket.destroy()
  })
}

import { request as overHttp, type IncomingMessage } from "node:http"
import { request as overHttps } from "node:https"
import type { LookupFunction } from "node:net"

export interface OutboundOptions {
  readonly method?: string
  readonly headers?: HeadersInit
  readonly body?: URLSearchParams | string
  /** Ends the request, whatever it waits for. */
  readonly signal: AbortSignal
  /** Ends it as well: the queue that it belongs to is being stopped. */
  readonly until?: AbortSignal | undefined
  /** How many bytes of the answer are read; without it none. */
  readonly reads?: number
  /** What is sent must not be read on the way: `http` into listed networks alone. */
  readonly encrypts?: boolean
}

/** The other side has said something that is no answer to a request, or more than is read. */
export class AnswerFault extends Error {
  readonly code = "ERR_ANSWER"
}

/** What becomes of an answer. */
export interface AnswerReader {
  /** True: nothing more is wanted, and the answer is what `whole` says. */
  take(part: Buffer): boolean
  whole(): Response
  /** It has ended too early; without an answer the call fails. */
  brokenOff(): Response | null
}

export interface SendParts {
  /** Looks up names; ended with the signal. */
  readonly lookup: (signal: AbortSignal) => LookupFunction
  /** No call takes longer, whatever its own signal says. */
  readonly limitMs: number
  /** Null: the status alone is wanted. */
  readonly reader: (response: IncomingMessage) => AnswerReader | null
}

/** Of the answers before the answer (100, 102, 103), which cost the other side nothing: a server sends one or two. */
const informationLimit = 20

/**
 * FAULT-5: one request over a connection of its own. It settles by the first thing that happens (an answer, an error, the end of the
 * connection in any state, a signal, the limit), and whatever it has begun is ended with it.
 */
export function sendRequest(url: URL, options: OutboundOptions, parts: SendParts): Promise<Response> {
  return new Promise((resolve, reject) => {
    const { body, method = "GET", signal, until } = options
    const signals = [signal, ...(until ? [until] : [])]
    const aborted = signals.find((each) => each.aborted)
    if (aborted) {
      reject(aborted.reason as Error)
      return
    }
    const lookups = new AbortController()
    let reader: AnswerReader | null = null
    let isSettled = false
    let information = 0

    const request = (url.protocol === "https:" ? overHttps : overHttp)(url, {
      method,
      headers: Object.fromEntries(new Headers(options.headers)),
      // A connection that is kept would be used without being looked at again.
      agent: false,
      lookup: parts.lookup(lookups.signal),
    })
    const settle = (how: () => void) => {
      if (isSettled) return
      isSettled = true
      clearTimeout(limit)
      for (const each of signals) each.removeEventListener("abort", stop)
      how()
      lookups.abort()
      request.destroy()
    }
    const answer = (given: Response) => settle(() => resolve(given))
    // What a reader throws ends the call: out of a listener it would end the process.
    const attempt = (work: () => void) => {
      try {
        work()
      } catch (error) {
        settle(() => reject(error))
      }
    }
    const breakOff = (error: unknown) =>
      attempt(() => {
        if (isSettled) return
        const given = reader?.brokenOff() ?? null
        if (given) answer(given)
        else settle(() => reject(error))
      })
    const stop = () => breakOff(signals.find((each) => each.aborted)?.reason)
    const limit = setTimeout(
      () => breakOff(new DOMException("The call has taken too long", "TimeoutError")),
      parts.limitMs,
    )
    for (const each of signals) each.addEventListener("abort", stop)

    request.on("error", breakOff)
    request.on("information", () => {
      information += 1
      if (information > informationLimit) breakOff(new AnswerFault("it sends no answer, but announces one"))
    })
    // Nobody has asked for another protocol: its connection is given to this listener, and to nobody else who would end it.
    request.on("upgrade", (_response, socket) => {
      socket.destroy()
      breakOff(new AnswerFault("it answers with another protocol"))
    })
    request.on("response", (response) => {
      response.on("error", breakOff)
      response.on("close", () => breakOff(new AnswerFault("its answer has no end")))
      // An upgrade to nothing in particular comes here.
      if ((response.statusCode ?? 0) < 200) {
        breakOff(new AnswerFault("it answers with another protocol"))
        return
      }
      attempt(() => {
        reader = parts.reader(response)
        if (!reader) {
          answer(new Response(null, { status: shownStatus(response) }))
          return
        }
        const reading = reader
        response.on("data", (part: Buffer) =>
          attempt(() => {
            if (reading.take(part)) answer(reading.whole())
          }),
        )
        response.on("end", () => attempt(() => answer(reading.whole())))
      })
    })
    // Without an error, in a state that no listener above knows.
    request.on("close", () => breakOff(new AnswerFault("it closes the connection without an answer")))
    request.end(body === undefined ? undefined : String(body))
  })
}

/** `Response` takes no others. */
export function shownStatus({ statusCode: status = 0 }: IncomingMessage): number {
  return status >= 200 && status <= 599 ? status : 502
}

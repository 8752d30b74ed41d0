import type { ServerResponse } from "node:http"
import { newsStream, streamLimits, streamMessages } from "@uc/contract/core/events"
import { errtypes, replyMessages } from "@uc/contract/core/reply"
import { defaultSiteConfig } from "@uc/contract/core/site-defaults"
import type { FastifyInstance } from "fastify"
import { cookieOf } from "../session/cookies.ts"
import type { House } from "./calls/register-calls.ts"
import { lookAgain, newsDesk, type NewsDesk, type Reader } from "../realtime/stream-registry.ts"
import { liveScopes } from "../realtime/stream-scopes.ts"
import { Refusal } from "../errors/refusal.ts"
import { sessionCookie, type SignedIn } from "../session/sessions.ts"

/** An event is some 40 bytes: who is this far behind what the system buffers anyway, does not read. */
const unreadBytes = 4096

/** WARN-7: the event stream. */
export function servePush(app: FastifyInstance, house: House): void {
  const { news, sessions, nowMs } = house
  const desk = newsDesk({ nowMs, after: (ms, act) => void setTimeout(act, ms).unref() })
  let isClosing = false
  news.hear({
    onBegin: () => desk.tellAll(),
    onNews: (topic, hearers) => desk.tell(topic, hearers),
    onEnded(sessionId) {
      sessions.forgetEnded(sessionId)
      desk.recheck(sessionId, null)
    },
  })

  let second = 0
  const ticking = setInterval(() => {
    second++
    desk.heartbeat(second)
    const due = desk.dueForRecheck(second)
    // Where the database is away nobody has said that the session is over; the next turn asks again.
    if (due.length > 0) void recheck(house, desk, due).catch(() => {})
  }, 1000)
  ticking.unref()

  // Before the server waits for its requests to end: these would not.
  app.addHook("preClose", async () => {
    isClosing = true
    clearInterval(ticking)
    desk.endAll()
    await news.stop()
  })

  app.route({
    method: "GET",
    url: `${defaultSiteConfig.services[newsStream.service]}${newsStream.path}`,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const token = cookieOf(request, sessionCookie(request.protocol === "https").name)
      const user = token === undefined ? null : await sessions.find(token, false)
      if (!user) throw new Refusal(replyMessages.signedOut, { status: 401, errtype: errtypes.signedOut })
      const { raw } = reply
      // Gone meanwhile: nobody would ever take the stream off the desk.
      if (raw.destroyed) return reply.hijack()
      const reader = isClosing ? null : admit(desk, raw, user)
      if (!reader && !isClosing) throw new Refusal(streamMessages.tooMany, { status: 429 })
      reply.hijack()
      raw.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        "content-type": "text/event-stream; charset=utf-8",
        "x-accel-buffering": "no",
      })
      raw.write(`retry: ${retryMs()}\n\n`)
      // Ended in order, a stream is opened again by the browser, at another process; a refused one is not.
      if (!reader) return raw.end()
      news.listen()
      if (news.place() !== null) reader.write(lookAgain)
      return reply
    },
  })
}

/** Apart from the handler, so that an open stream keeps nothing of its request alive. */
function admit(desk: NewsDesk, raw: ServerResponse, { sessionId, scope, user }: SignedIn): Reader | null {
  const reader: Reader = {
    sessionId,
    personId: user.id,
    write: (text) => {
      raw.write(text)
      return raw.writableLength < unreadBytes
    },
    // What was not read so far never will be.
    end: () => (raw.writableLength < unreadBytes ? raw.end() : raw.destroy()),
  }
  if (!desk.admit(reader, scope)) return null
  raw.on("close", () => desk.leave(reader))
  return reader
}

async function recheck({ database }: House, desk: NewsDesk, sessionIds: readonly string[]): Promise<void> {
  const scopes = await liveScopes(database.atOnce, sessionIds)
  for (const id of sessionIds) desk.recheck(id, scopes.get(id) ?? null)
}

function retryMs(): number {
  const { least, most } = streamLimits.retryMs
  return Math.round(least + Math.random() * (most - least))
}

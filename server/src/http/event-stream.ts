import type { ServerResponse } from "node:http"
import { eventStream, streamLimits, streamMessages } from "@uc/contract/core/events"
import { errtypes, replyMessages } from "@uc/contract/core/reply"
import { defaultSiteConfig } from "@uc/contract/core/site-defaults"
import type { FastifyInstance, FastifyRequest } from "fastify"
import { plainAddress } from "../session/caller.ts"
import { cookieOf } from "../session/cookies.ts"
import type { Scope } from "../db/scope.ts"
import type { Services } from "./services.ts"
import {
  everyTopicText,
  streamRegistry,
  type StreamRegistry,
  type Reader,
} from "../realtime/stream-registry.ts"
import { noteStream } from "../realtime/open-streams.ts"
import { idOfScreenStream, nobodysId, screenStream } from "../realtime/screen-streams.ts"
import { liveScopes } from "../realtime/stream-scopes.ts"
import { Refusal } from "../errors/refusal.ts"
import { screenTokenOf } from "../session/screen-cookie.ts"
import { sessionCookieName } from "../session/session-cookie.ts"

/** An event has about 40 bytes: a client this far behind, beyond what the system buffers, does not read. */
const unreadBytes = 4096

/** WARN-7: the event stream. */
export function serveEventStream(app: FastifyInstance, services: Services): void {
  const { events, sessions, nowMs } = services
  const streams = streamRegistry({ nowMs, after: (ms, act) => void setTimeout(act, ms).unref() })
  let isClosing = false
  events.subscribe({
    onBegin: () => streams.sendToAll(),
    onEvent: (topic, audience) => streams.send(topic, audience),
    onEnded(sessionId) {
      sessions.forgetEnded(sessionId)
      streams.recheck(sessionId, null)
    },
    onChanged: (sessionId) => sessions.forgetEnded(sessionId),
  })

  let second = 0
  const ticking = setInterval(() => {
    second++
    streams.heartbeat(second)
    const due = streams.dueForRecheck(second)
    // While the database is away nobody knows whether the session is over; the next check asks again.
    if (due.length > 0) void recheck(services, streams, due).catch(() => {})
  }, 1000)
  ticking.unref()

  // Before the server waits for open requests to end: streams never do.
  app.addHook("preClose", async () => {
    isClosing = true
    clearInterval(ticking)
    streams.endAll()
    await events.stop()
  })

  app.route({
    method: "GET",
    url: `${defaultSiteConfig.services[eventStream.service]}${eventStream.path}`,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const opening = await openingOf(services, request)
      if (!opening) throw new Refusal(replyMessages.signedOut, { status: 401, errtype: errtypes.signedOut })
      const { raw } = reply
      // Closed meanwhile: no close event would ever remove the stream from the registry.
      if (raw.destroyed) return reply.hijack()
      const reader = isClosing ? null : admit(streams, raw, opening)
      if (!reader && !isClosing) throw new Refusal(streamMessages.tooMany, { status: 429 })
      reply.hijack()
      raw.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        "content-type": "text/event-stream; charset=utf-8",
        "x-accel-buffering": "no",
      })
      raw.write(`retry: ${retryMs()}\n\n`)
      // The browser reopens a stream that was ended normally, at another process; a refused one it does not.
      if (!reader) return raw.end()
      events.listen()
      if (events.position() !== null) reader.write(everyTopicText)
      return reply
    },
  })
}

/** Whose stream it is. */
interface Opening extends Pick<Reader, "sessionId" | "personId"> {
  readonly scope: Scope
}

/** DAY-7: a screen asks for its own, which outlives the sessions of people who once signed in at that browser. */
async function openingOf({ sessions, screens }: Services, request: FastifyRequest): Promise<Opening | null> {
  const query = request.query as Readonly<Record<string, unknown>>
  const screenToken = query["for"] === eventStream.forScreen ? screenTokenOf(request) : undefined
  if (screenToken !== undefined) {
    const caller = { ip: plainAddress(request.ip), userAgent: request.headers["user-agent"] ?? "" }
    const screen = await screens.find(screenToken, caller)
    request.madeBy = screen
    if (screen) return { sessionId: screenStream(screen.id), personId: nobodysId, scope: screen.scope }
  }
  const token = cookieOf(request, sessionCookieName(request))
  const user = token === undefined ? null : await sessions.find(token, false)
  request.madeBy = user
  return user && { sessionId: user.sessionId, personId: user.user.id, scope: user.scope }
}

/** Apart from the handler, so that an open stream keeps nothing of its request alive. */
function admit(
  streams: StreamRegistry,
  raw: ServerResponse,
  { sessionId, personId, scope }: Opening,
): Reader | null {
  const reader: Reader = {
    sessionId,
    personId,
    write: (text) => {
      raw.write(text)
      return raw.writableLength < unreadBytes
    },
    // Nobody will read what is still buffered.
    end: () => (raw.writableLength < unreadBytes ? raw.end() : raw.destroy()),
  }
  if (!streams.admit(reader, scope)) return null
  noteStream(1)
  raw.on("close", () => {
    noteStream(-1)
    streams.leave(reader)
  })
  return reader
}

async function recheck(
  { database, screens }: Services,
  streams: StreamRegistry,
  streamIds: readonly string[],
): Promise<void> {
  const ofScreens = streamIds.flatMap((id) => idOfScreenStream(id) ?? [])
  const sessionIds = streamIds.filter((id) => idOfScreenStream(id) === null)
  const [scopes, reached] = await Promise.all([
    sessionIds.length === 0 ? null : liveScopes(database.systemDb, sessionIds),
    screens.scopes(ofScreens),
  ])
  for (const id of sessionIds) streams.recheck(id, scopes?.get(id) ?? null)
  for (const id of ofScreens) streams.recheck(screenStream(id), reached.get(id) ?? null)
}

function retryMs(): number {
  const { least, most } = streamLimits.retryMs
  return Math.round(least + Math.random() * (most - least))
}

import type { EventTopic } from "@uc/contract/core/events"
import type { Listening } from "../db/listen.ts"
import type { Database } from "../db/open.ts"
import { reaches, type Scope } from "../db/scope.ts"
import {
  decodeSessionChange,
  decodeSessionEnd,
  eventChannel,
  decodeEvent,
  type Audience,
} from "./publish-event.ts"

interface EventListener {
  /** Events before this moment may have been missed. */
  onBegin(): void
  onEvent(topic: EventTopic, audience: Audience): void
  onEnded(sessionId: string): void
  onChanged?(sessionId: string): void
}

/** The events of all processes, as this process receives them. */
export interface EventFeed {
  /** Starts to listen. A process without streams or cached answers needs no connection. */
  listen(): void
  subscribe(listener: EventListener): void
  /** The number of the last event; null: not listening, so later nobody could say what came since. */
  position(): number | null
  /** Whether an event of this topic that may concern this scope has come since. */
  hasSince(since: number, topic: EventTopic, scope: Scope): boolean
  stop(): Promise<void>
}

/** For a position before the last so many events, everything counts as new. */
const maxEvents = 1000

export function eventFeed(database: Database): EventFeed {
  const listeners: EventListener[] = []
  let listening: Listening | null = null
  let isStopped = false
  let isListening = false
  let count = 0
  let recent: { topic: EventTopic; audience: Audience }[] = []

  const forget = () => {
    // An earlier position may have missed events.
    count += 1
    recent = []
  }

  return {
    listen() {
      if (isStopped) return
      listening ??= database.listen(eventChannel, {
        onBegin() {
          isListening = true
          forget()
          for (const listener of listeners) listener.onBegin()
        },
        onLost() {
          isListening = false
          forget()
        },
        onNotification(payload) {
          const ended = decodeSessionEnd(payload)
          if (ended !== null) for (const listener of listeners) listener.onEnded(ended)
          const changed = decodeSessionChange(payload)
          if (changed !== null) for (const listener of listeners) listener.onChanged?.(changed)
          const event = decodeEvent(payload)
          if (!event) return
          if (recent.length >= maxEvents) forget()
          count += 1
          recent.push(event)
          for (const listener of listeners) listener.onEvent(event.topic, event.audience)
        },
      })
    },
    subscribe: (listener) => void listeners.push(listener),
    position: () => (isListening ? count : null),
    hasSince(since, topic, scope) {
      const missed = count - since
      if (missed === 0) return false
      if (missed > recent.length) return true
      return recent.slice(-missed).some((event) => event.topic === topic && mayConcern(scope, event.audience))
    },
    async stop() {
      isStopped = true
      await listening?.stop()
    },
  }
}

function mayConcern(scope: Scope, audience: Audience): boolean {
  if ("org" in audience) return reaches(scope, audience.org)
  return !("area" in audience) || scope.reach === "all" || scope.areaPath.startsWith(audience.area)
}

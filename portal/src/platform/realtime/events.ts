import type { EventTopic } from "@uc/contract/core/events"
import { openEventStream } from "./event-stream.ts"
import { runEvents } from "./run-events.ts"
import { tabLocks } from "./tab-locks.ts"
import { storedUser, watchUser } from "../session/session.ts"

const listeners = new Map<EventTopic, Set<() => void>>()
let running: { readonly userId: string; readonly stop: () => void } | null = null

function notify(topic: EventTopic): void {
  listeners.get(topic)?.forEach((listener) => listener())
}

function runForCurrentUser(): void {
  const wanted = [...listeners.values()].some(({ size }) => size > 0) ? (storedUser()?.id ?? null) : null
  if (running?.userId === wanted || (running === null && wanted === null)) return
  running?.stop()
  running = null
  if (wanted === null) return
  const name = `uc-events:${wanted}`
  const stop = runEvents({
    name,
    locks: tabLocks(),
    channel: typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(name),
    open: openEventStream,
    onEvent: notify,
    chance: Math.random,
  })
  running = { userId: wanted, stop }
}
watchUser(runForCurrentUser)

/**
 * Calls back whenever there may be something new of this topic: by the browser's one event stream, or where there is none
 * every half minute (`bell` and `menus`). Who begins to listen makes the first request themselves. Returns what ends it.
 */
export function onEvent(topic: EventTopic, listener: () => void): () => void {
  const own = listeners.get(topic) ?? new Set()
  listeners.set(topic, own)
  // A new function, so that the same listener may be registered twice.
  const registered = () => listener()
  own.add(registered)
  runForCurrentUser()
  return () => {
    own.delete(registered)
    runForCurrentUser()
  }
}

import type { EventTopic } from "@uc/contract/core/events"
import { openEventStream } from "./event-stream.ts"
import { runEvents } from "./run-events.ts"
import { storedUser, watchUser } from "../session/session.ts"

const listeners = new Map<EventTopic, Set<() => void>>()
let running: { readonly userId: string; readonly stop: () => void } | null = null

function tell(topic: EventTopic): void {
  listeners.get(topic)?.forEach((listener) => listener())
}

function runForWhoIsHere(): void {
  const wanted = [...listeners.values()].some(({ size }) => size > 0) ? (storedUser()?.id ?? null) : null
  if (running?.userId === wanted || (running === null && wanted === null)) return
  running?.stop()
  running = null
  if (wanted === null) return
  const name = `uc-news:${wanted}`
  const stop = runEvents({
    name,
    locks: navigator.locks,
    channel: typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(name),
    open: openEventStream,
    tell,
    chance: Math.random,
  })
  running = { userId: wanted, stop }
}
watchUser(runForWhoIsHere)

/**
 * Calls back whenever there may be something new of this topic: by the browser's one event stream, or where there is none
 * every half minute (`bell` and `menus`). Whoever begins to listen asks once by themselves. Gives what ends it.
 */
export function onEvent(topic: EventTopic, listener: () => void): () => void {
  const own = listeners.get(topic) ?? new Set()
  listeners.set(topic, own)
  // A function of its own, so that the same listener may be there twice.
  const heard = () => listener()
  own.add(heard)
  runForWhoIsHere()
  return () => {
    own.delete(heard)
    runForWhoIsHere()
  }
}

import type { EventTopic } from "@uc/contract/core/events"
import { loadChunk } from "../http/load-chunk.ts"
import { storedUser, watchUser } from "../session/session.ts"

/** After the file could not be loaded. */
const againMs = 10_000

const listeners = new Map<EventTopic, Set<() => void>>()
let running: { readonly userId: string; readonly stop: () => void } | null = null

function notify(topic: EventTopic): void {
  listeners.get(topic)?.forEach((listener) => listener())
}

/** OPS-9: its code is no part of the first page's files. A stream that opens sends every topic, so nothing is missed meanwhile. */
function start(userId: string): () => void {
  let isOver = false
  let stop: (() => void) | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  async function load(): Promise<void> {
    try {
      const { runBrowserEvents } = await loadChunk(() => import("./run-events.ts"))
      if (!isOver) stop = runBrowserEvents(userId, notify)
    } catch (error) {
      console.error("Events can't be loaded", error)
      if (!isOver) timer = setTimeout(() => void load(), againMs)
    }
  }
  void load()
  return () => {
    isOver = true
    clearTimeout(timer)
    stop?.()
  }
}

function runForCurrentUser(): void {
  const wanted = [...listeners.values()].some(({ size }) => size > 0) ? (storedUser()?.id ?? null) : null
  if (running?.userId === wanted || (running === null && wanted === null)) return
  running?.stop()
  running = wanted === null ? null : { userId: wanted, stop: start(wanted) }
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

import { eventStream, eventTopics, streamEvents, type EventTopic } from "@uc/contract/core/events"
import { siteConfigAtHand } from "../browser/site-config.ts"

/** Where a proxy blocks it, or the session has too many, it is retried after this; polling goes on meanwhile. */
const retryMs = 30_000

/** After the end of the session something is requested: its refusal makes the page leave. */
const checkEndedMs = 500

interface StreamListener {
  /** DAY-7: opened by the cookie of a screen, if the browser is one. */
  readonly isScreen?: true
  readonly onEvent: (topic: EventTopic) => void
  /** Whether events arrive at the moment. */
  readonly onState: (isOpen: boolean) => void
}

/** WARN-7: says that there is something new, never what. Returns what ends it. */
export function openEventStream({ onEvent, onState, isScreen }: StreamListener): () => void {
  if (typeof EventSource === "undefined") return () => undefined
  const { service, path, forScreen } = eventStream
  const query = isScreen ? `?for=${forScreen}` : ""
  const address = siteConfigAtHand().services[service].replace(/\/$/, "") + path + query
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false

  function close(): void {
    isOver = true
    clearTimeout(timer)
    source?.close()
  }
  function open(): void {
    source = new EventSource(address, { withCredentials: true })
    source.addEventListener("open", () => onState(true))
    source.addEventListener(streamEvents.news, ({ data }: MessageEvent<unknown>) => {
      const topic = topicIn(data)
      if (topic) onEvent(topic)
    })
    // The session is over; the next request is answered so. Who has signed out here has left before it is made.
    source.addEventListener(streamEvents.end, () => {
      close()
      onState(false)
      timer = setTimeout(() => onEvent("menus"), checkEndedMs)
    })
    source.addEventListener("error", () => {
      if (isOver) return
      onState(false)
      // A broken one is opened again by the browser, a refused one is not.
      if (source?.readyState !== EventSource.CLOSED) return
      clearTimeout(timer)
      timer = setTimeout(open, retryMs)
    })
  }
  open()
  return close
}

/** A newer server may send topics that this page does not know. */
function topicIn(data: unknown): EventTopic | undefined {
  try {
    const { topic } = JSON.parse(String(data)) as { topic?: unknown }
    return eventTopics.find((known) => known === topic)
  } catch {
    return undefined
  }
}

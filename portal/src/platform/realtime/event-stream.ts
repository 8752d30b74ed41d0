import { eventStream, eventTopics, streamEvents, type EventTopic } from "@uc/contract/core/events"
import { siteConfigAtHand } from "../browser/site-config.ts"

/** Where a proxy blocks it, or the session has too many, it is tried again after this; polling goes on meanwhile. */
const againMs = 30_000

/** After the end of the session somebody asks something, so that the page leaves. */
const endedMs = 500

interface Hearer {
  readonly onEvent: (topic: EventTopic) => void
  /** Whether everything is heard at the moment. */
  readonly onState: (isOpen: boolean) => void
}

/** WARN-7: says that there is something new, never what. Gives what ends it. */
export function openEventStream({ onEvent, onState }: Hearer): () => void {
  if (typeof EventSource === "undefined") return () => undefined
  const { service, path } = eventStream
  const address = siteConfigAtHand().services[service].replace(/\/$/, "") + path
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
    // The session is over; the next question will be told so. Who has signed out here is gone before it is asked.
    source.addEventListener(streamEvents.end, () => {
      close()
      onState(false)
      timer = setTimeout(() => onEvent("menus"), endedMs)
    })
    source.addEventListener("error", () => {
      if (isOver) return
      onState(false)
      // A broken one is opened again by the browser, a refused one is not.
      if (source?.readyState !== EventSource.CLOSED) return
      clearTimeout(timer)
      timer = setTimeout(open, againMs)
    })
  }
  open()
  return close
}

/** A topic that a newer server tells of is none of ours yet. */
function topicIn(data: unknown): EventTopic | undefined {
  try {
    const { topic } = JSON.parse(String(data)) as { topic?: unknown }
    return eventTopics.find((known) => known === topic)
  } catch {
    return undefined
  }
}

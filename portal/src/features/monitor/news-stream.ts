import { newsStream, streamEvents } from "@uc/contract/push"
import { siteConfigAtHand } from "../../platform/site-config.ts"

/** Where a proxy blocks it, or the session has too many, it is tried again after this; polling goes on meanwhile. */
const againMs = 30_000

/** WARN-7: says that there is something new, never what. Gives what ends it. */
export function listenForNews(onNews: () => void): () => void {
  if (typeof EventSource === "undefined") return () => undefined
  const { service, path } = newsStream
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
    source.addEventListener(streamEvents.news, onNews)
    // The session is over; the next question will be told so.
    source.addEventListener(streamEvents.end, close)
    source.addEventListener("error", () => {
      // A broken one is opened again by the browser, a refused one is not.
      if (isOver || source?.readyState !== EventSource.CLOSED) return
      clearTimeout(timer)
      timer = setTimeout(open, againMs)
    })
  }
  open()
  return close
}

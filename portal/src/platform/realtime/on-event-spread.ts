import type { EventTopic } from "@uc/contract/core/events"
import { onEvent } from "./events.ts"

/** All people of a city get the event of a notice at the same moment: their calls are spread over this time. */
const spreadMs = 3000

/** Calls back once for all events of this time. Returns what ends it. */
export function onEventSpread(topic: EventTopic, listener: () => void, overMs = spreadMs): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = onEvent(topic, () => {
    timer ??= setTimeout(() => {
      timer = undefined
      listener()
    }, Math.random() * overMs)
  })
  return () => {
    end()
    clearTimeout(timer)
  }
}

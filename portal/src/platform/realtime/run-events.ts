import type { EventTopic } from "@uc/contract/core/events"
import type { Locks } from "./elect-leader.ts"
import { openEventStream } from "./event-stream.ts"
import { isTabHidden, leadVisibleTab, postToTabs, type TabChannel } from "./lead-visible-tab.ts"
import { tabLocks } from "./tab-locks.ts"

const pollMs = 30_000
/** What no feature polls with a timer of its own; the monitor has one. */
const polledTopics: readonly EventTopic[] = ["bell", "menus"]

/** What the tab with the stream sends to the others, and what a new one asks. */
type Message =
  | { readonly type: "event"; readonly topic: EventTopic }
  | { readonly type: "state"; readonly isOpen: boolean }
  | { readonly type: "stateWanted" }

export interface EventParts {
  /** Tabs of one name have one stream. */
  readonly name: string
  /** Without them, or without a channel, there is no stream: one in every tab would use up the browser's connections. */
  readonly locks: Locks | undefined
  readonly channel: TabChannel | null
  readonly open: typeof openEventStream
  readonly onEvent: (topic: EventTopic) => void
  /** Between 0 and 1, so that a thousand browsers do not poll in the same moment. */
  readonly chance: () => number
}

/** WARN-7: one event stream of a browser, whose events all its tabs get; polling where there is none. Returns what ends it. */
export function runEvents({ name, locks, channel, open, onEvent, chance }: EventParts): () => void {
  let isOver = false
  let isLeading = false
  let isOpen = false
  let hasMissed = false
  let close: (() => void) | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function say(message: Message): void {
    postToTabs(channel, message)
  }

  function onState(to: boolean): void {
    isOpen = to
    say({ type: "state", isOpen })
  }

  function poll(): void {
    hasMissed = false
    for (const topic of polledTopics) onEvent(topic)
  }

  function schedule(): void {
    timer = setTimeout(
      () => {
        // A page that nobody looks at waits until somebody does.
        if (isTabHidden()) hasMissed = !isOpen
        else if (!isOpen) poll()
        schedule()
      },
      pollMs * (1 - chance() / 10),
    )
  }
  schedule()

  const stopLeading = leadVisibleTab<Message>({
    name,
    locks: channel ? locks : undefined,
    channel,
    withoutLocks: "noneLeads",
    onLead(to) {
      isLeading = to
      close?.()
      close = undefined
      isOpen = false
      if (!to || isOver) return
      close = open({
        onEvent(topic) {
          onEvent(topic)
          say({ type: "event", topic })
        },
        onState,
      })
    },
    onMessage(message) {
      if (isOver) return
      switch (message.type) {
        case "event":
          if (!isLeading) onEvent(message.topic)
          return
        case "state":
          if (!isLeading) isOpen = message.isOpen
          return
        case "stateWanted":
          if (isLeading) say({ type: "state", isOpen })
      }
    },
    onVisible() {
      if (hasMissed) poll()
    },
  })
  say({ type: "stateWanted" })

  return () => {
    isOver = true
    clearTimeout(timer)
    stopLeading()
    close?.()
    channel?.close()
  }
}

/** The events of one person in this browser. Returns what ends them. */
export function runBrowserEvents(userId: string, onEvent: (topic: EventTopic) => void): () => void {
  const name = `uc-events:${userId}`
  return runEvents({
    name,
    locks: tabLocks(),
    channel: typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(name),
    open: openEventStream,
    onEvent,
    chance: Math.random,
  })
}

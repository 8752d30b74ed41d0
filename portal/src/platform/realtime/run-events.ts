import type { EventTopic } from "@uc/contract/core/events"
import type { openEventStream } from "./event-stream.ts"
import { electLeader, type Locks } from "./elect-leader.ts"

/** Without a stream it is looked this often whether there is something new. */
const beatMs = 30_000
/** What nobody asks about by a timer of their own; the monitor has one. */
const beatTopics: readonly EventTopic[] = ["bell", "menus"]

/** What the tab with the stream tells the others, and what a new one asks. */
type Word =
  | { readonly type: "news"; readonly topic: EventTopic }
  | { readonly type: "state"; readonly isOpen: boolean }
  | { readonly type: "asked" }
  | { readonly type: "hidden" }

export interface EventParts {
  /** Tabs of one name have one stream. */
  readonly name: string
  /** Without them, or without a channel, there is no stream: one in every tab would use up the browser's connections. */
  readonly locks: Locks | undefined
  readonly channel: Pick<BroadcastChannel, "postMessage" | "addEventListener" | "close"> | null
  readonly open: typeof openEventStream
  readonly tell: (topic: EventTopic) => void
  /** Between 0 and 1, so that a thousand browsers do not ask in the same moment. */
  readonly chance: () => number
}

/** WARN-7: one event stream of a browser, whose news all its tabs hear; a beat instead where there is none. Gives what ends it. */
export function runEvents({ name, locks, channel, open, tell, chance }: EventParts): () => void {
  const isHidden = () => document.visibilityState === "hidden"
  let isOver = false
  let isLeading = false
  let isOpen = false
  let hasMissed = false
  let close: (() => void) | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function say(word: Word): void {
    // A channel has no other origin to go to.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    channel?.postMessage(word)
  }

  function onState(to: boolean): void {
    isOpen = to
    say({ type: "state", isOpen })
  }

  function beat(): void {
    hasMissed = false
    for (const topic of beatTopics) tell(topic)
  }

  function plan(): void {
    timer = setTimeout(
      () => {
        // A page that nobody looks at waits until somebody does.
        if (isHidden()) hasMissed = !isOpen
        else if (!isOpen) beat()
        plan()
      },
      beatMs * (1 - chance() / 10),
    )
  }
  plan()

  const turn =
    locks && channel
      ? electLeader({
          name,
          locks,
          isHidden,
          onChange(to) {
            isLeading = to
            close?.()
            close = undefined
            isOpen = false
            if (!to || isOver) return
            close = open({
              onEvent(topic) {
                tell(topic)
                say({ type: "news", topic })
              },
              onState,
            })
          },
        })
      : null

  channel?.addEventListener("message", ({ data }: MessageEvent<Word>) => {
    if (isOver) return
    switch (data.type) {
      case "news":
        if (!isLeading) tell(data.topic)
        return
      case "state":
        if (!isLeading) isOpen = data.isOpen
        return
      case "asked":
        if (isLeading) say({ type: "state", isOpen })
        return
      case "hidden":
        if (!isHidden()) turn?.take()
    }
  })
  say({ type: "asked" })

  function onVisibility(): void {
    if (isHidden()) {
      if (isLeading) say({ type: "hidden" })
      return
    }
    // A phone stops the tabs that nobody looks at, and their streams with them.
    turn?.take()
    if (hasMissed) beat()
  }
  document.addEventListener("visibilitychange", onVisibility)

  return () => {
    isOver = true
    clearTimeout(timer)
    turn?.end()
    close?.()
    document.removeEventListener("visibilitychange", onVisibility)
    channel?.close()
  }
}

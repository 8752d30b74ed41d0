import { electLeader, type Locks } from "./elect-leader.ts"

export type TabChannel = Pick<BroadcastChannel, "postMessage" | "addEventListener" | "close">

/** Sent by a leader that nobody looks at any more, so that a visible tab can take over. */
interface LeaderHidden {
  readonly type: "hidden"
}

interface LeadingTab<Message> {
  /** Tabs of one name have one leader. */
  readonly name: string
  readonly locks: Locks | undefined
  readonly channel: TabChannel | null
  /** Where there are no locks (storage is refused): each tab leads itself, or none does. */
  readonly withoutLocks: "eachLeads" | "noneLeads"
  readonly onLead: (isLeading: boolean) => void
  readonly onMessage: (message: Message) => void
  /** Somebody looks at this tab again. */
  readonly onVisible: () => void
}

export const isTabHidden = () => document.visibilityState === "hidden"

export function postToTabs(channel: TabChannel | null, message: { readonly type: string }): void {
  // A channel has no other origin to go to.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel?.postMessage(message)
}

/** WARN-7: one tab of a browser leads, if possible one that is looked at. Returns what ends it; the channel stays open. */
export function leadVisibleTab<Message extends { readonly type: string }>({
  name,
  locks,
  channel,
  withoutLocks,
  onLead,
  onMessage,
  onVisible,
}: LeadingTab<Message>): () => void {
  let isLeading = false
  const candidate =
    locks || withoutLocks === "eachLeads"
      ? electLeader({
          name,
          locks,
          isHidden: isTabHidden,
          onChange(to) {
            isLeading = to
            onLead(to)
          },
        })
      : null

  channel?.addEventListener("message", ({ data }: MessageEvent<Message | LeaderHidden>) => {
    if (!isLeaderHidden(data)) onMessage(data)
    else if (!isTabHidden()) candidate?.takeLead()
  })

  function onVisibility(): void {
    if (isTabHidden()) {
      if (isLeading) postToTabs(channel, { type: "hidden" })
      return
    }
    // A phone stops the tabs that nobody looks at, and their streams with them.
    candidate?.takeLead()
    onVisible()
  }
  document.addEventListener("visibilitychange", onVisibility)

  return () => {
    candidate?.end()
    document.removeEventListener("visibilitychange", onVisibility)
  }
}

function isLeaderHidden(message: { readonly type: string }): message is LeaderHidden {
  return message.type === "hidden"
}

import type { SiteConfig } from "@uc/contract/core/site"
import type { Database } from "../db/open.ts"
import type { EventFeed } from "../realtime/event-feed.ts"
import type { Keyed } from "../security/keyed.ts"
import type { Passwords } from "../security/sign-in/passwords.ts"
import type { Sessions } from "../session/sessions.ts"
import type { PictureMaker } from "../slider/picture-maker.ts"

/** What handlers are handed instead of reaching for it. */
export interface Services {
  readonly database: Database
  readonly passwords: Passwords
  readonly sessions: Sessions
  readonly events: EventFeed
  readonly site: SiteConfig
  readonly keyed: Keyed
  /** Who draws the pictures of the human checks. */
  readonly pictures: PictureMaker
  /** How messages leave: through a gateway, onto the screen of demo mode, or not at all. */
  readonly sms: "gateway" | "screen" | null
  /** After a message was committed: whoever sends them need not wait for the next look. */
  readonly onSmsQueued: () => void
  readonly nowMs: () => number
  /** The time of day, for what ends on a date. */
  readonly dateMs: () => number
  /** What somebody should look at though nobody was refused for it; an error goes in as it is, and is masked. */
  readonly warn: (message: string, error?: unknown) => void
}

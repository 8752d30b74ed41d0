import type { SiteConfig } from "@uc/contract/core/site"
import type { Database } from "../db/open.ts"
import type { EventFeed } from "../realtime/event-feed.ts"
import type { UnderWay } from "../security/under-way.ts"
import type { Keyed } from "../security/keyed.ts"
import type { TakeAnonymousSignOn } from "../security/anonymous-sign-ons.ts"
import type { Passwords } from "../security/sign-in/passwords.ts"
import type { Installation } from "./installation.ts"
import type { OutboundOf } from "./outbound/outbound.ts"
import type { Screens } from "../session/screens.ts"
import type { Sessions } from "../session/sessions.ts"
import type { PictureMaker } from "../slider/picture-maker.ts"

/** What handlers are handed. */
export interface Services {
  readonly database: Database
  readonly passwords: Passwords
  readonly sessions: Sessions
  readonly screens: Screens
  readonly events: EventFeed
  readonly site: SiteConfig
  readonly keyed: Keyed
  /** Draws the pictures of the human checks. */
  readonly pictures: PictureMaker
  /** How messages are sent: through a gateway, onto the screen in demo mode, or not at all. */
  readonly sms: "gateway" | "screen" | null
  /** DAY-11: whether reminders can be passed on through the operator's webhook. */
  readonly hasWebhook: boolean
  /** Requests to addresses that administrators typed. */
  readonly outboundOf: OutboundOf
  /** Called after a message was committed: the outbox sends it at once. */
  readonly onSmsQueued: () => void
  /** OPS-4: what 运行状态 checks. */
  readonly installation: Installation
  readonly anonymousSignOns: TakeAnonymousSignOn
  /** What is bounded in how many are under way. */
  readonly underWay: UnderWay
  readonly nowMs: () => number
  /** The time of day, for what ends on a date. */
  readonly dateMs: () => number
  /** Logs what an operator should look at though no request was refused; personal data of an error is masked. */
  readonly warn: (message: string, error?: unknown) => void
}

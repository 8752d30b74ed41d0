import { z } from "zod"

/**
 * WARN-7: an event stream tells that there is something new, never what: whoever hears it asks by the calls. It is no
 * `call`, because its answer does not end. Opened with the session's cookie, by `new EventSource(address)`; a locked session
 * may keep it.
 */
export const eventStream = { service: "ewls", path: "/alarm/v1/events" } as const

/**
 * `alarms`: ask `alarms.records` again. `drills`: ask `drills.executions` again. `bell`: ask `notices.bell` again. `menus`: ask for
 * the user's menus again. `codes`: dictionaries and code tables.
 */
export const eventTopics = ["alarms", "drills", "bell", "menus", "codes"] as const
export type EventTopic = (typeof eventTopics)[number]

/**
 * The events by name. Of each topic the first `news` comes as soon as the server listens, after every opening and wherever
 * something may have been missed: there is no need to ask on opening. After `end` the stream is closed for good, because the
 * session is over: close the EventSource, it would try again.
 */
export const streamEvents = { news: "news", end: "end" } as const

/** The data of a `news` event. */
export const StreamEvent = z.object({ topic: z.enum(eventTopics) })
export type StreamEvent = z.infer<typeof StreamEvent>

export const streamLimits = {
  /** Of one session; a further one is refused with 429. */
  perSession: 20,
  /** A comment line, so that neither a proxy nor a dead connection goes unnoticed. */
  heartbeatMs: 15_000,
  /** Of one topic at most one `news` in this time, the first at once. */
  foldMs: 200,
  /** How often it is looked whether the session still lives and how far it reaches. */
  recheckMs: 30_000,
  /** After how long a browser opens a broken stream again: chosen between these, so that not all return at once. */
  retryMs: { least: 1000, most: 4000 },
} as const

export const streamMessages = { tooMany: "打开的页面过多，请关闭一些页面" } as const

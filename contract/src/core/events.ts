import { z } from "zod"

/**
 * WARN-7: an event says that there is something new, never what: the browser then makes the call. The stream is no
 * `call`, because its answer does not end. Opened with the session's cookie, by `new EventSource(address)`; a locked
 * session may keep it.
 */
export const eventStream = {
  service: "ewls",
  path: "/alarm/v1/events",
  /** DAY-7: the value of the parameter `for` with which a screen opens it by its own cookie. */
  forScreen: "screen",
} as const

/**
 * `alarms`: ask `alarms.records` again. `drills`: ask `drills.executions` again. `bell`: ask `notices.bell` again. `menus`: ask for
 * the user's menus again. `codes`: dictionaries and code tables. `told`: ask `awareness.mine` again. `confirmed`: somebody knows of an
 * alarm or a drill, for lists of who does; apart from `told`, or each confirmation would make everybody's card ask.
 */
export const eventTopics = ["alarms", "drills", "bell", "menus", "codes", "told", "confirmed"] as const
export type EventTopic = (typeof eventTopics)[number]

/**
 * The events by name. The first `news` of each topic comes as soon as the server listens, after every opening and
 * whenever something may have been missed: no need to call on opening. After `end` the session is over: close the
 * EventSource, or it would open again.
 */
export const streamEvents = { news: "news", end: "end" } as const

/** The data of a `news` event. */
export const StreamEvent = z.object({ topic: z.enum(eventTopics) })
export type StreamEvent = z.infer<typeof StreamEvent>

export const streamLimits = {
  /** Of one session; a further one is refused with 429. */
  perSession: 20,
  /** A comment line, so that proxies and both ends notice a dead connection. */
  heartbeatMs: 15_000,
  /** At most one `news` of a topic in this time, the first immediately. */
  foldMs: 200,
  /** How often session and scope of a stream are checked. */
  recheckMs: 30_000,
  /** After how long a browser opens a broken stream again: random between these, so that not all return at the same moment. */
  retryMs: { least: 1000, most: 4000 },
} as const

export const streamMessages = { tooMany: "打开的页面过多，请关闭部分页面后重试" } as const

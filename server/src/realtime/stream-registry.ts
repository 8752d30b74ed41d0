import {
  eventTopics,
  streamEvents,
  streamLimits,
  type StreamEvent,
  type EventTopic,
} from "@uc/contract/core/events"
import type { Id } from "@uc/contract/core/wire"
import type { Scope } from "../db/scope.ts"
import type { Audience } from "./publish-event.ts"

/** One open stream, as far as the registry must know it. */
export interface Reader {
  readonly sessionId: string
  readonly personId: Id
  /** False: it reads too slowly and is dropped rather than buffered without end. */
  write(text: string): boolean
  end(): void
}

/** Streams that get the same events. */
interface Group {
  readonly readers: Set<Reader>
  readonly sent: Map<EventTopic, { lastMs: number; isDue: boolean }>
}

/** Streams of the same scope: whether an event is for them is decided once for all. */
interface ScopeGroup extends Group {
  readonly key: string
  readonly scope: Scope
  readonly reaches: (org: Id) => boolean
}

export interface StreamRegistry {
  /** False: the session has its maximum of streams. */
  readonly admit: (reader: Reader, scope: Scope) => boolean
  readonly leave: (reader: Reader) => void
  /** The sessions to be checked in this second. */
  readonly dueForRecheck: (second: number) => string[]
  /** The scope of a session may have changed; null: it has ended. */
  readonly recheck: (sessionId: string, scope: Scope | null) => void
  readonly send: (topic: EventTopic, audience: Audience) => void
  /** Events may have been missed: every stream gets every topic. */
  readonly sendToAll: () => void
  /** To a part of the streams in each second: all at once would delay other requests. */
  readonly heartbeat: (second: number) => void
  readonly endAll: () => void
}

const topicTexts = Object.fromEntries(
  eventTopics.map((topic) => [topic, event(streamEvents.news, { topic } satisfies StreamEvent)]),
) as Record<EventTopic, string>
/** The first events of a stream, and those after a gap. */
export const everyTopicText = eventTopics.map((topic) => topicTexts[topic]).join("")
const heartbeatText = ":\n\n"
const endText = event(streamEvents.end, {})

function event(name: string, data: object): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}

interface Clock {
  readonly nowMs: () => number
  readonly after: (ms: number, act: () => void) => void
}

/** Which stream gets which event. Knows neither sockets nor the database; the clock is handed in. */
export function streamRegistry({ nowMs, after }: Clock): StreamRegistry {
  const groups = new Map<string, ScopeGroup>()
  const places = new Map<Reader, { group: ScopeGroup; turn: number }>()
  const bySession = new Map<string, { readers: Set<Reader>; turn: number }>()
  const byPerson = new Map<Id, Group>()
  let admitted = 0

  const addToGroup = (reader: Reader, scope: Scope) => {
    const key = keyOf(scope)
    let group = groups.get(key)
    if (!group) {
      group = { key, scope, reaches: reachOf(scope), readers: new Set(), sent: new Map() }
      groups.set(key, group)
    }
    group.readers.add(reader)
    places.set(reader, { group, turn: admitted })
  }
  const removeFromGroup = (reader: Reader) => {
    const group = places.get(reader)?.group
    group?.readers.delete(reader)
    places.delete(reader)
    if (group?.readers.size === 0) groups.delete(group.key)
  }
  const leave = (reader: Reader) => {
    removeFromGroup(reader)
    const own = bySession.get(reader.sessionId)?.readers
    own?.delete(reader)
    if (own?.size === 0) bySession.delete(reader.sessionId)
    const person = byPerson.get(reader.personId)
    person?.readers.delete(reader)
    if (person?.readers.size === 0) byPerson.delete(reader.personId)
  }
  const drop = (reader: Reader) => {
    leave(reader)
    reader.end()
  }
  const write = (readers: Iterable<Reader>, text: string) => {
    for (const reader of readers) if (!reader.write(text)) drop(reader)
  }

  const sendToGroup = (group: Group, topic: EventTopic) => {
    const last = group.sent.get(topic)
    if (last?.isDue) return
    const waitMs = last ? last.lastMs + streamLimits.foldMs - nowMs() : 0
    const now = () => {
      group.sent.set(topic, { lastMs: nowMs(), isDue: false })
      write(group.readers, topicTexts[topic])
    }
    if (!last || waitMs <= 0) return now()
    last.isDue = true
    after(waitMs, now)
  }

  return {
    admit(reader, scope) {
      const own = bySession.get(reader.sessionId) ?? { readers: new Set(), turn: admitted }
      if (own.readers.size >= streamLimits.perSession) return false
      bySession.set(reader.sessionId, own)
      own.readers.add(reader)
      const person = byPerson.get(reader.personId) ?? { readers: new Set(), sent: new Map() }
      byPerson.set(reader.personId, person)
      person.readers.add(reader)
      addToGroup(reader, scope)
      admitted++
      return true
    },
    leave,
    dueForRecheck: (second) =>
      [...bySession].flatMap(([id, { turn }]) => (isTurn(turn, second, streamLimits.recheckMs) ? [id] : [])),
    recheck(sessionId, scope) {
      for (const reader of bySession.get(sessionId)?.readers ?? []) {
        if (scope === null) {
          reader.write(endText)
          drop(reader)
        } else if (places.get(reader)?.group.key !== keyOf(scope)) {
          removeFromGroup(reader)
          addToGroup(reader, scope)
          write([reader], everyTopicText)
        }
      }
    },
    send(topic, audience) {
      if ("people" in audience) {
        for (const group of audience.people.map((id) => byPerson.get(id)))
          if (group) sendToGroup(group, topic)
        return
      }
      for (const group of groups.values()) if (isAddressed(group, audience)) sendToGroup(group, topic)
    },
    sendToAll: () => write(places.keys(), everyTopicText),
    heartbeat(second) {
      for (const [reader, { turn }] of places)
        if (isTurn(turn, second, streamLimits.heartbeatMs)) write([reader], heartbeatText)
    },
    endAll() {
      for (const reader of places.keys()) drop(reader)
    },
  }
}

/** Every period has as many turns as seconds. */
function isTurn(turn: number, second: number, periodMs: number): boolean {
  const turns = periodMs / 1000
  return turn % turns === second % turns
}

function isAddressed(
  { scope, reaches }: ScopeGroup,
  audience: Exclude<Audience, { people: unknown }>,
): boolean {
  if ("org" in audience) return reaches(audience.org)
  return !("area" in audience) || scope.reach === "all" || scope.areaPath.startsWith(audience.area)
}

function keyOf({ reach, areaPath, orgs }: Scope): string {
  return `${reach} ${areaPath} ${orgs.toSorted().join(" ")}`
}

function reachOf({ reach, orgs }: Scope): (org: Id) => boolean {
  if (reach !== "orgs") return () => reach === "all"
  const reached = new Set(orgs)
  return (org) => reached.has(org)
}

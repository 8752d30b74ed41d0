import { eventTopics, type EventTopic } from "@uc/contract/core/events"
import { Id } from "@uc/contract/core/wire"
import { sql, type SQL, type SQLWrapper } from "drizzle-orm"
import type { Db } from "../db/open.ts"

export const eventChannel = "uc_news"

/**
 * Whom an event is for: everybody who reaches an organisation, some people, the organisations of an area (by its path, with
 * everything below), or everybody who is signed in.
 */
export type Audience =
  | { readonly org: Id }
  | { readonly people: readonly Id[] }
  | { readonly area: string }
  | { readonly all: true }

export const everybody: Audience = { all: true }

/** A PostgreSQL notification has at most 8,000 bytes, and an id up to 18 digits. */
const peoplePerEvent = 400

/** As it travels between the processes. */
export function encodeEvent(topic: EventTopic, audience: Audience): string {
  if ("org" in audience) return `${topic} ${audience.org}`
  if ("people" in audience) return `${topic} @${audience.people.join(",")}`
  return "area" in audience ? `${topic} /${audience.area}` : `${topic} *`
}

export function decodeEvent(payload: string): { topic: EventTopic; audience: Audience } | null {
  const [word, whom] = payload.split(" ")
  const topic = eventTopics.find((known) => known === word)
  const audience = whom ? audienceFrom(whom) : null
  return topic && audience ? { topic, audience } : null
}

const endedTag = "ended"

/** Part of the statement that ends sessions: the processes of their open streams are notified. */
export function publishSessionEnd(sessionId: SQLWrapper): SQL {
  return sql`pg_notify(${eventChannel}, ${`${endedTag} `} || ${sessionId}::text)`
}

const changedTag = "changed"

/** What its person may do is another now: nobody may repeat what they knew of the session. */
export function publishSessionChange(sessionId: SQLWrapper): SQL {
  return sql`pg_notify(${eventChannel}, ${`${changedTag} `} || ${sessionId}::text)`
}

/** The session that is to be read again; null: it is another event. */
export function decodeSessionChange(payload: string): string | null {
  const [word, sessionId] = payload.split(" ")
  return word === changedTag && sessionId ? sessionId : null
}

/** The session that has ended; null: it is another event. */
export function decodeSessionEnd(payload: string): string | null {
  const [word, sessionId] = payload.split(" ")
  return word === endedTag && sessionId ? sessionId : null
}

function audienceFrom(whom: string): Audience | null {
  if (whom === "*") return everybody
  if (whom.startsWith("@")) return { people: whom.slice(1).split(",") }
  if (whom.startsWith("/")) return { area: whom.slice(1) }
  return Id.safeParse(whom).success ? { org: whom } : null
}

/**
 * Something of these organisations, or for this audience, has changed: every open stream that it concerns gets an event, in
 * this process and in the others. Part of the transaction: sent when that is committed, not at all when it is rolled back.
 */
export async function publishEvent(
  db: Db,
  topic: EventTopic,
  to: Id | readonly Id[] | Audience,
): Promise<void> {
  const payloads = sql.param(piecesOf(to).map((audience) => encodeEvent(topic, audience)))
  await db.execute(sql`select pg_notify(${eventChannel}, payload) from unnest(${payloads}::text[]) payload`)
}

function piecesOf(to: Id | readonly Id[] | Audience): Audience[] {
  if (typeof to === "string") return [{ org: to }]
  if (isList(to)) return to.map((org) => ({ org }))
  if (!("people" in to)) return [to]
  return Array.from({ length: Math.ceil(to.people.length / peoplePerEvent) }, (_, piece) => ({
    people: to.people.slice(piece * peoplePerEvent, (piece + 1) * peoplePerEvent),
  }))
}

function isList(to: readonly Id[] | Audience): to is readonly Id[] {
  return Array.isArray(to)
}

import { eventTopics, type EventTopic } from "@uc/contract/core/events"
import { Id } from "@uc/contract/core/wire"
import { sql, type SQL, type SQLWrapper } from "drizzle-orm"
import type { Db } from "../db/open.ts"

export const eventChannel = "uc_news"

/**
 * Whom news is for: whoever reaches an organisation, some people, the organisations of an area (by its path, with everything
 * below), or everybody who is signed in.
 */
export type Audience =
  | { readonly org: Id }
  | { readonly people: readonly Id[] }
  | { readonly area: string }
  | { readonly all: true }

export const everybody: Audience = { all: true }

/** PostgreSQL carries at most 8,000 bytes in one piece, and an id has up to 18 digits. */
const peopleAtOnce = 400

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

const endedWord = "ended"

/** Written into the statement that ends sessions: whatever is open of them hears it, wherever that is. */
export function publishSessionEnd(sessionId: SQLWrapper): SQL {
  return sql`pg_notify(${eventChannel}, ${`${endedWord} `} || ${sessionId}::text)`
}

/** The session that is over; null: it is other news. */
export function decodeSessionEnd(payload: string): string | null {
  const [word, sessionId] = payload.split(" ")
  return word === endedWord && sessionId ? sessionId : null
}

function audienceFrom(whom: string): Audience | null {
  if (whom === "*") return everybody
  if (whom.startsWith("@")) return { people: whom.slice(1).split(",") }
  if (whom.startsWith("/")) return { area: whom.slice(1) }
  return Id.safeParse(whom).success ? { org: whom } : null
}

/**
 * Something of these organisations, or for these hearers, is new: every open stream that it concerns is told, in this process
 * and in the others. Part of the transaction: it is told once that is committed, and not at all where it is undone.
 */
export async function publishEvent(
  db: Db,
  topic: EventTopic,
  to: Id | readonly Id[] | Audience,
): Promise<void> {
  const news = sql.param(piecesOf(to).map((audience) => encodeEvent(topic, audience)))
  await db.execute(sql`select pg_notify(${eventChannel}, news) from unnest(${news}::text[]) news`)
}

function piecesOf(to: Id | readonly Id[] | Audience): Audience[] {
  if (typeof to === "string") return [{ org: to }]
  if (isList(to)) return to.map((org) => ({ org }))
  if (!("people" in to)) return [to]
  return Array.from({ length: Math.ceil(to.people.length / peopleAtOnce) }, (_, piece) => ({
    people: to.people.slice(piece * peopleAtOnce, (piece + 1) * peopleAtOnce),
  }))
}

function isList(to: readonly Id[] | Audience): to is readonly Id[] {
  return Array.isArray(to)
}

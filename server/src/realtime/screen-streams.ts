import type { Id } from "@uc/contract/core/wire"
import { sql, type SQL, type SQLWrapper } from "drizzle-orm"
import { publishSessionEnd } from "./publish-event.ts"

/** DAY-7: where a stream is known by its session, that of a screen is known by this. */
const prefix = "screen-"

export function screenStream(id: Id): string {
  return `${prefix}${id}`
}

/** Null: it is the stream of a session. */
export function idOfScreenStream(streamId: string): Id | null {
  return streamId.startsWith(prefix) ? streamId.slice(prefix.length) : null
}

/** No person has it: what is sent to people never reaches a screen. */
export const nobodysId: Id = "0"

/** Part of the statement that ends a screen. */
export function publishScreenEnd(id: SQLWrapper): SQL {
  return publishSessionEnd(sql`(${prefix}::text || ${id}::text)`)
}

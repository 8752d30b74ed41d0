import type { Id } from "@uc/contract/core/wire"
import { and, eq, ne, sql } from "drizzle-orm"
import type { Database, Db } from "../db/open.ts"
import { session } from "../db/schema/sessions.ts"
import type { Caller } from "./caller.ts"
import type { Device } from "./device.ts"
import { sessionCache } from "./session-cache.ts"
import {
  findSession,
  insertSession,
  lockSession,
  replaceToken,
  revokeSessions,
  surplusSessions,
  type NewSession,
} from "./session-statements.ts"
import { hashOfToken, isToken, newToken } from "./session-token.ts"
import type { SignedIn } from "./signed-in.ts"

export interface Sessions {
  /** `isActivity`: a person made the request, not a timer; the session stays awake. */
  find(token: string, isActivity: boolean): Promise<SignedIn | null>
  /** The same out of memory, without waiting; undefined: it must be looked up. */
  known(token: string, isActivity: boolean): SignedIn | undefined
  /** Begins a session and gives its token; only the token's hash is stored. The oldest beyond five end. */
  begin(
    db: Db,
    person: { id: Id; orgId: Id },
    caller: Caller,
    device: Device,
    more?: Pick<NewSession, "from" | "along" | "linkId" | "isByPhoneCode">,
  ): Promise<string>
  /** After a factor was proven: a new token, and the session is awake. The old token lives on for 10 seconds. */
  renew(db: Db, sessionId: string): Promise<string>
  /** DAY-15: as if nobody had touched it for too long. A process may repeat what it knew for a second. */
  lock(db: Db, sessionId: string): Promise<void>
  end(db: Db, sessionId: string): Promise<void>
  /** Gives how many there were. */
  endOthers(db: Db, personId: Id, sessionId: string): Promise<number>
  /** After the end was committed: this process knows it at once, another may repeat what it knew for a second. */
  forget(token: string): void
  /** Another process, or another person, has ended it. */
  forgetEnded(sessionId: string): void
}

export function sessionsIn(database: Database, nowMs: () => number): Sessions {
  const cache = sessionCache(nowMs)
  return {
    async find(token, isActivity) {
      if (!isToken(token)) return null
      const recent = cache.recent(token, isActivity)
      if (recent) {
        const found = await recent
        if (cache.isCurrent(found)) return found
      }
      const found = findSession(database.systemDb, token, isActivity)
      cache.rememberLookup(token, isActivity, found)
      return found
    },
    known: (token, isActivity) => cache.settled(token, isActivity),
    async begin(db, person, caller, device, more) {
      const token = newToken()
      await insertSession(db, token, { person, caller, device, ...more })
      const [found, surplus] = await Promise.all([
        // The new session's first request follows at once. If the transaction is rolled back, nobody ever has the token.
        findSession(db, token, false),
        surplusSessions(db, { personId: person.id, newHash: hashOfToken(token) }),
      ])
      if (surplus.length > 0) {
        const ids = surplus.map(({ id }) => id)
        await revokeSessions(db, sql`${session.id} = any(${sql.param(ids)}::uuid[])`)
      }
      cache.remember(token, found)
      return token
    },
    async renew(db, sessionId) {
      const token = newToken()
      await replaceToken(db, sessionId, token)
      return token
    },
    lock: lockSession,
    async end(db, sessionId) {
      await revokeSessions(db, eq(session.id, sessionId))
    },
    endOthers: (db, personId, sessionId) =>
      revokeSessions(db, and(eq(session.personId, personId), ne(session.id, sessionId))),
    forget: (token) => cache.forget(token),
    forgetEnded: (sessionId) => cache.forgetEnded(sessionId),
  }
}

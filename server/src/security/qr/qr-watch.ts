import type { Database, Db } from "../../db/open.ts"
import { sql } from "drizzle-orm"
import { qrTicket } from "../../db/schema/reauth.ts"
import { unrestricted } from "../../db/scope.ts"
import type { GrantOwner } from "../grants.ts"

type Screen = Pick<GrantOwner, "sessionId" | "mid">

/** What the phone of a screen has decided; null: nothing yet. */
type PhonesDecision = "confirmed" | "refused" | null

interface Poll {
  readonly screen: Screen
  readonly resolve: (decision: PhonesDecision) => void
  readonly reject: (error: unknown) => void
}

/**
 * Q3: what a phone has decided for this screen, now or a moment ago. Hundreds of dialogs poll each second and nearly
 * always the answer is no, so this process makes one query at a time: polls that come meanwhile share the next.
 */
export function watchTickets(database: Database): (screen: Screen) => Promise<PhonesDecision> {
  let waiting: Poll[] = []
  let isAsking = false

  const askOn = async () => {
    isAsking = true
    while (waiting.length > 0) {
      const polls = waiting
      waiting = []
      try {
        const decided = await database.transaction(unrestricted, (db) => decidedScreens(db, polls))
        for (const { screen, resolve } of polls) resolve(decided.get(nameOf(screen)) ?? null)
      } catch (error) {
        for (const { reject } of polls) reject(error)
      }
    }
    isAsking = false
  }

  return (screen) =>
    new Promise((resolve, reject) => {
      waiting.push({ screen, resolve, reject })
      if (!isAsking) void askOn()
    })
}

function nameOf({ sessionId, mid }: Screen): string {
  return `${sessionId} ${mid}`
}

async function decidedScreens(db: Db, polls: readonly Poll[]): Promise<ReadonlyMap<string, PhonesDecision>> {
  const sessions = sql.param(polls.map(({ screen }) => screen.sessionId))
  const mids = sql.param(polls.map(({ screen }) => screen.mid))
  const { rows } = await db.execute<Screen & { isRefused: boolean } & Record<string, unknown>>(sql`
    select session_id as "sessionId", mid, state = 'refused' as "isRefused" from ${qrTicket}
    where (session_id, mid) in (select * from unnest(${sessions}::uuid[], ${mids}::text[]))
      and kind = 'reauth' and (state = 'confirmed' or (state in ('claimed', 'refused') and expires_at > now()))`)
  return new Map(rows.map((row) => [nameOf(row), row.isRefused ? "refused" : "confirmed"]))
}
